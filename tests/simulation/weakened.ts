import type { SaleId } from '#domain/sale/id.ts'
import { withoutNext, type SaleInput, type SaleStep, type StepContext } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/step.ts'
import type { Answer, TimedAnswer } from '#domain/transaction.ts'
import type { RevealedSale } from '#proxy/sales/deliver.ts'
import type { Sales } from '#proxy/sales/sales.ts'
import type { KeySequence, KeySequenceOptions } from '#proxy/wholesaler/keys.ts'
import type { CheckContent, Wholesaler } from '#proxy/wholesaler/wholesaler.ts'
import type { Weakness } from './shop-process.ts'
import type { ViolationName } from './violation.ts'

/** A protocol without one of its rules, and the harm that reveals it. In the shop of `seed` it shows soon. */
export type Weakened = { name: string; seed?: number; weakness: Weakness; harm: ViolationName[] }

export const WEAKENED: Weakened[] = [
  {
    name: 'a confirm that timed out has failed',
    seed: 25,
    weakness: {
      step: (sale, input, context) =>
        sale.state === 'confirming' && answerTo('confirm', input)?.kind === 'lost'
          ? become(completed(sale, context.now), 'failed')
          : stepSale(sale, input, context),
    },
    harm: ['said not sold while a debit stands', 'debit without a sale that says so'],
  },
  {
    name: 'a lost confirm is sent again without a find',
    seed: 1,
    weakness: {
      step: (sale, input, context) => {
        const step = stepSale(sale, input, context)
        const isLost = sale.state === 'confirming' && step.sale.state === 'unknown' && input.kind === 'confirm-answered'
        return isLost
          ? { ...step, sale: { ...step.sale, state: 'confirming', next: { kind: 'confirm', at: context.now } } }
          : step
      },
    },
    harm: ['confirm that is not allowed', 'debited twice'],
  },
  {
    name: 'one find is proof enough',
    seed: 2,
    weakness: {
      step: (sale, input, context) =>
        stepSale(input.kind === 'find-answered' && isUnasked(sale) ? { ...sale, minusOneAt: 0 } : sale, input, context),
    },
    harm: ['said not sold while a debit stands'],
  },
  {
    name: 'no pause between the two finds',
    seed: 7,
    weakness: {
      step: (sale, input, context) => {
        const isFind = input.kind === 'find-answered' && sale.state === 'unknown'
        return stepSale(sale, input, isFind ? withoutPause(context) : context)
      },
    },
    harm: ['said not sold while a debit stands'],
  },
  {
    name: 'code 1 at confirm means not executed',
    seed: 20,
    weakness: {
      step: (sale, input, context) => {
        const answer = answerTo('confirm', input)
        const isCodeOne = answer?.kind === 'refusal' && answer.refusal.code === 1 && sale.state === 'confirming'
        const step = stepSale(sale, input, context)
        return isCodeOne ? become(step.sale, 'not-executed') : step
      },
    },
    harm: ['said not sold while a debit stands'],
  },
  {
    name: 'keys from the clock',
    seed: 17,
    weakness: { createKeys: keysFromTheClock },
    harm: ['keys do not grow'],
  },
  {
    name: 'a step is told before its group is durable',
    seed: 1,
    weakness: { disk: { tellsBeforeDurable: true } },
    harm: ['confirm without a durable approval'],
  },
  {
    name: 'the disk says done before it is',
    seed: 5,
    weakness: { disk: { lagMs: 2_000 } },
    harm: ['confirm without a durable approval', 'debit without a sale that says so'],
  },
  {
    name: 'nobody looks at the version',
    seed: 8,
    weakness: {
      sales: (sales: Sales) => ({
        ...sales,
        confirm: (id, approval, seller) => sales.confirm(id, { ...approval, version: Number.MAX_SAFE_INTEGER }, seller),
      }),
    },
    harm: ['approval of what nobody saw'],
  },
  {
    name: 'a new transaction for the second try',
    seed: 17,
    weakness: { wholesaler: withNewTransactions },
    harm: ['debit under a foreign id'],
  },
  {
    name: 'states may go down',
    seed: 3,
    weakness: {
      step: (sale, input, context) => {
        const answer = answerTo('find', input)
        const isMinusOne = answer?.kind === 'transaction' && answer.transaction.state === -1
        const step = stepSale(sale, input, context)
        return isMinusOne && sale.state === 'pending' ? become(step.sale, 'unknown') : step
      },
    },
    harm: ['state fell'],
  },
  {
    name: 'what nobody can read is as good as left out',
    seed: 4,
    weakness: {
      step: (sale, input, context) => {
        if (!('answered' in input) || input.answered.answer.kind !== 'transaction')
          return stepSale(sale, input, context)
        const { answer } = input.answered
        const { unreadable: _, ...transaction } = answer.transaction
        const answered = { ...input.answered, answer: { ...answer, transaction } }
        return stepSale(sale, { ...input, answered }, context)
      },
    },
    harm: ['checked against what nobody can read', 'nobody is told of what cannot be read'],
  },
  {
    name: 'a test transaction is a real sale once it is approved',
    seed: 1,
    weakness: {
      step: changed((after) => {
        if (after.state !== 'confirming') return after
        const { isTest: _, ...rest } = after
        return rest
      }),
    },
    harm: ['content changed'],
  },
  {
    name: 'nobody asks for a code that did not come',
    seed: 8,
    weakness: { step: changed((after) => (after.voucher === 'coming' ? withoutNext(after) : after)) },
    harm: ['nobody asks for the code'],
  },
  {
    name: 'sold is sold, with a code or without',
    seed: 1,
    weakness: { step: changed((after) => (after.voucher === 'coming' ? { ...after, voucher: 'ready' } : after)) },
    harm: ['said to have a code that nobody was given', 'duplicates live side by side'],
  },
  {
    name: 'sold without a code has failed',
    seed: 4,
    weakness: {
      step: changed((after) => {
        if (after.voucher !== 'coming') return after
        const { voucher: _, ...rest } = withoutNext(after)
        return { ...rest, state: 'failed' }
      }),
    },
    harm: ['said not sold while a debit stands', 'debit without a sale that says so'],
  },
  {
    name: 'the code is noted as the time of the service',
    seed: 1,
    weakness: { wholesaler: withCodesAsTimes },
    harm: ['secret at rest'],
  },
  {
    name: 'a code is shown from memory',
    seed: 4,
    weakness: { sales: withCodesByHeart },
    harm: ['shown, and not written down before'],
  },
  {
    name: 'anybody may look at a code',
    seed: 5,
    weakness: {
      sales: (sales) => ({
        ...sales,
        reveal: (id, _, { person, terminal }) =>
          sales.reveal(
            id,
            { reason: 'asked', hasStepUp: true },
            { person: { ...person, role: 'supervisor' }, terminal },
          ),
      }),
    },
    harm: ['code shown to somebody who may not see it'],
  },
  {
    name: 'nobody counts the showings',
    seed: 3,
    weakness: { step: changed((after) => ({ ...after, revealCount: 0 })) },
    harm: ['showings miscounted'],
  },
  {
    name: 'another code is as good',
    seed: 1,
    weakness: {
      step: (sale, input, context) => {
        const answer = answerTo('find', input)
        if (answer?.kind !== 'transaction' || !('answered' in input)) return stepSale(sale, input, context)
        const { isOtherCode: _, ...transaction } = answer.transaction
        const answered = { ...input.answered, answer: { ...answer, transaction } }
        return stepSale(sale, { ...input, answered }, context)
      },
    },
    harm: ['another code, and not disputed'],
  },
  {
    name: 'another code is a contradiction',
    seed: 1,
    weakness: {
      step: (sale, input, context) => {
        const step = stepSale(sale, input, context)
        const events = step.events.map((event) => (event.code === 'other-code' ? { ...event, code: 'code' } : event))
        return { ...step, events }
      },
    },
    harm: ['selling stopped without a contradiction'],
  },
  {
    name: 'limits are looked at before the commit',
    seed: 9,
    weakness: { disk: { looksAtLimitsBeforeMs: 30_000 } },
    harm: ['above a limit, and nobody let it go'],
  },
  {
    name: 'a word on one limit lifts them all',
    seed: 9,
    weakness: { disk: { takesOneWordForAll: true } },
    harm: ['above a limit, and nobody let it go'],
  },
  {
    name: 'anyone who types their PIN lets more go',
    seed: 9,
    weakness: {
      sales: (sales) => ({
        ...sales,
        confirm: (id, approval, seller) => {
          const { approver } = approval
          const lifted = approver && { ...approver, staffId: 'supervisor-2' }
          return sales.confirm(id, { ...approval, approver: lifted }, seller)
        },
      }),
    },
    harm: ['let go by somebody who may not'],
  },
  {
    name: 'supervisors pass without the PIN',
    seed: 9,
    weakness: { disk: { letsSupervisorsPass: true } },
    harm: ['above a limit, and nobody let it go'],
  },
  {
    name: 'at a kiosk the role of the sign-in counts',
    seed: 12,
    weakness: {
      sales: (sales) => ({
        ...sales,
        confirm: (id, approval, { person, terminal }) => {
          const role = person.id.startsWith('supervisor') ? 'supervisor' : person.role
          return sales.confirm(id, approval, { person: { ...person, role }, terminal })
        },
      }),
    },
    harm: ['let go by somebody who may not'],
  },
  {
    name: 'how it was paid is noted with the answer',
    seed: 1,
    weakness: {
      step: (sale, input, context) => {
        const step = stepSale(sale, input, context)
        if (step.sale === sale || input.kind === 'find-answered') return step
        const { paidBy, given: _, ...rest } = step.sale
        return { ...step, sale: input.kind === 'confirm-answered' ? { ...rest, paidBy: paidBy ?? 'cash' } : rest }
      },
    },
    harm: ['sent without a payment', 'payment changed without an approval'],
  },
  {
    name: 'a confirm that is sent again is paid by card',
    seed: 1,
    weakness: {
      step: (sale, input, context) =>
        stepSale(
          sale,
          input.kind === 'approved' && sale.state === 'not-executed'
            ? { ...input, payment: { paidBy: 'card' } }
            : input,
          context,
        ),
    },
    harm: ['payment that nobody said'],
  },
  {
    name: 'the code that came before is shown',
    seed: 1,
    weakness: { sales: withTheCodeBefore },
    harm: ['code of another sale shown'],
  },
]

/** The rules, followed by a change. */
function changed(change: (after: SaleRecord) => SaleRecord): typeof stepSale {
  return (sale, input, context) => {
    const step = stepSale(sale, input, context)
    return step.sale === sale ? step : { ...step, sale: change(step.sale) }
  }
}

function answerTo(call: 'confirm' | 'find', input: SaleInput): Answer | undefined {
  return input.kind === `${call}-answered` && 'answered' in input ? input.answered.answer : undefined
}

const become = (sale: SaleRecord, state: SaleRecord['state']): SaleStep => ({ sale: { ...sale, state }, events: [] })

const completed = (sale: SaleRecord, now: number): SaleRecord => ({ ...withoutNext(sale), finalAt: now })

const isUnasked = (sale: SaleRecord) => sale.state === 'unknown' && sale.minusOneAt === undefined

const withoutPause = (context: StepContext): StepContext => ({
  ...context,
  confirmGraceMs: 1,
  pollInterval: { ...context.pollInterval, firstMs: 1 },
})

function keysFromTheClock({ clock }: KeySequenceOptions): KeySequence {
  return { next: async () => BigInt(Math.floor(clock.wall())), recordServiceDate: () => {}, facts: () => ({}) }
}

/** A second confirm of the same sale gets a new transaction. */
function withNewTransactions(wholesaler: Wholesaler): Wholesaler {
  const confirmed = new Set<SaleId>()
  const checked = new Map<SaleId, CheckContent>()
  return {
    ...wholesaler,
    check: (sale, withinMs) => {
      checked.set(sale.id, sale)
      return wholesaler.check(sale, withinMs)
    },
    confirm: async ({ id, amount }) => {
      const content = checked.get(id)
      if (!confirmed.has(id) || !content) {
        confirmed.add(id)
        return wholesaler.confirm({ id, amount })
      }
      const other = `${id}-2` as SaleId
      await wholesaler.check({ ...content, id: other, amount })
      return wholesaler.confirm({ id: other, amount })
    },
  }
}

function withCodesAsTimes(wholesaler: Wholesaler): Wholesaler {
  const noted = (answered: TimedAnswer): TimedAnswer => {
    const { answer } = answered
    if (answer.kind !== 'transaction' || !answer.voucher?.number) return answered
    const transaction = { ...answer.transaction, time: answer.voucher.number }
    return { ...answered, answer: { ...answer, transaction } }
  }
  return {
    ...wholesaler,
    confirm: async (sale) => noted(await wholesaler.confirm(sale)),
    find: async (by, withinMs) => noted(await wholesaler.find(by, withinMs)),
  }
}

/** A code that was revealed once is revealed again without a check or a record. */
function withCodesByHeart(sales: Sales): Sales {
  const shown = new Map<SaleId, RevealedSale>()
  return {
    ...sales,
    reveal: async (id, request, seller) => {
      const before = shown.get(id)
      if (before) return before
      const answer = await sales.reveal(id, request, seller)
      if (answer.voucher) shown.set(id, answer)
      return answer
    },
  }
}

/** All sales share one place for their code, so a reveal returns the code of the previous one. */
function withTheCodeBefore(sales: Sales): Sales {
  let drawer: RevealedSale['voucher']
  return {
    ...sales,
    reveal: async (id, request, seller) => {
      const answer = await sales.reveal(id, request, seller)
      if (!answer.voucher) return answer
      const voucher = drawer ?? answer.voucher
      drawer = answer.voucher
      return { ...answer, voucher }
    },
  }
}
