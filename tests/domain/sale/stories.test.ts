import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isFinal, isComplete, SALE_STATES, type SaleState } from '#domain/sale/sale.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import { atLevel } from '../../support/level.ts'
import {
  aContext,
  amal,
  anAmount,
  aSaleId,
  DAY,
  hamad,
  HOUR,
  joseph,
  kindsOf,
  lost,
  MINUTE,
  notSent,
  OPENED_AT,
  openedSale,
  refuses,
  says,
  SECOND,
  CONFIRM_GRACE_MS,
  theirId,
  till,
} from '../../support/sales.ts'

type Chapter = {
  input: SaleInput
  now: number
  isStopped: boolean
  before: SaleRecord
  after: SaleRecord
  events: string[]
}

type Deed = Exclude<SaleInput['kind'], `print-${string}` | 'print-outcome-unknown' | 'receipt-mailed'>

/**
 * One moment of a story: a call that is answered, or an action of a person. The call was sent after the previous
 * moment, or long before it.
 */
type Beat = {
  wait: number
  tookMs: number
  what: Deed | 'next'
  answer: Answer
  isStopped: boolean
}

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(says(-1)) },
  { weight: 4, arbitrary: fc.constantFrom(-2, 0, 1, 2, 3, 4, 5, 6, 'unlisted' as const).map((state) => says(state)) },
  { weight: 2, arbitrary: fc.constantFrom(1, 2).map((state) => says(state, { hasCode: true })) },
  { weight: 1, arbitrary: fc.constant(says(1, { hasCode: true, isOtherCode: true })) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 2).map((state) => says(state, { id: theirId('other') })) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 2).map((state) => says(state, { saleId: aSaleId('B') })) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1).map((state) => says(state, { cost: anAmount('99') })) },
  { weight: 1, arbitrary: fc.constant(says(-1, { account: '97141234567' })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 2, 5, 20, 22, 23, 50, 60, 101, 105, 201, 1000, 1001, 1200, 77, 'unreadable' as const)
      .map((code) => refuses(code)),
  },
  { weight: 2, arbitrary: fc.constantFrom(lost(), lost('reset'), lost('too-big')) },
  { weight: 2, arbitrary: fc.constantFrom(notSent(), notSent('busy'), notSent('stopping')) },
)

const someTime = fc.oneof(
  fc.constantFrom(0, 1, SECOND, 5 * SECOND, CONFIRM_GRACE_MS, MINUTE, 2 * MINUTE, 10 * MINUTE, HOUR, DAY, 31 * DAY),
  fc.nat(2 * MINUTE),
)

const beats = (whats: readonly Beat['what'][]): fc.Arbitrary<Beat[]> =>
  fc.array(
    fc.record({
      wait: someTime,
      tookMs: fc.oneof(fc.constantFrom(0, 1, 100), fc.nat(MINUTE)),
      what: fc.constantFrom(...whats),
      answer: anyAnswer,
      isStopped: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    }),
    { minLength: 1, maxLength: 30 },
  )

const BY_PEOPLE = ['taken-over', 'resolved', 'refunded', 'acknowledged', 'revealed', 'delivered'] as const
/** Any input at any time, even in an order that no real server would produce. */
const chaos = beats([
  ...(['check-answered', 'confirm-answered', 'find-answered', 'find-answered'] as const),
  ...(['approved', 'abandoned', 'poll-requested', 'expired', 'restarted', 'restored'] as const),
  ...BY_PEOPLE,
])
/** The next action is always answered, with actions of people and restarts in between. */
const life = beats([
  ...Array.from({ length: 8 }, () => 'next' as const),
  ...(['approved', 'approved', 'approved', 'abandoned', 'poll-requested', 'restarted', 'restored'] as const),
  ...BY_PEOPLE,
])
const losing: Beat['what'][] = [
  ...Array.from({ length: 12 }, () => 'next' as const),
  ...(['approved', 'abandoned', 'resolved', 'refunded', 'acknowledged'] as const),
]
/** Lost answers, and finds that return -1 soon, as before an automatic repetition of a confirm. */
const losses = fc
  .array(
    fc.record({
      wait: fc.nat(30 * SECOND),
      tookMs: fc.constantFrom(0, 1, 100),
      what: fc.constantFrom(...losing),
      answer: fc.oneof(
        { weight: 6, arbitrary: fc.constant(says(-1)) },
        {
          weight: 3,
          arbitrary: fc.constantFrom(lost(), refuses(60), refuses(23), refuses(1), notSent(), refuses(1001)),
        },
        { weight: 1, arbitrary: anyAnswer },
      ),
      isStopped: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 8, maxLength: 20 },
  )
  .map((story): Beat[] => [
    { wait: 0, tookMs: 1, what: 'next', answer: says(-1), isStopped: false },
    { wait: 1, tookMs: 1, what: 'approved', answer: says(-1), isStopped: false },
    { wait: 0, tookMs: 1, what: 'next', answer: lost(), isStopped: false },
    ...story,
  ])
const stories = fc.oneof(chaos, life, losses)

function tell(story: readonly Beat[]): Chapter[] {
  let sale = story.length % 2 === 0 ? openedSale() : openedSale({ kind: 'voucher' })
  let now = OPENED_AT
  const chapters: Chapter[] = []
  for (const { wait, tookMs, what, answer, isStopped } of story) {
    let sentAt = now + wait
    if (what === 'next') sentAt = Math.max(now, sale.next?.at ?? now)
    now = what === 'next' ? sentAt + tookMs : sentAt
    const input = inputOf(sale, what, answer, what === 'next' ? sentAt : now - tookMs, now)
    if (!input) continue
    const context = aContext(now, { jitter: (tookMs % 10) / 10, isSellingStopped: isStopped })
    const { sale: after, events } = stepSale(sale, input, context)
    chapters.push({ input, now, isStopped, before: sale, after, events: kindsOf(events) })
    sale = after
  }
  return chapters
}

function inputOf(
  sale: SaleRecord,
  what: Beat['what'],
  answer: Answer,
  sentAt: number,
  answeredAt: number,
): SaleInput | undefined {
  const answered = { answer, sentAt, answeredAt }
  switch (what) {
    case 'next':
      if (!sale.next) return undefined
      return sale.next.kind === 'expire' ? { kind: 'expired' } : { kind: `${sale.next.kind}-answered`, answered }
    case 'approved':
      return { kind: 'approved', by: amal, terminal: till }
    case 'abandoned':
    case 'poll-requested':
      return { kind: what, by: amal }
    case 'refunded':
      return { kind: what, by: amal, terminal: till }
    case 'taken-over':
      return { kind: what, by: answeredAt % 2 ? amal : joseph }
    case 'resolved':
      return { kind: what, outcome: answeredAt % 2 ? 'sold' : 'not-sold', note: 'Support said so', by: hamad }
    case 'acknowledged':
      return { kind: what, by: hamad, as: answeredAt % 2 ? 'cashier' : 'supervisor' }
    case 'revealed':
      return { kind: what, by: amal, what: answeredAt % 2 ? 'code' : 'receipt' }
    case 'delivered':
      return { kind: what, by: amal, method: answeredAt % 2 ? 'printed' : 'given' }
    case 'expired':
    case 'restarted':
    case 'restored':
      return { kind: what }
    default:
      return { kind: what, answered }
  }
}

function inEveryStory(check: (chapters: Chapter[]) => void) {
  fc.assert(
    fc.property(stories, (story) => check(tell(story))),
    { numRuns: atLevel(60, 1_000) },
  )
}

const isNewProcess = ({ kind }: SaleInput) => kind === 'restarted' || kind === 'restored'

const transactionIn = (input: SaleInput) =>
  'answered' in input && input.answered.answer.kind === 'transaction' ? input.answered.answer.transaction : undefined

describe('in every story of a sale', () => {
  it('nothing throws in any story, and every record can be stored and read back', () => {
    inEveryStory((chapters) => {
      for (const { after } of chapters) expect(JSON.parse(JSON.stringify(after))).toEqual(after)
    })
  })

  it('a final sale never changes its state, and may only become conflicting', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after } of chapters) {
        if (!isFinal(before.state)) continue
        expect(after.state).toBe(before.state)
        expect(after.finalAt).toBe(before.finalAt)
        expect(after.problem).toEqual(before.problem)
        if (before.conflicting && input.kind !== 'resolved') expect(after.conflicting).toBe(true)
      }
    })
  })

  it('a confirm is due only while confirming, and only after an approval of its own', () => {
    inEveryStory((chapters) => {
      let approvals = 0
      for (const { input, before, after, events } of chapters) {
        if (events.includes('approved')) {
          expect(input.kind).toBe('approved')
          expect(['checked', 'not-executed']).toContain(before.state)
          approvals++
        }
        if (after.next?.kind !== 'confirm') continue
        expect(approvals).toBeGreaterThan(0)
        expect(after.state).toBe('confirming')
        expect(after.approval).toBeDefined()
        // Only an approval, a proof or a confirm that was not sent makes a confirm due.
        if (before.next?.kind !== 'confirm' && !events.includes('confirm-repeated')) expect(input.kind).toBe('approved')
      }
    })
  })

  it('a confirm that may have been sent is due again only by another approval, or once automatically (rule 6)', () => {
    inEveryStory((chapters) => {
      let mayHaveLeft = false
      let endings: Answer[] = []
      let approvedAt = Infinity
      let timesAgain = 0
      for (const { input, now, isStopped, before, after, events } of chapters) {
        if (events.includes('approved')) [mayHaveLeft, approvedAt] = [false, now]
        const isAnswered = input.kind === 'confirm-answered' && before.state === 'confirming'
        if (isAnswered && input.answered.answer.kind !== 'not-sent') {
          mayHaveLeft = true
          endings = [...endings, input.answered.answer]
        }
        // Neither an approval nor an answer survives the process.
        if (isNewProcess(input)) [mayHaveLeft, approvedAt] = [true, Infinity]
        if (events.includes('confirm-repeated')) {
          expect(endings).toHaveLength(1)
          const [ending] = endings
          if (ending?.kind === 'refusal') expect([1, 23, 60]).toContain(ending.refusal.code)
          else expect(['lost', 'transaction']).toContain(ending?.kind)
          expect(now - approvedAt).toBeGreaterThanOrEqual(0)
          expect(now - approvedAt).toBeLessThan(2 * MINUTE)
          expect(isStopped).toBe(false)
          expect(before.resolution).toBeUndefined()
          expect(events).toContain('not-executed')
          expect(++timesAgain).toBe(1)
          mayHaveLeft = false
        }
        if (mayHaveLeft) expect(after.next?.kind).not.toBe('confirm')
      }
    })
  })

  it('a resolved sale is never confirmed or abandoned, and stays resolved', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after, events } of chapters) {
        if (!before.resolution) continue
        expect(after.resolution).toBeDefined()
        if (input.kind !== 'resolved') expect(after.resolution).toEqual(before.resolution)
        expect(events).not.toContain('approved')
        expect(events).not.toContain('confirm-repeated')
        expect(events).not.toContain('abandoned')
      }
    })
  })

  it('only a person resolves a sale, takes it over, refunds it or acknowledges it', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after } of chapters) {
        if (!before.resolution && after.resolution) expect(input.kind).toBe('resolved')
        if (before.cashier !== after.cashier) expect(input.kind).toBe('taken-over')
        if (before.refund?.done) expect(after.refund).toEqual(before.refund)
        else if (after.refund?.done) expect(input.kind).toBe('refunded')
        for (const who of ['cashier', 'supervisor'] as const)
          if (before.unread?.[who] && !after.unread?.[who]) expect(['acknowledged', 'delivered']).toContain(input.kind)
      }
    })
  })

  it('a refund becomes due only for an approved sale that is not sold', () => {
    inEveryStory((chapters) => {
      for (const { before, after } of chapters) {
        if (!after.refund || before.refund) continue
        expect(after.approval).toBeDefined()
        expect(
          after.state === 'failed' || after.state === 'abandoned' || after.resolution?.outcome === 'not-sold',
        ).toBe(true)
      }
    })
  })

  it('a state is only followed by the states of this table', () => {
    const MAY_BECOME: Partial<Record<SaleState, SaleState[]>> = {
      opened: ['refused', 'checked', 'pending', 'succeeded', 'canceled', 'replaced'],
      checked: ['confirming', 'abandoned'],
      confirming: ['unknown', 'not-executed', 'pending', 'succeeded', 'failed', 'canceled', 'replaced'],
      unknown: ['not-executed', 'confirming', 'pending', 'succeeded', 'failed', 'canceled', 'replaced'],
      pending: ['succeeded', 'failed', 'canceled', 'replaced'],
      'not-executed': ['confirming', 'abandoned', 'pending', 'succeeded', 'failed', 'canceled', 'replaced'],
    }
    inEveryStory((chapters) => {
      for (const { input, before, after } of chapters) {
        if (after.state === before.state) continue
        if (input.kind === 'restored') {
          expect(['opened', 'checked', 'confirming', 'not-executed']).toContain(before.state)
          expect(after.state).toBe('unknown')
          // The sale was not approved in this database: once it is certain that nothing was executed, it does not wait
          // for anyone's decision.
        } else if (after.state === 'abandoned' && before.state === 'unknown') expect(before.approval).toBeUndefined()
        else expect(MAY_BECOME[before.state] ?? []).toContain(after.state)
      }
    })
  })

  it('a sale that has started is never called not executed, abandoned or confirmed again', () => {
    inEveryStory((chapters) => {
      let hasStarted = false
      for (const { after } of chapters) {
        if (after.state === 'pending') hasStarted = true
        if (hasStarted) expect(['pending', 'succeeded', 'failed', 'canceled', 'replaced']).toContain(after.state)
        if (after.hasStarted) hasStarted = true
      }
    })
  })

  it('a sale becomes final only by an answer that names it and has that state', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after } of chapters) {
        if (after.state === before.state) continue
        const named = transactionIn(input)
        const state = { succeeded: 1, failed: 2, canceled: 3, replaced: 4 }[after.state as string]
        if (state === undefined) continue
        expect(named?.state).toBe(state)
        expect(named?.saleId).toBe(before.id)
        if (before.transactionId !== undefined) expect(named?.id).toBe(before.transactionId)
      }
    })
  })

  it('a sale is not executed only after two -1 with a pause, both after its last confirm, or when nothing was sent', () => {
    inEveryStory((chapters) => {
      let confirmAt = -Infinity
      let proofs: { sentAt: number; answeredAt: number }[] = []
      for (const { input, now, before, after, events } of chapters) {
        if (events.includes('approved') || isNewProcess(input)) {
          confirmAt = isNewProcess(input) ? now - 1 : now
          proofs = []
        }
        if (input.kind === 'confirm-answered' && before.state === 'confirming')
          confirmAt = Math.max(confirmAt, input.answered.sentAt)
        const named = transactionIn(input)
        if (
          input.kind === 'find-answered' &&
          before.state === 'unknown' &&
          named?.state === -1 &&
          named.saleId === before.id &&
          // A sale whose check was not answered before a restore is known only by our id.
          (before.transactionId === undefined || named.id === before.transactionId)
        )
          proofs.push(input.answered)
        if (!events.includes('not-executed')) continue
        expect(after.state).toBe(events.includes('confirm-repeated') ? 'confirming' : 'not-executed')
        if (input.kind === 'confirm-answered') {
          expect(input.answered.answer.kind).toBe('not-sent')
          continue
        }
        const lastSentAt = proofs.at(-1)?.sentAt ?? -Infinity
        const isFirst = ({ sentAt, answeredAt }: (typeof proofs)[number]) =>
          sentAt > confirmAt && lastSentAt >= answeredAt + CONFIRM_GRACE_MS
        expect(proofs.some(isFirst)).toBe(true)
      }
    })
  })

  it('an open sale always has a next action', () => {
    inEveryStory((chapters) => {
      for (const { after, now } of chapters) {
        // A resolution ends polling after a month.
        if (!isComplete(after) && !(after.resolution && now - after.resolution.at >= 30 * DAY))
          expect(after.next).toBeDefined()
        if (after.next) expect(after.next.at).toBeGreaterThanOrEqual(after.state === 'confirming' ? 0 : OPENED_AT)
        if (after.next?.kind === 'find') expect(after.next.at).toBeLessThanOrEqual(now + 1.1 * DAY)
      }
    })
  })

  it('a voucher is sold with its code or polled until it comes, and only a person delivers it', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after, events } of chapters) {
        expect(after.voucher !== undefined).toBe(after.kind === 'voucher' && after.state === 'succeeded')
        if (after.voucher === 'coming' && !after.resolution) expect(after.next?.kind).toBe('find')
        if (before.voucher === 'ready' && after.voucher !== 'ready') expect(input.kind).toBe('delivered')
        if (before.voucher === 'delivered') {
          expect(after.voucher).toBe('delivered')
          expect(after.delivered).toEqual(before.delivered)
        }
        if (before.voucher === 'coming' && after.voucher !== 'coming') {
          expect(after.voucher).toBe('ready')
          expect(transactionIn(input)?.hasCode).toBe(true)
        }
        if (before.voucher !== undefined && after.voucher === before.voucher && input.kind === 'revealed')
          expect(events).toHaveLength(1)
      }
    })
  })

  it('an unchanged record is the same object and has no events', () => {
    inEveryStory((chapters) => {
      for (const { before, after, events } of chapters) {
        if (after === before) expect(events).toEqual([])
      }
    })
  })
})

describe('the generated stories', () => {
  it('the stories reach every state and the important events', () => {
    const reached = new Set<SaleState>()
    const events = new Set<string>()
    for (const chapter of fc.sample(stories, { numRuns: atLevel(1_000, 3_000), seed: 20 }).flatMap(tell)) {
      reached.add(chapter.after.state)
      for (const kind of chapter.events) events.add(kind)
    }
    expect(reached).toEqual(new Set(SALE_STATES))
    const important = [
      ['confirm-not-sent', 'confirm-lost', 'confirm-refused', 'confirm-repeated', 'still-reserved', 'conflict'],
      ['restarted', 'resolved', 'taken-over', 'refunded', 'acknowledged', 'unclear-answers'],
    ].flat()
    expect(important.filter((kind) => !events.has(kind))).toEqual([])
  })
})
