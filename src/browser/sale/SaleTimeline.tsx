import { Check, RefreshCw, TriangleAlert, X } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useCurrentUser } from '../current-user.ts'
import { eventWords, signOf } from './event-words.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { toTimeline, type TimelineLine } from './timeline-lines.ts'

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
        {[...toTimeline(sale.events ?? []), ...more].map((line) => (
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
  const { person } = useCurrentUser()
  const { Icon, mark } = SIGNS[signOf(line)]
  return (
    <li>
      <time className="num">{formats.clock(line.at)}</time>
      <span className={mark}>
        <Icon className="ic" size={14} aria-hidden="true" />
      </span>
      <span className="tx">
        {wordsOf(line, person.name, t)}
        {line.note !== undefined && (
          <q className="block muted" dir="auto">
            {line.note}
          </q>
        )}
      </span>
    </li>
  )
}

const SIGNS = {
  done: { Icon: Check, mark: 'mk' },
  doubt: { Icon: TriangleAlert, mark: 'mk mk--unk' },
  bad: { Icon: X, mark: 'mk mk--bad' },
}

function wordsOf(line: TimelineLine, me: string, t: Text): string {
  const { kind, by, times } = line
  if (kind !== 'approved' || (by !== undefined && by !== me)) return eventWords(line, t)
  const text = t('sale.youConfirmed')
  return times > 1 ? t('sale.times', { text, count: times }) : text
}
