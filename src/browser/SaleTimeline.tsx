import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw, TriangleAlert } from 'lucide-react'

import type { Sale } from '#domain/sale.ts'
import { sessionQuery } from './api/session.ts'
import { useFormats } from './i18n/use-formats.ts'
import { useText, type Text } from './i18n/use-text.ts'
import { isDoubt, tellEvents, type TimelineLine } from './timeline-lines.ts'

type SaleTimelineProps = {
  sale: Pick<Sale, 'events'>
  /** What this screen knows and the journal has not told yet. */
  more?: readonly TimelineLine[]
  /** What comes next by itself; nothing where it is over. */
  next?: string
  /** On the tray below a slip, or as a card of the stage. */
  place?: 'stage' | 'tray'
}

/** What happened to a sale so far, and what comes next. */
export function SaleTimeline({ sale, more = [], next, place = 'stage' }: SaleTimelineProps) {
  const t = useText()
  return (
    <section className={place === 'stage' ? 'card timeline' : 'timeline timeline--tray'}>
      <h2>{t('sale.whatHappened')}</h2>
      <ol className="tl">
        {[...tellEvents(sale.events ?? []), ...more].map((line) => (
          <Line key={`${line.at} ${line.kind}`} line={line} />
        ))}
        {next !== undefined && (
          <li>
            <time className="num">{t('sale.next')}</time>
            <span className="mk">
              <RefreshCw className="ic" size={14} aria-hidden="true" />
            </span>
            <span className="tx">{next}</span>
          </li>
        )}
      </ol>
    </section>
  )
}

function Line({ line }: { line: TimelineLine }) {
  const t = useText()
  const formats = useFormats()
  const { data: session } = useQuery(sessionQuery)
  const Icon = isDoubt(line.kind) ? TriangleAlert : Check
  const text = wordsOf(line, session?.person?.name, t)
  return (
    <li>
      <time className="num">{formats.clock(line.at)}</time>
      <span className={isDoubt(line.kind) ? 'mk mk--unk' : 'mk'}>
        <Icon className="ic" size={14} aria-hidden="true" />
      </span>
      <span className="tx">
        {line.times > 1 ? t('sale.times', { text, count: line.times }) : text}
        {line.note !== undefined && (
          <q className="block muted" dir="auto">
            {line.note}
          </q>
        )}
      </span>
    </li>
  )
}

function wordsOf({ kind, by, how }: TimelineLine, me: string | undefined, t: Text): string {
  if (kind === 'approved' && (by === undefined || by === me)) return t('sale.youConfirmed')
  return t(how ? `sale.event.handed-over.${how}` : `sale.event.${kind}`, { by: by ?? '' })
}
