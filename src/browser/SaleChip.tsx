import { useText } from './i18n/use-text.ts'
import { lookOfSale } from './sale-look.ts'
import { StateChip } from './ui/StateChip.tsx'

type SaleChipProps = { sale: Parameters<typeof lookOfSale>[0] }

export function SaleChip({ sale }: SaleChipProps) {
  const t = useText()
  const { words, tone, Icon } = lookOfSale(sale)
  return (
    <StateChip tone={tone} icon={<Icon className="ic" size={16} />}>
      {t(`state.${words}.chip`)}
    </StateChip>
  )
}
