import { useText } from '../i18n/use-text.ts'
import { Badge } from '../ui/Badge.tsx'
import { appearanceOf } from './sale-appearance.ts'

type SaleChipProps = { sale: Parameters<typeof appearanceOf>[0] }

/** The state of a sale, in a word or two. */
export function SaleChip({ sale }: SaleChipProps) {
  const t = useText()
  const { words, tone, Icon } = appearanceOf(sale)
  return (
    <Badge tone={tone} icon={Icon}>
      {t(`state.${words}.chip`)}
    </Badge>
  )
}
