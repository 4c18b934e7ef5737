import { Stamp } from 'lucide-react'

import type { Resolution } from '#domain/sale/sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'

/** The word of a supervisor, beside what the service said. */
export function ResolutionCard({ closed }: { closed: Resolution }) {
  const t = useText()
  return (
    <section className="stop stop--ok">
      <Stamp className="ic" size={56} aria-hidden="true" />
      <div className="grow">
        <h2>{t(`sale.resolved.${closed.outcome}`)}</h2>
        <p className="muted">
          {t('sale.resolvedBy', { name: closed.by })}
          {t('shell.comma')}
          <span className="num">{formatStamp(closed.at)}</span>
        </p>
        <q className="closed__note" dir="auto">
          {closed.note}
        </q>
      </div>
    </section>
  )
}
