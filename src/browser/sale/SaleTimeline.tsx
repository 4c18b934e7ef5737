import { Check, RefreshCw, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { PaymentMethod, PaymentPart } from '#domain/money/payment-method.ts'
import type { SaleEvent, SaleEventKind } from '#domain/sale/event.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod } from '#domain/catalog/voucher.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText, type Text } from '../i18n/use-text.ts'
import { refusalOfCode, type Refusal } from '../lib/problem-class.ts'
import { methodNames } from './payment-words.ts'

type Place = 'stage' | 'tray'

type SaleTimelineProps = {
  sale: Pick<Sale, 'events' | 'eventCount'>
  /** Events known to this page but not yet to the server. */
  more?: readonly TimelineLine[]
  next?: string
  /** `tray`: below a summary. `stage`: a card of the page. */
  place?: Place
}

const PLACES: Record<Place, { section: string; heading: string }> = {
  stage: { section: 'shrink-0 grow rounded-3 border-1 border-line bg-surface p-4 md:p-5', heading: 'mb-3 text-3' },
  tray: { section: 'px-2', heading: 'mb-2 text-1 font-medium text-ink-2' },
}

export function SaleTimeline({ sale, more = [], next, place = 'stage' }: SaleTimelineProps) {
  const t = useText()
  const formats = useFormats()
  const { person } = useCurrentUser()
  const { section, heading } = PLACES[place]
  return (
    <section className={section}>
      <h2 className={heading}>{t('sale.whatHappened')}</h2>
      {sale.eventCount !== undefined && (
        <p className="mb-2 text-1 text-ink-2">
          {t('sale.newestEvents', { shown: String(sale.events?.length ?? 0), count: String(sale.eventCount) })}
        </p>
      )}
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

/** The stroke connects the marks, whatever the height of the line. */
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

/** Events shown at the counter, unlike those about viewing. A sale read by a cashier has no cost events. */
export type VisibleEventKind = Exclude<SaleEventKind, Untold>
type Untold = 'opened' | 'receipt-revealed' | 'acknowledged'

const UNTOLD: readonly SaleEventKind[] = ['opened', 'receipt-revealed', 'acknowledged'] satisfies Untold[]
export const isVisibleEvent = (event: SaleEvent): event is SaleEvent & { kind: VisibleEventKind } =>
  !UNTOLD.includes(event.kind)

type EventVariant =
  | { of: 'final'; as: 'succeeded' | 'failed' | 'canceled' | 'replaced' }
  | { of: 'confirm-refused'; as: Refusal }
  /** A response without usable content. */
  | { of: 'confirm-lost' | 'check-lost' | 'find-lost'; as: 'unclear' }
  | { of: 'pending'; as: 'held' }
  | { of: 'abandoned'; as: 'expired' }
  | { of: 'delivered'; as: DeliveryMethod }
  /** A document of the sale other than its receipt. */
  | { of: 'print-outcome-unknown'; as: 'waiting' | 'report' }
  /** A person checked; without this variant, the server knows. */
  | { of: 'not-printed'; as: 'seen' }
  | { of: 'cost-differs'; as: 'above-price' }
  /** The response had unreadable fields. */
  | { of: 'answer-differs'; as: 'unreadable' }
  /** The record in the database, until it was repaired. */
  | { of: 'restarted'; as: 'unreadable' }

const FINAL = { 1: 'succeeded', 2: 'failed', 3: 'canceled', 4: 'replaced' } as const
const HELD = 6
const WAYS: readonly string[] = ['printed', 'shared', 'copied', 'given'] satisfies DeliveryMethod[]

export function findVariant({ kind, code, state, by, reason = '' }: Omit<SaleEvent, 'at'>): EventVariant | undefined {
  switch (kind) {
    case 'final':
      return state === 1 || state === 2 || state === 3 || state === 4 ? { of: kind, as: FINAL[state] } : undefined
    case 'confirm-refused':
      return typeof code === 'number' ? { of: kind, as: refusalOfCode(code) } : undefined
    case 'confirm-lost':
    case 'check-lost':
    case 'find-lost':
      return code !== undefined || state !== undefined || reason === 'wrong-ids'
        ? { of: kind, as: 'unclear' }
        : undefined
    case 'pending':
      return state === HELD ? { of: kind, as: 'held' } : undefined
    case 'abandoned':
      return reason === 'expired' ? { of: kind, as: 'expired' } : undefined
    case 'cost-differs':
      return reason === 'above-price' ? { of: kind, as: reason } : undefined
    case 'answer-differs':
    case 'restarted':
      return reason === '' ? undefined : { of: kind, as: 'unreadable' }
    case 'print-outcome-unknown':
      return reason === 'waiting' || reason === 'report' ? { of: kind, as: reason } : undefined
    case 'not-printed':
      return by === undefined ? undefined : { of: kind, as: 'seen' }
    case 'delivered':
      return WAYS.includes(reason) ? { of: kind, as: reason as DeliveryMethod } : undefined
    default:
      return undefined
  }
}

type TimelineEvent = {
  kind: VisibleEventKind
  by?: string | undefined
  variant?: EventVariant | undefined
  paymentMethod?: PaymentMethod | undefined
  split?: PaymentPart | undefined
  times?: number
}

export function eventWords(
  { kind, by = '', variant, paymentMethod, split, times = 1 }: TimelineEvent,
  t: Text,
): string {
  if (kind === 'still-reserved') return t('sale.event.still-reserved', { count: times })
  const what = variant ? variantWords(variant, by, t) : t(`sale.event.${kind}`, { by })
  const text = paymentMethod
    ? what + t('shell.comma') + methodNames({ paymentMethod, ...(split && { split }) }, t)
    : what
  return times > 1 ? t('sale.times', { text, count: times }) : text
}

function variantWords(variant: EventVariant, by: string, t: Text): string {
  switch (variant.of) {
    case 'final':
      return t(`state.${variant.as}.heading`)
    case 'pending':
      return t('state.held.heading')
    case 'abandoned':
      return t('state.expired.heading')
    case 'confirm-refused':
      return t('sale.refusedFor', { why: t(`sale.refusal.${variant.as}`) })
    case 'delivered':
      return t(`sale.event.delivered.${variant.as}`, { by })
    case 'not-printed':
      return t('sale.event.not-printed.seen', { by })
    case 'print-outcome-unknown':
      return t(`sale.event.print-outcome-unknown.${variant.as}`, { by })
    case 'cost-differs':
      return t('sale.event.cost-differs.above-price')
    case 'answer-differs':
    case 'restarted':
      return t(`sale.event.${variant.of}.unreadable`)
    default:
      return t(`sale.event.${variant.of}.unclear`)
  }
}

const DOUBTS: readonly VisibleEventKind[] = [
  'check-lost',
  'confirm-lost',
  'confirm-refused',
  'find-lost',
  'conflict',
  'started-without-confirm',
  'answer-differs',
  'cost-differs',
  'bad-request',
  'unclear-answers',
  'print-unclear',
  'print-outcome-unknown',
]

/** Distinguishes what stays open, what failed, and the rest. */
export function signOf({ kind, variant }: Pick<TimelineEvent, 'kind' | 'variant'>): 'done' | 'doubt' | 'bad' {
  if (variant?.of === 'final') return SETTLED_SIGNS[variant.as]
  return DOUBTS.includes(kind) ? 'doubt' : 'done'
}

const SETTLED_SIGNS = { succeeded: 'done', failed: 'bad', canceled: 'doubt', replaced: 'doubt' } as const

/** Consecutive equal events are one line with the last time. */
export type TimelineLine = {
  at: number
  kind: VisibleEventKind
  times: number
  by?: string | undefined
  note?: string | undefined
  paymentMethod?: PaymentMethod | undefined
  split?: PaymentPart | undefined
  variant?: EventVariant | undefined
}

export function toTimeline(events: readonly SaleEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isVisibleEvent)) {
    const { at, kind, by, note, paymentMethod, split } = event
    const variant = findVariant(event)
    const last = lines.at(-1)
    const isSame =
      last?.kind === kind &&
      last.by === by &&
      last.note === note &&
      last.paymentMethod === paymentMethod &&
      last.split?.paymentMethod === split?.paymentMethod
    if (isSame && last.variant?.as === variant?.as) {
      last.at = at
      last.times++
    } else {
      lines.push({ at, kind, times: 1, by, note, paymentMethod, split, variant })
    }
  }
  return lines
}
