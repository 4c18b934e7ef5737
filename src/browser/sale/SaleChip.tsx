import { useText } from '../i18n/use-text.ts'
import { appearanceOf } from './sale-appearance.ts'
import { StateChip } from '../ui/StateChip.tsx'

type SaleChipProps = { sale: Parameters<typeof appearanceOf>[0] }

export function SaleChip({ sale }: SaleChipProps) {
  const t = useText()
  const { words, tone, Icon } = appearanceOf(sale)
  return (
    <StateChip tone={tone} icon={<Icon className="ic" size={16} />}>
      {t(`state.${words}.chip`)}
    </StateChip>
  )
}
