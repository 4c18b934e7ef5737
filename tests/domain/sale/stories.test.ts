import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isFinal, isComplete, type SaleState } from '#domain/sale/sale.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/step.ts'
import type { Answer } from '#domain/transaction.ts'
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

/** What is told of one moment: which call is answered and how, or what a person does. A call left after the last moment, or long before. */
type Beat = {
  wait: number
  tookMs: number
  what: SaleInput['kind'] | 'next'
  answer: Answer
  /** Selling is stopped at that moment. */
  isStopped: boolean
}

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(says(-1)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(-2, 0, 1, 2, 3, 4, 5, 6, 'unlisted' as const).map((state) => says(state)),
  },
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

/** Anything at any time, as no real proxy would have it. */
const chaos = beats([
  'check-answered',
  'confirm-answered',
  'find-answered',
  'find-answered',
  'approved',
  'abandoned',
  'poll-requested',
  'expired',
  'restarted',
  'taken-over',
  'resolved',
  'refunded',
  'acknowledged',
  'revealed',
  'delivered',
])
/** What is due is done and answered somehow; between, people and restarts. */
const life = beats([
  ...Array.from({ length: 8 }, () => 'next' as const),
  'approved',
  'approved',
  'approved',
  'abandoned',
  'poll-requested',
  'restarted',
  'taken-over',
  'resolved',
  'refunded',
  'acknowledged',
  'revealed',
  'delivered',
])
const losing: Beat['what'][] = [
  ...Array.from({ length: 12 }, () => 'next' as const),
  'approved',
  'abandoned',
  'resolved',
  'refunded',
  'acknowledged',
]
/** Answers lost and finds that say -1, soon: as where a confirm goes again by itself. */
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
  // It begins with a check that went well, and an approval.
  .map((story): Beat[] => [
    { wait: 0, tookMs: 1, what: 'next', answer: says(-1), isStopped: false },
    { wait: 1, tookMs: 1, what: 'approved', answer: says(-1), isStopped: false },
    { wait: 0, tookMs: 1, what: 'next', answer: lost(), isStopped: false },
    ...story,
  ])
const stories = fc.oneof(chaos, life, losses)

function tell(story: readonly Beat[]): Chapter[] {
  // Every other story is of a voucher.
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
    case 'refunded':
      return { kind: what, by: amal }
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
      return { kind: what }
    default:
      return { kind: what, answered }
  }
}

function inEveryStory(check: (chapters: Chapter[]) => void) {
  fc.assert(
    fc.property(stories, (story) => check(tell(story))),
    { numRuns: 1_000 },
  )
}

const transactionIn = (input: SaleInput) =>
  'answered' in input && input.answered.answer.kind === 'transaction' ? input.answered.answer.transaction : undefined

describe('in every story of a sale', () => {
  it('nothing throws, and a record can be written down and read back', () => {
    inEveryStory((chapters) => {
      for (const { after } of chapters) expect(JSON.parse(JSON.stringify(after))).toEqual(after)
    })
  })

  it('a settled sale stays in its state for good, and only the flag is added to it', () => {
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

  it('confirm is next only while confirming, by an approval, and each approval needs its own', () => {
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
        // Only the approval itself, a proof, or a confirm of which no byte left makes it due.
        if (before.next?.kind !== 'confirm' && !events.includes('confirm-repeated')) expect(input.kind).toBe('approved')
      }
    })
  })

  it('a confirm that may have left is due again only by another approval, or once by itself (rule 6)', () => {
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
        // Nothing that this process approved, or knows of an answer, outlives it.
        if (input.kind === 'restarted') [mayHaveLeft, approvedAt] = [true, Infinity]
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

  it('what a supervisor closed is never confirmed or given up, and stays closed', () => {
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

  it('is closed, taken over, given back and seen only by a person who does so', () => {
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

  it('money is to be given back only for a sale that somebody approved, and not for one that is sold', () => {
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

  it('states only move up', () => {
    const MAY_BECOME: Record<SaleState, SaleState[]> = {
      opened: ['refused', 'checked', 'pending', 'succeeded', 'cancelled', 'replaced'],
      refused: [],
      checked: ['confirming', 'abandoned'],
      confirming: ['unknown', 'not-executed', 'pending', 'succeeded', 'failed', 'cancelled', 'replaced'],
      unknown: ['not-executed', 'confirming', 'pending', 'succeeded', 'failed', 'cancelled', 'replaced'],
      pending: ['succeeded', 'failed', 'cancelled', 'replaced'],
      'not-executed': ['confirming', 'abandoned', 'pending', 'succeeded', 'failed', 'cancelled', 'replaced'],
      succeeded: [],
      failed: [],
      cancelled: [],
      replaced: [],
      abandoned: [],
    }
    inEveryStory((chapters) => {
      for (const { before, after } of chapters) {
        if (after.state !== before.state) expect(MAY_BECOME[before.state]).toContain(after.state)
      }
    })
  })

  it('what moved is never called not executed, nor given up, nor confirmed again', () => {
    inEveryStory((chapters) => {
      let hasStarted = false
      for (const { after } of chapters) {
        if (after.state === 'pending') hasStarted = true
        if (hasStarted) expect(['pending', 'succeeded', 'failed', 'cancelled', 'replaced']).toContain(after.state)
        if (after.hasStarted) hasStarted = true
      }
    })
  })

  it('a sale becomes sold or failed only by an answer that names it and says so', () => {
    inEveryStory((chapters) => {
      for (const { input, before, after } of chapters) {
        if (after.state === before.state) continue
        const named = transactionIn(input)
        const state = { succeeded: 1, failed: 2, cancelled: 3, replaced: 4 }[after.state as string]
        if (state === undefined) continue
        expect(named?.state).toBe(state)
        expect(named?.saleId).toBe(before.id)
        if (before.transactionId !== undefined) expect(named?.id).toBe(before.transactionId)
      }
    })
  })

  it('not executed is proven by two -1 of this sale, asked after its last confirm, a pause apart, or by nothing sent', () => {
    inEveryStory((chapters) => {
      let confirmAt = -Infinity
      let proofs: { sentAt: number; answeredAt: number }[] = []
      for (const { input, now, before, after, events } of chapters) {
        if (events.includes('approved') || input.kind === 'restarted') {
          confirmAt = input.kind === 'restarted' ? now - 1 : now
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
          named.id === before.transactionId
        ) {
          proofs.push(input.answered)
        }
        if (!events.includes('not-executed')) continue
        expect(after.state).toBe(events.includes('confirm-repeated') ? 'confirming' : 'not-executed')
        if (input.kind === 'confirm-answered') {
          expect(input.answered.answer.kind).toBe('not-sent')
          continue
        }
        const last = proofs.at(-1)
        const isProven = proofs.some(
          (first) =>
            first.sentAt > confirmAt && last !== undefined && last.sentAt >= first.answeredAt + CONFIRM_GRACE_MS,
        )
        expect(isProven).toBe(true)
      }
    })
  })

  it('an unsettled sale always knows what is next', () => {
    inEveryStory((chapters) => {
      for (const { after, now } of chapters) {
        // A supervisor's word ends the questions after a month.
        if (!isComplete(after) && !(after.resolution && now - after.resolution.at >= 30 * DAY))
          expect(after.next).toBeDefined()
        if (after.next) expect(after.next.at).toBeGreaterThanOrEqual(after.state === 'confirming' ? 0 : OPENED_AT)
        if (after.next?.kind === 'find') expect(after.next.at).toBeLessThanOrEqual(now + 1.1 * DAY)
      }
    })
  })

  it('a voucher is sold with its code or asked about until it comes, and is handed over only by a person', () => {
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

  it('what does not change is the very same record', () => {
    inEveryStory((chapters) => {
      for (const { before, after, events } of chapters) {
        if (after === before) expect(events).toEqual([])
      }
    })
  })
})

describe('the stories themselves', () => {
  it('reach every state, so that the rules above are really tried', () => {
    const reached = new Set<SaleState>()
    const told = new Set<string>()
    for (const story of fc.sample(stories, { numRuns: 3_000, seed: 20 })) {
      for (const { after, events } of tell(story)) {
        reached.add(after.state)
        for (const kind of events) told.add(kind)
        if (after.conflicting) told.add('disputed flag')
      }
    }
    expect([...reached].toSorted()).toEqual(
      [
        'abandoned',
        'cancelled',
        'checked',
        'confirming',
        'failed',
        'not-executed',
        'opened',
        'pending',
        'refused',
        'replaced',
        'succeeded',
        'unknown',
      ].toSorted(),
    )
    expect([...told]).toEqual(
      expect.arrayContaining(
        'confirm-not-sent confirm-lost confirm-refused confirm-repeated still-reserved conflict restarted resolved taken-over refunded acknowledged unclear-answers'.split(
          ' ',
        ),
      ),
    )
  })
})
