import { decimal } from '#domain/money/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleInput, StepContext } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Transaction } from '#domain/wallet/transaction.ts'
import { PACE } from '#server/sales/engine/poll-interval.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { INTERNATIONAL } from './international.ts'
import type { Weakness } from './shop-process.ts'
import { confirmsThat, withoutFields, type Weakened } from './weakened.ts'

export const WEAKENED_INTERNATIONAL: Record<string, Weakened> = {
  'another operator is confirmed by habit': {
    at: [2],
    harm: ['confirmed against another operator'],
    sales: confirmsThat((approval, seller) => [{ ...approval, accept: 'operator' }, seller]),
  },
  'the operator is not checked': {
    at: [3, 40],
    harm: ['confirmed against another operator', 'debit for something else'],
    ...withoutAtCheck('providerId', 'providerName'),
  },
  'the country is not checked': {
    harm: ['confirmed against another country', 'debit for something else'],
    ...withoutAtCheck('countryId', 'countryName'),
  },
  'it is not checked which sale an answer is about': {
    at: [42],
    harm: ['transaction of two sales'],
    ...withoutAtCheck('account', 'amount', 'amountCurrency', 'amountId'),
    disk: { forgetsHolders: true },
  },
  'a lost check is sent again': { harm: ['check sent again'], step: checkedAgainAfter('check-answered') },
  'a check from before the restart is sent again': {
    at: [19, 40],
    harm: ['check sent again'],
    step: checkedAgainAfter('restarted'),
  },
  'a lost check counts as not sent': {
    at: [2],
    harm: ['lost check is not told'],
    step: (sale, input, context) => {
      const step = stepSale(sale, input, context)
      const isLost = isInternational(sale) && step.sale.problem?.code === 'no-answer' && step.sale.state === 'refused'
      return isLost ? { ...step, sale: { ...step.sale, problem: { code: 'offline' } } } : step
    },
  },
  'the price that was shown is not checked': {
    at: [5],
    harm: ['opened at a price nobody was told'],
    sales: (sales) => ({
      ...sales,
      open: (id, request, seller) => {
        if (request.kind !== 'international') return sales.open(id, request, seller)
        const { shown: _, ...rest } = request
        return sales.open(id, rest, seller)
      },
    }),
  },
  'offers are distinguished by their numbers': {
    at: [3],
    harm: ['duplicates live side by side'],
    disk: { comparesNumbersOfOffers: true },
  },
  'a sale abroad is checked like a domestic one': { harm: ['request with other fields'], wholesaler: withOurIdAtCheck },
  'a sale abroad is confirmed like a domestic one': {
    harm: ['request with other fields'],
    wholesaler: withAmountAtConfirm,
  },
  'a sale abroad is polled as often as a domestic one': {
    harm: ['asked too soon'],
    pace: { international: PACE.direct },
  },
  'a sale abroad is polled every five minutes': {
    harm: ['asked too late'],
    pace: { international: { firstMs: 300_000, longestMs: 300_000 } },
  },
}

const isInternational = ({ kind }: SaleRecord) => kind === 'international'

function withoutAtCheck(...hidden: (keyof Transaction)[]): Weakness {
  return {
    step: (sale, input, context) =>
      stepSale(
        sale,
        input.kind === 'check-answered' && isInternational(sale) ? withoutFields(input, ...hidden) : input,
        context,
      ),
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
