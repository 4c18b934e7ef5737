import { Check, CircleHelp, Clock, TriangleAlert, X, type LucideIcon } from 'lucide-react'

import { firstName } from '../../../i18n/person-name.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText, type Text } from '../../../i18n/use-text.ts'
import { StateBanner } from '../../../ui/StateBanner.tsx'
import type { StateTone } from '../../../ui/StateChip.tsx'
import { lineUnderWay, type StopWords } from './batch-stop.ts'
import type { ShownBatch, StepFailure } from './use-batch.ts'

type BatchBannerProps = { shown: ShownBatch; failure: StepFailure | undefined }

type Look = { tone: Exclude<StateTone, 'open'>; Icon: LucideIcon }

const BAD: Look = { tone: 'bad', Icon: X }
const NOT_KNOWN: Look = { tone: 'unk', Icon: CircleHelp }
const ATTENTION: Look = { tone: 'unk', Icon: TriangleAlert }
const WAITING: Look = { tone: 'wait', Icon: Clock }
const SOLD_IN_PART: Look = { tone: 'ok', Icon: Check }

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
  'duplicate-blocked': ATTENTION,
  'confirm-duplicate': ATTENTION,
  'not-sellable': BAD,
  'selling-stopped': BAD,
  'service-unreachable': BAD,
  'disk-full': BAD,
}

/** How far the quantity came, in a few words, and why it did not go on. */
export function BatchBanner({ shown, failure }: BatchBannerProps) {
  const t = useText()
  const { batch, counts, step } = shown
  const of = batch.count
  if (step === 'selling') {
    const underWay = lineUnderWay(batch)
    return (
      <StateBanner
        tone="wait"
        icon={<Clock className="ic" size={32} />}
        heading={t('batch.selling', { line: Math.min(counts.sold + 1, of), of })}
      >
        <p>{underWay ? t(`batch.reason.${underWay.why}`, { line: underWay.line }) : t('batch.sellingHint')}</p>
        {failure && <p role="alert">{t(`failure.${failure.code}`)}</p>}
      </StateBanner>
    )
  }
  if (step === 'ended') return <EndedBanner shown={shown} />
  const { tone, Icon } = lookOfStop(shown, failure)
  return (
    <StateBanner
      tone={tone}
      icon={<Icon className="ic" size={32} />}
      heading={t('batch.stopped', { sold: counts.sold, of })}
    >
      <p>{tellStop(t, shown, failure)}</p>
    </StateBanner>
  )
}

function EndedBanner({ shown: { batch, counts, money, stoppedBy } }: { shown: ShownBatch }) {
  const t = useText()
  const formats = useFormats()
  const of = batch.count
  if (counts.sold === of) {
    return (
      <StateBanner tone="ok" icon={<Check className="ic" size={32} />} heading={t('state.succeeded.heading')}>
        <p>{t('batch.allSold', { count: of, amount: formats.money(money.total) })}</p>
      </StateBanner>
    )
  }
  const left = counts.sold + counts.open > 0 ? 'batch.ended' : 'sale.nothingCharged'
  const { tone, Icon } = counts.open > 0 ? NOT_KNOWN : counts.sold > 0 ? SOLD_IN_PART : BAD
  return (
    <StateBanner
      tone={tone}
      icon={<Icon className="ic" size={32} />}
      heading={t('batch.soldOf', { sold: counts.sold, of })}
    >
      <p>{stoppedBy === undefined ? t(left) : t('batch.stoppedBy', { name: firstName(stoppedBy) })}</p>
    </StateBanner>
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
