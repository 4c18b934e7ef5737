import { approvalOf } from '#domain/sale/batch.ts'
import type { Person } from '#domain/person.ts'
import { addDecimals, decimal, money, type Money } from '#domain/money/money.ts'
import type { LineMoney } from '#domain/sale/batch-charge.ts'
import type { Batches, BatchReading } from '#server/sales/batches/batch.ts'
import type { SaleApproval } from '#domain/sale/input.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import type { Sales } from '#server/sales/sales.ts'
import type { Weakness } from './shop-process.ts'
import type { Weakened } from './weakened.ts'

export const WEAKENED_BATCHES: Record<string, Weakened> = {
  'a batch continues after a restart': {
    at: [9],
    harm: ['line opened without a valid approval', 'line confirmed without a valid approval'],
    disk: { forgetsRunningBatches: true },
  },
  'Stop stops nothing': {
    at: [3],
    harm: ['went on after Stop was answered'],
    ...batchesThat(({ read }) => ({ stop: (id, { person }) => read(id, person) })),
  },
  'the id of a line is minted as it is opened': {
    harm: ['sale of a line without a minted id'],
    disk: { mintsIdsLate: true },
  },
  'a line whose answer is lost is sold again': {
    at: [3, 40],
    harm: ['two sales of one line', 'line debited twice', 'sale of a line without a minted id'],
    disk: { takesOpenLinesForUnsold: true, forgetsLines: true },
  },
  'no limits are reserved': { at: [4], harm: ['above a limit, and nobody let it go'], disk: { reservesNothing: true } },
  'the reservation of a line stays beside its sale': {
    harm: ['reserved and counted at once'],
    disk: { keepsReservations: true },
  },
  'the next line begins before the one before is complete': {
    harm: ['line began before the one before it was sold'],
    disk: { takesOpenLinesForSold: true },
  },
  'every line is paid by the whole second part': {
    harm: ['parts that are not the price'],
    step: (sale, input, context) =>
      stepSale(sale, input.kind === 'approved' && sale.batch ? { ...input, ...allBySecond(input) } : input, context),
  },
  'an approval does not expire': {
    at: [16, 40],
    harm: ['line confirmed without a valid approval'],
    disk: { freshensApprovals: true },
  },
  'an approval of some lines covers all': {
    harm: ['approval of lines that nobody approved'],
    ...batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, seller) => {
        const { batch } = await read(id, seller.person)
        const lines = approvalOf(batch) ? request.lines : batch.lines.map((_, index) => index + 1)
        return confirm(id, { ...request, lines }, seller)
      },
    })),
  },
  'the version of a batch is not checked': {
    at: [7],
    harm: ['approval of lines that nobody approved'],
    ...batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, seller) => {
        const { batch } = await read(id, seller.person)
        return confirm(id, { ...request, version: batch.version }, seller)
      },
    })),
  },
  'any person can continue a batch': {
    harm: ['somebody else joined a batch'],
    ...batchesThat(({ read, confirm }) => ({
      confirm: async (id, request, { person, terminal }) => {
        const { batch } = await read(id, asSupervisor(person))
        return confirm(id, request, { person: { ...person, ...batch.cashier }, terminal })
      },
    })),
  },
}

/** Baskets and lists, whose lines differ. */
export const WEAKENED_BASKETS: Record<string, Weakened> = {
  'the charge counts lines that failed': {
    harm: ['charge that is not the sum of what is sold'],
    ...readingsThat(({ charge }) => ({ ...charge, sold: { ...charge.sold, sum: sumOf(charge, 'sold', 'not-sold') } })),
  },
  'the change includes lines whose result is unknown': {
    at: [3],
    harm: ['gives back what may be sold'],
    ...readingsThat(({ charge }) => ({
      ...charge,
      'not-sold': { ...charge['not-sold'], sum: sumOf(charge, 'not-sold', 'open') },
    })),
  },
  'a basket continues after a restart': {
    at: [9],
    harm: ['line opened without a valid approval', 'line confirmed without a valid approval'],
    disk: { forgetsRunningBatches: true },
  },
  'a line that may be sold is sold again after a restart': {
    at: [3, 40],
    harm: ['two sales of one line', 'line debited twice'],
    disk: { takesOpenLinesForUnsold: true, forgetsLines: true },
  },
  'the limits of each line are reserved at the price of the first': {
    at: [4],
    harm: ['above a limit, and nobody let it go'],
    disk: { reservesFirstContent: true },
  },
  'Stop stops nothing': {
    at: [3],
    harm: ['went on after Stop was answered'],
    ...batchesThat(({ read }) => ({ stop: (id, { person }) => read(id, person) })),
  },
  'an approval does not expire': {
    at: [3],
    harm: ['line confirmed without a valid approval'],
    disk: { freshensApprovals: true },
  },
}

/** Protocols that allow several sales of one order. */
export const WEAKENED_ORDERS: Record<string, Weakened> = {
  'the commit of an approval does not check the other sales of its order': {
    at: [16, 40],
    harm: ['two sales of one order', 'order debited twice'],
    disk: { forgetsOrders: true },
  },
  'the other sales of an order are checked before the commit': {
    at: [16, 40],
    harm: ['two sales of one order', 'order debited twice'],
    disk: { looksAtOrdersBeforeMs: 5_000 },
  },
}

function allBySecond({ payment }: SaleApproval): Pick<SaleApproval, 'payment'> {
  return payment?.split ? { payment: { paymentMethod: payment.split.paymentMethod } } : {}
}

function batchesThat(change: (batches: Batches) => Partial<Batches>): Weakness {
  return { sales: (sales: Sales) => ({ ...sales, batches: { ...sales.batches, ...change(sales.batches) } }) }
}

function readingsThat(change: (reading: BatchReading) => BatchReading['charge']): Weakness {
  return batchesThat(({ read }) => ({
    read: async (id, person) => {
      const reading = await read(id, person)
      return { ...reading, charge: change(reading) }
    },
  }))
}

const sumOf = (charge: BatchReading['charge'], one: LineMoney, other: LineMoney): Money => {
  const { currency } = charge[one].sum
  return money(addDecimals(decimal(charge[one].sum.amount), decimal(charge[other].sum.amount)), currency)
}

const asSupervisor = (person: Person): Person => ({ ...person, role: 'supervisor' })
