import { Check, CircleHelp, Clock, TriangleAlert, X, type LucideIcon } from 'lucide-react'

import { useFormats } from '../../i18n/use-formats.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import type { StateTone } from '../../ui/StateChip.tsx'
import type { BatchCounts } from './batch-lines.ts'
import type { Plan, StopReason } from './batch-plan.ts'
import type { BatchSums } from './use-batch-money.ts'
import type { KnownBatch, StepFailure } from './use-batch.ts'

type BatchBannerProps = {
  step: 'selling' | 'stopped' | 'ended'
  known: KnownBatch & { kind: 'batch' }
  money: BatchSums
  plan: Plan
  failure: StepFailure | undefined
  /** A confirm left, and the till has not answered since. */
  isSilent: boolean
}

type Look = { tone: Exclude<StateTone, 'open'>; Icon: LucideIcon }

const STOPS: Record<StopReason, Look> = {
  'not-sold': { tone: 'bad', Icon: X },
  closed: { tone: 'bad', Icon: X },
  apart: { tone: 'bad', Icon: X },
  'not-executed': { tone: 'bad', Icon: X },
  unknown: { tone: 'unk', Icon: CircleHelp },
  'ask-supervisor': { tone: 'unk', Icon: TriangleAlert },
  waiting: { tone: 'wait', Icon: Clock },
  'no-code': { tone: 'wait', Icon: Clock },
}

const SOLD_IN_PART: Look = { tone: 'ok', Icon: Check }

/** How far the quantity came, in a few words, and why it did not go on. */
export function BatchBanner({ step, known: { of, counts }, money, plan, failure, isSilent }: BatchBannerProps) {
  const t = useText()
  const formats = useFormats()
  if (step === 'selling') {
    return (
      <StateBanner
        tone="wait"
        icon={<Clock className="ic" size={32} />}
        heading={t('batch.selling', { line: Math.min(counts.sold + 1, of), of })}
      >
        <p>{t('batch.sellingHint')}</p>
      </StateBanner>
    )
  }
  if (step === 'ended') return <EndedBanner of={of} counts={counts} amount={formats.money(money.total)} />
  const { tone, Icon } = lookOfStop(plan, failure, isSilent)
  return (
    <StateBanner
      tone={tone}
      icon={<Icon className="ic" size={32} />}
      heading={t('batch.stopped', { sold: counts.sold, of })}
    >
      <p>{tellStop(t, plan, failure, isSilent)}</p>
    </StateBanner>
  )
}

type EndedBannerProps = { of: number; counts: BatchCounts; amount: string }

function EndedBanner({ of, counts, amount }: EndedBannerProps) {
  const t = useText()
  if (counts.sold === of) {
    return (
      <StateBanner tone="ok" icon={<Check className="ic" size={32} />} heading={t('state.succeeded.heading')}>
        <p>{t('batch.allSold', { count: of, amount })}</p>
      </StateBanner>
    )
  }
  const { tone, Icon } = counts.open > 0 ? STOPS.unknown : counts.sold > 0 ? SOLD_IN_PART : STOPS['not-sold']
  return (
    <StateBanner
      tone={tone}
      icon={<Icon className="ic" size={32} />}
      heading={t('batch.soldOf', { sold: counts.sold, of })}
    >
      <p>{t(counts.sold + counts.open > 0 ? 'batch.ended' : 'sale.nothingCharged')}</p>
    </StateBanner>
  )
}

function lookOfStop(plan: Plan, failure: StepFailure | undefined, isSilent: boolean): Look {
  if (isSilent || failure?.code === 'no-answer') return STOPS.unknown
  if (plan.do === 'stop') return STOPS[plan.why]
  return plan.do === 'wait' ? STOPS.waiting : STOPS['not-sold']
}

function tellStop(t: Text, plan: Plan, failure: StepFailure | undefined, isSilent: boolean): string {
  const line = 'line' in plan ? plan.line : 0
  if (isSilent) return t('batch.why.silent', { line })
  if (failure) return t(`failure.${failure.code}`)
  if (plan.do === 'stop') return t(`batch.why.${plan.why}`, { line })
  return t(plan.do === 'wait' ? 'batch.why.waiting' : 'batch.why.next', { line })
}
