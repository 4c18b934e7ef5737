import { decimal } from '#domain/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleInput, StepContext } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/step.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Wholesaler } from '#proxy/wholesaler/wholesaler.ts'
import { INTERNATIONAL } from './international.ts'
import { PACE, type Weakness } from './shop-process.ts'
import type { Weakened } from './weakened.ts'

/** Protocols of international top-ups without one of their rules (DESIGN rules 8 to 11). */
export const WEAKENED_INTERNATIONAL: Weakened[] = [
  {
    name: 'another operator is confirmed by habit',
    seed: 2,
    weakness: {
      sales: (sales) => ({
        ...sales,
        confirm: (id, approval, seller) => sales.confirm(id, { ...approval, accept: 'operator' }, seller),
      }),
    },
    harm: ['confirmed against another operator'],
  },
  {
    name: 'nobody looks at the operator',
    seed: 8,
    weakness: withoutAtCheck('providerId', 'providerName'),
    harm: ['confirmed against another operator', 'debit for something else'],
  },
  {
    name: 'nobody looks at the country',
    seed: 1,
    weakness: withoutAtCheck('countryId', 'countryName'),
    harm: ['confirmed against another country', 'debit for something else'],
  },
  {
    name: 'nobody looks whose answer it is',
    seed: 5,
    weakness: {
      ...withoutAtCheck('account', 'amount', 'amountCurrency', 'amountId'),
      disk: { forgetsHolders: true },
    },
    harm: ['transaction of two sales'],
  },
  {
    name: 'a lost check goes once more',
    seed: 1,
    weakness: { step: checkedAgainAfter('check-answered') },
    harm: ['check sent again'],
  },
  {
    name: 'a check of before the restart goes once more',
    seed: 8,
    weakness: { step: checkedAgainAfter('restarted') },
    harm: ['check sent again'],
  },
  {
    name: 'a lost check is as good as none',
    seed: 2,
    weakness: {
      step: (sale, input, context) => {
        const step = stepSale(sale, input, context)
        const isLost = isInternational(sale) && step.sale.problem?.code === 'no-answer' && step.sale.state === 'refused'
        return isLost ? { ...step, sale: { ...step.sale, problem: { code: 'offline' } } } : step
      },
    },
    harm: ['lost check is not told'],
  },
  {
    name: 'the price that was shown is not looked at',
    seed: 5,
    weakness: {
      sales: (sales) => ({
        ...sales,
        open: (id, request, seller) => {
          if (request.kind !== 'international') return sales.open(id, request, seller)
          const { shown: _, ...rest } = request
          return sales.open(id, rest, seller)
        },
      }),
    },
    harm: ['opened at a price nobody was told'],
  },
  {
    name: 'offers are told apart by their numbers',
    seed: 3,
    weakness: { disk: { comparesNumbersOfOffers: true } },
    harm: ['duplicates live side by side'],
  },
  {
    name: 'it is checked as at home',
    seed: 1,
    weakness: { wholesaler: withOurIdAtCheck },
    harm: ['request with other fields'],
  },
  {
    name: 'it is confirmed as at home',
    seed: 1,
    weakness: { wholesaler: withAmountAtConfirm },
    harm: ['request with other fields'],
  },
  {
    name: 'it is asked about as often as at home',
    seed: 1,
    weakness: { pace: { international: PACE.direct } },
    harm: ['asked too soon'],
  },
  {
    name: 'it is asked about once in five minutes',
    seed: 1,
    weakness: { pace: { international: { firstMs: 300_000, longestMs: 300_000 } } },
    harm: ['asked too late'],
  },
]

const isInternational = ({ kind }: SaleRecord) => kind === 'international'

/** The rules, with some fields of the check's answer hidden. */
function withoutAtCheck(...hidden: (keyof Transaction)[]): Weakness {
  return {
    step: (sale, input, context) => {
      if (input.kind !== 'check-answered' || input.answered.answer.kind !== 'transaction' || !isInternational(sale)) {
        return stepSale(sale, input, context)
      }
      const { answer } = input.answered
      const transaction: Transaction = { ...answer.transaction }
      for (const field of hidden) delete transaction[field as 'account']
      const answered = { ...input.answered, answer: { ...answer, transaction } }
      return stepSale(sale, { ...input, answered }, context)
    },
  }
}

function checkedAgainAfter(kind: SaleInput['kind']): typeof stepSale {
  return (sale: SaleRecord, input: SaleInput, context: StepContext) => {
    const step = stepSale(sale, input, context)
    const isLost = input.kind === kind && step.sale.state === 'refused' && step.sale.problem?.code === 'no-answer'
    if (!isLost || !isInternational(sale) || step.sale.checksSent > 1) return step
    return { sale: { ...sale, checksSent: sale.checksSent + 1, next: { kind: 'check', at: context.now } }, events: [] }
  }
}

/** The check is sent as for a recharge, with an id of ours and an amount. */
function withOurIdAtCheck(wholesaler: Wholesaler): Wholesaler {
  return {
    ...wholesaler,
    checkInternational: ({ denominationId, account }, withinMs) => {
      const id = `01JD6X${denominationId.slice(0, 20).toUpperCase()}` as SaleId
      return wholesaler.check({ id, serviceId: INTERNATIONAL, account, amount: decimal('1') }, withinMs)
    },
  }
}

function withAmountAtConfirm(wholesaler: Wholesaler): Wholesaler {
  return {
    ...wholesaler,
    confirmInternational: (transactionId: TransactionId) =>
      wholesaler.confirm({ id: transactionId as unknown as SaleId, amount: decimal('1') }),
  }
}
