import type { TenderInput } from '#domain/payment.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Random } from './random.ts'
import type { Report } from './violation.ts'

export type PaymentWatch = ReturnType<typeof createPaymentWatch>

/**
 * Checks how sales are paid in shops that record it. Every confirmed sale has the payment that a person chose when
 * approving it, or cash, which is the default. From then on, only another approval changes the payment, and never the
 * customer's price.
 */
export function createPaymentWatch(report: Report) {
  const said = new Map<string, Set<string>>()

  function wrote({ before, after, events }: DurableWrite): void {
    const [earlier, now] = [noteOf(before), noteOf(after)]
    const isApproval = events.some(({ kind }) => kind === 'approved')
    if (!isApproval) {
      if (earlier !== now) report('payment changed without an approval', after.id, `${earlier} to ${now}`)
      return
    }
    if (after.state === 'confirming' && after.paymentMethod === undefined)
      report('sent without a payment', after.id, now)
    const ids = [after.id, ...(after.batch ? [after.batch.id] : [])]
    const isSaid = ids.some((id) => said.get(id)?.has(now))
    const isKept = before?.paymentMethod === undefined ? now === DEFAULT : now === earlier
    if (!isSaid && !isKept) report('payment that nobody said', after.id, `${earlier} to ${now}`)
    const { paymentMethod, cashTendered } = events.find(({ kind }) => kind === 'approved') ?? {}
    if (noteOf({ ...(paymentMethod && { paymentMethod }), ...(cashTendered && { cashTendered }) }) !== now)
      report('payment that nobody said', after.id, 'the event says otherwise')
  }

  return {
    /** A person confirms a sale, or lines of a batch (by its id), and chooses the payment method. */
    asked: (id: string, { paymentMethod = 'cash', cashTendered }: TenderInput) => {
      const notes = entryOf(said, id, () => new Set())
      notes
        .add(paymentMethod)
        .add(cashTendered === undefined ? paymentMethod : `${paymentMethod} ${Number(cashTendered)}`)
    },
    wrote,
  }
}

const DEFAULT = 'cash'
const noteOf = (sale: Pick<SaleRecord, 'paymentMethod' | 'cashTendered'> | undefined): string =>
  [sale?.paymentMethod, ...(sale?.cashTendered ? [Number(sale.cashTendered.amount)] : [])].join(' ')

/**
 * The payment that a person chooses for a price: mostly none; otherwise a method and, for cash, the cash received,
 * which is rarely too little.
 */
export function aPayment(random: Random, pays: number): TenderInput {
  if (random.chance(0.5)) return {}
  const paymentMethod = random.pick(['cash', 'cash', 'card', 'other'] as const)
  if (paymentMethod !== 'cash' || random.chance(0.3)) return { paymentMethod }
  if (random.chance(0.02)) return { paymentMethod, cashTendered: String(Math.floor(pays / 2)) }
  return { paymentMethod, cashTendered: String(Math.ceil(pays) + random.pick([0, 5, 50])) }
}
