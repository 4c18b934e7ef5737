import { Stamp } from 'lucide-react'

import type { Resolution } from '#domain/sale/sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { InstructionBar } from './SaleParts.tsx'

/** The decision of a supervisor, beside what the service said. */
export function ResolutionCard({ closed }: { closed: Resolution }) {
  const t = useText()
  return (
    <InstructionBar tone="ok" icon={Stamp} heading={t(`sale.resolved.${closed.outcome}`)}>
      <p>
        {t('sale.resolvedBy', { name: closed.by })}
        {t('shell.comma')}
        <bdi dir="ltr">{formatStamp(closed.at)}</bdi>
      </p>
      <q className="mt-2 block text-3 wrap-anywhere text-ink" dir="auto">
        {closed.note}
      </q>
    </InstructionBar>
  )
}
