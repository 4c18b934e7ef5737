import { useQuery } from '@tanstack/react-query'
import { Check, CircleHelp, Clock, HandCoins, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import type { BatchAnswer } from '#api/batches.ts'
import { catalogQuery, arrangeCatalog } from '../../../api/catalog.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { firstName } from '../../../lib/current-user.ts'
import { useText, type Text } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { partNames } from '../../../sale/payment-words.ts'
import { PaymentLines, RecipientLines } from '../../../sale/SaleLines.tsx'
import type { Delivery } from '../../../sale/delivery/use-delivery.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { SummaryHead, SummaryLine, SummaryRule, SummaryTotal, TicketSummary } from '../../../ui/TicketSummary.tsx'
import { isMixed, lineUnderWay, type StopWords } from './batch-state.ts'
import type { ShownBatch, StepFailure } from './use-batch.ts'

type BatchBannerProps = { shown: ShownBatch; failure: StepFailure | undefined }

type Look = { tone: Exclude<Tone, 'open'>; icon: LucideIcon }

const BAD: Look = { tone: 'bad', icon: X }
const NOT_KNOWN: Look = { tone: 'unk', icon: CircleHelp }
const ATTENTION: Look = { tone: 'unk', icon: TriangleAlert }
const WAITING: Look = { tone: 'wait', icon: Clock }
const SOLD_IN_PART: Look = { tone: 'ok', icon: Check }

const STOPS: Record<StopWords, Look> = {
  'not-sold': BAD,
  closed: BAD,
  apart: BAD,
  'not-executed': BAD,
  unknown: NOT_KNOWN,
  'ask-supervisor': ATTENTION,
  waiting: WAITING,
  'no-code': WAITING,
  next: BAD,
  'not-confirmed': WAITING,
  'taken-over': ATTENTION,
  'approval-expired': BAD,
  'started-without-confirm': ATTENTION,
  restarted: BAD,
  restored: ATTENTION,
  'duplicate-blocked': ATTENTION,
  'confirm-duplicate': ATTENTION,
  'not-sellable': BAD,
  unreadable: ATTENTION,
  'selling-stopped': BAD,
  'service-unreachable': BAD,
  'disk-full': BAD,
  'still-waiting': WAITING,
}

export function BatchBanner({ shown, failure }: BatchBannerProps) {
  const t = useText()
  const { batch, counts, step } = shown
  const of = countAsked(batch)
  if (step === 'selling') {
    const underWay = lineUnderWay(batch)
    const line = Math.min((isMixed(batch) ? countBegun(batch) : counts.sold) + 1, of)
    return (
      <Banner tone="wait" icon={Clock} heading={t('batch.selling', { line, of })} isBusy>
        <p>{underWay ? t(`batch.reason.${underWay.why}`, { line: underWay.line }) : t('batch.sellingHint')}</p>
        {failure && <p role="alert">{t(`failure.${failure.code}`)}</p>}
      </Banner>
    )
  }
  if (step === 'ended') return <EndedBanner shown={shown} />
  const { tone, icon } = lookOfStop(shown, failure)
  return (
    <Banner tone={tone} icon={icon} heading={t('batch.stopped', { sold: counts.sold, of })}>
      <p>{tellStop(t, shown, failure)}</p>
    </Banner>
  )
}

/** Of a basket or list, without the lines that its review left out. */
const countAsked = ({ lines, ...batch }: BatchAnswer): number =>
  (isMixed({ lines }) && lines.filter(({ wasApproved }) => wasApproved).length) || batch.count

/** Lines of the last approval whose turn is over, whatever became known of them. */
const countBegun = ({ lines }: BatchAnswer): number =>
  lines.filter(
    ({ approved, sale, skip }) =>
      approved &&
      (skip ?? (sale && sale.state !== 'opened' && sale.state !== 'checked' && sale.state !== 'confirming')),
  ).length

function EndedBanner({ shown: { batch, counts, money, stoppedBy } }: { shown: ShownBatch }) {
  const t = useText()
  const formats = useFormats()
  const of = countAsked(batch)
  const allSold = isMixed(batch) ? 'lines.allSold' : 'batch.allSold'
  if (counts.sold === of) {
    return (
      <Banner tone="ok" icon={Check} heading={t('state.succeeded.heading')}>
        <p>{t(allSold, { count: of, amount: formats.money(money.sold) })}</p>
      </Banner>
    )
  }
  const rest = counts.sold + counts.open > 0 ? 'batch.ended' : 'sale.nothingCharged'
  const isWaiting = isMixed(batch) && !batch.lines.some(({ sale }) => sale?.state === 'unknown')
  const { tone, icon } = counts.open > 0 ? (isWaiting ? WAITING : NOT_KNOWN) : counts.sold > 0 ? SOLD_IN_PART : BAD
  return (
    <Banner tone={tone} icon={icon} heading={t('batch.soldOf', { sold: counts.sold, of })}>
      {stoppedBy !== undefined && <p>{t('batch.stoppedBy', { name: firstName(stoppedBy) })}</p>}
      {batch.isRestored ? (
        <p>{t('batch.reason.restored')}</p>
      ) : (
        stoppedBy === undefined && !(isMixed(batch) && counts.open > 0) && <p>{t(rest)}</p>
      )}
    </Banner>
  )
}

function lookOfStop({ stop, silent }: ShownBatch, failure: StepFailure | undefined): Look {
  if (silent.length > 0 || failure?.code === 'no-answer') return NOT_KNOWN
  return stop ? STOPS[stop.why] : BAD
}

function tellStop(t: Text, { batch, stop, silent }: ShownBatch, failure: StepFailure | undefined): string {
  if (silent.length > 0) return t('batch.reason.silent')
  if (failure) return t(`failure.${failure.code}`)
  if (!stop) return ''
  const by = batch.stop?.by?.name ?? batch.lines[stop.line - 1]?.sale?.cashier.name ?? batch.cashier.name
  return t(`batch.reason.${stop.why}`, { line: stop.line, name: firstName(by) })
}

type BatchMoneyProps = { shown: ShownBatch; delivery: Delivery }

/** What to give back to the customer and, separately, what must not be given back yet. */
export function BatchMoney({ shown: { batch, counts, money, step, rest }, delivery }: BatchMoneyProps) {
  const mayGoOn = step !== 'selling' && rest.length > 0
  const { reveal, isShown, due } = delivery
  const areOnScreen = due === counts.unhanded && (isShown || reveal.now.kind === 'asking')
  const t = useText()
  const formats = useFormats()
  return (
    <>
      {counts['not-sold'] > 0 && (
        <section className="flex shrink-0 items-center gap-4 rounded-3 border-3 border-ok bg-surface p-4 md:px-5">
          <HandCoins size={56} className="shrink-0 text-ok max-sm:size-7" aria-hidden />
          <div className="min-w-0 flex-1">
            <h2 className="text-5 tracking-2 sm:text-6">
              {t(mayGoOn ? 'batch.refundOrGoOn' : 'sale.refundHeading', { amount: formats.money(money.giveBack) })}
            </h2>
            <p className="text-ink-2">{t('batch.notCharged', { count: counts['not-sold'] })}</p>
            {money.giveBackBy.length > 0 && <p className="font-medium">{partNames(money.giveBackBy, t)}</p>}
          </div>
        </section>
      )}
      {counts.apart > 0 && (
        <Notice tone="info" heading={t('batch.apart', { amount: formats.money(money.apart) })}>
          {t('batch.apartHint')}
        </Notice>
      )}
      {counts.open > 0 && (
        <Notice tone="info" heading={t('batch.notDecided', { amount: formats.money(money.open) })}>
          {t(batch.isRestored ? 'batch.mayBeSoldHint' : 'batch.notDecidedHint')}
        </Notice>
      )}
      {counts.unhanded > 0 && !areOnScreen && (
        <Notice heading={t('batch.undelivered', { count: counts.unhanded })}>
          {t(delivery.due > 0 ? 'batch.undeliveredAllHint' : 'batch.undeliveredHint')}
        </Notice>
      )}
    </>
  )
}

type BatchSummaryProps = { shown: ShownBatch }

export function BatchSummary({ shown: { batch, counts, money, step } }: BatchSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const isEnded = step === 'ended'
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { serviceId, serviceName: name, brand, count } = batch
  const tile = shop?.tileSelling(serviceId)
  return (
    <TicketSummary>
      {isMixed(batch) ? (
        <SummaryHead title={t('lines.count', { count })} />
      ) : (
        <SummaryHead
          picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={name} size="sm" />}
          title={<bdi>{name}</bdi>}
          note={brand}
        />
      )}
      <SummaryRule />
      <dl>
        {!isMixed(batch) && (
          <>
            <RecipientLines of={batch} />
            <SummaryLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SummaryLine>
            <SummaryLine label={t('money.faceValue')}>{formats.money(batch.pays)}</SummaryLine>
          </>
        )}
        <SummaryLine label={t('batch.sold')}>
          {t(isMixed(batch) ? 'lines.allSold' : 'batch.allSold', {
            count: counts.sold,
            amount: formats.money(money.sold),
          })}
        </SummaryLine>
        {counts.open > 0 && <SummaryLine label={t('batch.notDecidedSum')}>{formats.money(money.open)}</SummaryLine>}
      </dl>
      <SummaryRule />
      <dl>
        <SummaryTotal label={t(isEnded ? 'sale.customerPaid' : 'money.customerPays')}>
          <Money money={isEnded ? money.paid : money.total} size="total" />
        </SummaryTotal>
        <PaymentLines of={{ ...batch, pays: batch.total }} parts={money.paidBy} change={batch.change ?? null} />
      </dl>
    </TicketSummary>
  )
}

type NoBatchProps = { why: 'loading' | 'server-unreachable' | 'lost' | 'missing'; onReadAgain: () => void }

export function NoBatch({ why, onReadAgain }: NoBatchProps) {
  const t = useText()
  const navigate = useNavigate()
  if (why === 'loading') {
    return (
      <PageLayout>
        <p className="text-ink-2">{t('batch.looking')}</p>
      </PageLayout>
    )
  }
  const isAway = why === 'server-unreachable'
  const [heading, hint] =
    why === 'missing'
      ? (['batch.missing', 'batch.missingHint'] as const)
      : ([`sale.${why}`, `sale.${why}Hint`] as const)
  return (
    <PageLayout>
      <section className="rounded-3 border-1 border-line bg-surface p-4 md:px-5" role="alert">
        <h1 className="text-4">{t(heading)}</h1>
        <p className="mt-2 mb-4 text-ink-2">{t(hint)}</p>
        <Button size="lg" onClick={isAway ? onReadAgain : () => void navigate(paths.sell())}>
          {t(isAway ? 'sale.tryConnection' : 'sale.backToSelling')}
        </Button>
      </section>
    </PageLayout>
  )
}
