import { FlaskConical } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { Badge, Tag } from '../ui/Badge.tsx'
import { appearanceOf } from './sale-appearance.ts'

type SaleChipProps = { sale: Parameters<typeof appearanceOf>[0] & Pick<Sale, 'isTest'> }

/** The state of a sale, in a word or two, and whether it was sent as a test transaction. */
export function SaleChip({ sale }: SaleChipProps) {
  const t = useText()
  const { words, tone, Icon } = appearanceOf(sale)
  const state = (
    <Badge tone={tone} icon={Icon}>
      {t(`state.${words}.chip`)}
    </Badge>
  )
  if (!sale.isTest) return state
  return (
    <span className="inline-flex flex-wrap gap-1">
      {state}
      <TestChip />
    </span>
  )
}

/** The sale was sent to the service as a test transaction. */
export function TestChip() {
  const t = useText()
  return <Tag icon={FlaskConical}>{t('sale.test.chip')}</Tag>
}
