import type { SaleId } from '#domain/sale/id.ts'
import { withoutNext, type SaleApproval, type SaleInput, type SaleStep, type StepContext } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Answer, TimedAnswer, Transaction } from '#domain/wallet/transaction.ts'
import type { RevealedSale } from '#server/sales/deliver.ts'
import type { Sales } from '#server/sales/sales.ts'
import type { KeySequence, KeySequenceOptions } from '#server/wholesaler/keys.ts'
import type { CheckContent, Wholesaler } from '#server/wholesaler/wholesaler.ts'
import type { Weakness } from './shop-process.ts'

/**
 * A protocol without one of its rules, and the harm that reveals it in the shop that `at` defines: a seed and a number
 * of sales.
 */
export type Weakened = Weakness & { at?: [seed: number, sales?: number]; harm: string[] }

export const WEAKENED: Record<string, Weakened> = {
  'a confirm that timed out counts as failed': {
    at: [11, 25],
    harm: ['said not sold while a debit stands', 'debit without a sale that says so'],
    step: (sale, input, context) =>
      sale.state === 'confirming' && answerTo('confirm', input)?.kind === 'lost'
        ? become(completed(sale, context.now), 'failed')
        : stepSale(sale, input, context),
  },
  'a lost confirm is sent again without a find': {
    at: [1, 40],
    harm: ['confirm that is not allowed', 'debited twice'],
    step: (sale, input, context) => {
      const step = stepSale(sale, input, context)
      const isLost = sale.state === 'confirming' && step.sale.state === 'unknown' && input.kind === 'confirm-answered'
      return isLost
        ? { ...step, sale: { ...step.sale, state: 'confirming', next: { kind: 'confirm', at: context.now } } }
        : step
    },
  },
  'one find is proof enough': {
    at: [2],
    harm: ['said not sold while a debit stands'],
    step: (sale, input, context) =>
      stepSale(input.kind === 'find-answered' && isUnasked(sale) ? { ...sale, minusOneAt: 0 } : sale, input, context),
  },
  'no pause between the two finds': {
    at: [7],
    harm: ['said not sold while a debit stands'],
    step: (sale, input, context) => {
      const isFind = input.kind === 'find-answered' && sale.state === 'unknown'
      return stepSale(sale, input, isFind ? withoutPause(context) : context)
    },
  },
  'code 1 at confirm means not executed': {
    at: [15, 40],
    harm: ['said not sold while a debit stands'],
    step: (sale, input, context) => {
      const answer = answerTo('confirm', input)
      const isCodeOne = answer?.kind === 'refusal' && answer.refusal.code === 1 && sale.state === 'confirming'
      const step = stepSale(sale, input, context)
      return isCodeOne ? become(step.sale, 'not-executed') : step
    },
  },
  'keys from the clock': { at: [17], harm: ['keys do not grow'], createKeys: keysFromTheClock },
  'a step is reported before its group is durable': {
    harm: ['confirm without a durable approval'],
    disk: { tellsBeforeDurable: true },
  },
  'the disk reports completion too early': {
    at: [9, 25],
    harm: ['confirm without a durable approval', 'debit without a sale that says so'],
    disk: { lagMs: 2_000 },
  },
  'the version is not checked': {
    at: [58, 25],
    harm: ['approval of what nobody saw'],
    sales: confirmsThat((approval, seller) => [{ ...approval, version: Number.MAX_SAFE_INTEGER }, seller]),
  },
  'a new transaction for the second try': {
    at: [10, 40],
    harm: ['debit under a foreign id'],
    wholesaler: withNewTransactions,
  },
  'states may go down': {
    at: [3],
    harm: ['state fell'],
    step: (sale, input, context) => {
      const answer = answerTo('find', input)
      const isMinusOne = answer?.kind === 'transaction' && answer.transaction.state === -1
      const step = stepSale(sale, input, context)
      return isMinusOne && sale.state === 'pending' ? become(step.sale, 'unknown') : step
    },
  },
  'an unreadable field counts as missing': {
    at: [8, 25],
    harm: ['checked against what nobody can read', 'nobody is told of what cannot be read'],
    step: (sale, input, context) => stepSale(sale, withoutFields(input, 'unreadable'), context),
  },
  'a test transaction is a real sale once it is approved': {
    harm: ['content changed'],
    step: changed((after) => {
      if (after.state !== 'confirming') return after
      const { isTest: _, ...rest } = after
      return rest
    }),
  },
  'a missing code is not polled for': {
    at: [8],
    harm: ['nobody asks for the code'],
    step: changed((after) => (after.voucher === 'coming' ? withoutNext(after) : after)),
  },
  'a sold voucher is complete, with a code or without': {
    harm: ['said to have a code that nobody was given', 'duplicates live side by side'],
    step: changed((after) => (after.voucher === 'coming' ? { ...after, voucher: 'ready' } : after)),
  },
  'sold without a code has failed': {
    at: [25, 40],
    harm: ['said not sold while a debit stands', 'debit without a sale that says so'],
    step: changed((after) => {
      if (after.voucher !== 'coming') return after
      const { voucher: _, ...rest } = withoutNext(after)
      return { ...rest, state: 'failed' }
    }),
  },
  'the code is stored as the time of the provider': { harm: ['secret at rest'], wholesaler: withCodesAsTimes },
  'a code is shown from memory': { at: [4], harm: ['shown, and not written down before'], sales: withCodesByHeart },
  'any person may see a code': {
    at: [5],
    harm: ['code shown to somebody who may not see it'],
    sales: (sales) => ({
      ...sales,
      reveal: (id, _, { person, terminal }) =>
        sales.reveal(id, { reason: 'asked', hasStepUp: true }, { person: { ...person, role: 'supervisor' }, terminal }),
    }),
  },
  'reveals are not counted': {
    at: [3],
    harm: ['showings miscounted'],
    step: changed((after) => ({ ...after, revealCount: 0 })),
  },
  'another code replaces the first': {
    at: [5, 25],
    harm: ['another code, and not disputed'],
    step: (sale, input, context) =>
      stepSale(sale, input.kind === 'find-answered' ? withoutFields(input, 'isOtherCode') : input, context),
  },
  'another code is a contradiction': {
    at: [5, 25],
    harm: ['selling stopped without a contradiction'],
    step: (sale, input, context) => {
      const step = stepSale(sale, input, context)
      const events = step.events.map((event) => (event.code === 'other-code' ? { ...event, code: 'code' } : event))
      return { ...step, events }
    },
  },
  'limits are checked before the commit': {
    at: [9],
    harm: ['above a limit, and nobody let it go'],
    disk: { looksAtLimitsBeforeMs: 30_000 },
  },
  'an override of one limit overrides all': {
    at: [13, 40],
    harm: ['above a limit, and nobody let it go'],
    disk: { takesOneWordForAll: true },
  },
  'any person who enters their PIN can override': {
    at: [9],
    harm: ['let go by somebody who may not'],
    sales: confirmsThat(({ approver, ...approval }, seller) => {
      const lifted = approver && { ...approver, staffId: 'supervisor-2' }
      return [{ ...approval, approver: lifted }, seller]
    }),
  },
  'supervisors pass without the PIN': {
    at: [13, 40],
    harm: ['above a limit, and nobody let it go'],
    disk: { letsSupervisorsPass: true },
  },
  'at a kiosk the role of the sign-in counts': {
    at: [35],
    harm: ['let go by somebody who may not'],
    sales: confirmsThat((approval, { person, terminal }) => {
      const role = person.id.startsWith('supervisor') ? 'supervisor' : person.role
      return [approval, { person: { ...person, role }, terminal }]
    }),
  },
  'the payment is recorded with the answer': {
    harm: ['sent without a payment', 'payment changed without an approval'],
    step: (sale, input, context) => {
      const step = stepSale(sale, input, context)
      if (step.sale === sale || input.kind === 'find-answered') return step
      const { paymentMethod, split: _, cashTendered: __, ...rest } = step.sale
      return {
        ...step,
        sale: input.kind === 'confirm-answered' ? { ...rest, paymentMethod: paymentMethod ?? 'cash' } : rest,
      }
    },
  },
  'a confirm that is sent again is paid by card': {
    at: [11, 40],
    harm: ['payment that nobody said'],
    step: (sale, input, context) =>
      stepSale(
        sale,
        input.kind === 'approved' && sale.state === 'not-executed'
          ? { ...input, payment: { paymentMethod: 'card' } }
          : input,
        context,
      ),
  },
  'the second part of a payment is lost': {
    harm: ['payment that nobody said'],
    step: (sale, input, context) =>
      stepSale(sale, input.kind === 'approved' ? { ...input, ...withoutSplit(input) } : input, context),
  },
  'the second part of a payment is all of the price': {
    harm: ['parts that are not the price'],
    step: changed((sale) => (sale.split ? { ...sale, split: { ...sale.split, amount: sale.pays } } : sale)),
  },
  'the code that came before is shown': { harm: ['code of another sale shown'], sales: withTheCodeBefore },
}

function withoutSplit({ payment }: SaleApproval): Pick<SaleApproval, 'payment'> {
  if (!payment) return {}
  const { split: _, ...whole } = payment
  return { payment: whole }
}

type Confirm = Parameters<Sales['confirm']>
/** Changes on the way what a person confirms, or who confirms it. */
export function confirmsThat(change: (...asked: [Confirm[1], Confirm[2]]) => [Confirm[1], Confirm[2]]) {
  return (sales: Sales): Sales => ({
    ...sales,
    confirm: (id, approval, seller) => sales.confirm(id, ...change(approval, seller)),
  })
}

export function withoutFields(input: SaleInput, ...hidden: (keyof Transaction)[]): SaleInput {
  if (!('answered' in input) || input.answered.answer.kind !== 'transaction') return input
  const { answer } = input.answered
  const transaction: Transaction = { ...answer.transaction }
  for (const field of hidden) delete transaction[field as 'account']
  return { ...input, answered: { ...input.answered, answer: { ...answer, transaction } } }
}

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

/** All sales share one place for their codes, so a reveal returns the code of the previous sale. */
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
