import { Check, RefreshCw, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { useCurrentUser } from '../current-user.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { eventWords, signOf, toTimeline, type TimelineLine } from './event-words.ts'

type Place = 'stage' | 'tray'

type SaleTimelineProps = {
  sale: Pick<Sale, 'events'>
  /** What this page knows and the journal does not have yet. */
  more?: readonly TimelineLine[]
  /** What happens next automatically; absent when nothing does. */
  next?: string
  /** Below a summary, or as a card of the page. */
  place?: Place
}

const PLACES: Record<Place, { section: string; heading: string }> = {
  stage: { section: 'shrink-0 grow rounded-3 border-1 border-line bg-surface p-4 md:p-5', heading: 'mb-3 text-3' },
  tray: { section: 'px-2', heading: 'mb-2 text-1 font-medium text-ink-2' },
}

/** What happened to a sale so far, and what comes next. */
export function SaleTimeline({ sale, more = [], next, place = 'stage' }: SaleTimelineProps) {
  const t = useText()
  const formats = useFormats()
  const { person } = useCurrentUser()
  const { section, heading } = PLACES[place]
  return (
    <section className={section}>
      <h2 className={heading}>{t('sale.whatHappened')}</h2>
      <ol>
        {[...toTimeline(sale.events ?? []), ...more].map((line) => (
          <Line key={`${line.at} ${line.kind}`} {...SIGNS[signOf(line)]} time={formats.clock(line.at)}>
            {wordsOf(line, person.name, t)}
            {line.note !== undefined && (
              <q className="block text-ink-2" dir="auto">
                {line.note}
              </q>
            )}
          </Line>
        ))}
        {next !== undefined && (
          <Line icon={RefreshCw} mark={PLAIN} time={t('sale.next')}>
            {next}
          </Line>
        )}
      </ol>
    </section>
  )
}

const PLAIN = 'border-line-strong bg-canvas text-ink-2'
const SIGNS: Record<ReturnType<typeof signOf>, { icon: LucideIcon; mark: string }> = {
  done: { icon: Check, mark: PLAIN },
  doubt: { icon: TriangleAlert, mark: 'border-unk bg-unk-tint text-unk' },
  bad: { icon: X, mark: 'border-bad bg-bad-tint text-bad' },
}

type LineProps = { icon: LucideIcon; mark: string; time: string; children: ReactNode }

/** A time, a mark and the words; a stroke leads from each mark to the next one, however tall the line is. */
const Line = ({ icon: Icon, mark, time, children }: LineProps) => (
  <li className="group relative grid min-h-[36px] grid-cols-[4.5rem_24px_minmax(0,1fr)] gap-2 leading-[1.5rem]">
    <time className="text-1 leading-[1.5rem] text-ink-2">
      <bdi>{time}</bdi>
    </time>
    <span className="absolute start-[91px] top-5 bottom-0 w-0 border-s-2 border-line-strong group-last:hidden" />
    <span className={`col-start-2 grid size-5 place-items-center rounded-full border-2 ${mark}`}>
      <Icon size={14} aria-hidden />
    </span>
    <span className="wrap-anywhere">{children}</span>
  </li>
)

function wordsOf(line: TimelineLine, me: string, t: Text): string {
  const { kind, by, times } = line
  if (kind !== 'approved' || (by !== undefined && by !== me)) return eventWords(line, t)
  const text = t('sale.youConfirmed')
  return times > 1 ? t('sale.times', { text, count: times }) : text
}
