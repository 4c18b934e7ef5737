import type { PaymentMethod } from '#domain/money/payment-method.ts'
import type { TenderInput } from '#domain/money/payment.ts'
import type { BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Random } from './random.ts'
import type { Report } from './violation.ts'

export type PaymentWatch = ReturnType<typeof createPaymentWatch>

/**
 * Checks how sales are paid in shops that record it. Every confirmed sale has the payment that a person chose when
 * approving it, or cash, which is the default. From then on, only another approval changes the payment, and never the
 * customer's price. The parts of a split payment are what the person said, and add up to the price, over all lines of
 * a batch.
 */
export function createPaymentWatch(report: Report) {
  const said = new Map<string, TenderInput[]>()

  function wrote({ before, after, events }: DurableWrite): void {
    const [earlier, now] = [noteOf(before), noteOf(after)]
    checkParts(after)
    const isApproval = events.some(({ kind }) => kind === 'approved')
    if (!isApproval) {
      if (earlier !== now) report('payment changed without an approval', after.id, `${earlier} to ${now}`)
      return
    }
    if (after.state === 'confirming' && after.paymentMethod === undefined)
      report('sent without a payment', after.id, now)
    const price = Number(after.pays.amount)
    const isSaid =
      said.get(after.id)?.some((payment) => noteOfSaid(payment, price).includes(now)) ||
      said.get(after.batch?.id ?? '')?.some((payment) => methodsOf(payment).has(after.paymentMethod))
    const isKept = before?.paymentMethod === undefined ? now === DEFAULT : now === earlier
    if (!isSaid && !isKept) report('payment that nobody said', after.id, `${earlier} to ${now}`)
    if (noteOf(events.find(({ kind }) => kind === 'approved')) !== now)
      report('payment that nobody said', after.id, 'the event says otherwise')
  }

  function checkParts({ id, paymentMethod, split, pays }: SaleRecord): void {
    if (!split) return
    const part = Number(split.amount.amount)
    if (!(part > 0 && part < Number(pays.amount)) || split.paymentMethod === paymentMethod)
      report('parts that are not the price', id, `${part} of ${pays.amount}`)
  }

  /** Once all lines of the first approval were sent, they add up to what the person said. */
  function batchRead(batch: BatchRecord, sales: readonly SaleRecord[]): void {
    const [approval, ...more] = batch.approvals
    const { payment, lines } = approval ?? {}
    if (!payment || !lines || more.length > 0) return
    const sent = sales.filter(
      ({ batch: of, approval: own }) => own && of && lines.includes(of.line) && own.at === approval?.at,
    )
    if (sent.length < lines.length) return
    const paid = sent.flatMap(partsOf)
    const total = sent.reduce((sum, { pays }) => sum + Number(pays.amount), 0)
    const sumOf = (method: PaymentMethod) =>
      paid.reduce((sum, part) => (part.paymentMethod === method ? sum + part.amount : sum), 0)
    const expected = new Map<PaymentMethod, number>()
    const second = Number(payment.split?.amount.amount ?? 0)
    if (payment.split) expected.set(payment.split.paymentMethod, second)
    expected.set(payment.paymentMethod, total - second)
    for (const [method, amount] of expected)
      if (exact(sumOf(method)) !== exact(amount))
        report('parts that are not the price', batch.id, `${sumOf(method)} ${method} of ${amount}`)
    if (said.get(batch.id)?.every((one) => !noteOfSaid(one, total).includes(noteOf(payment))))
      report('payment that nobody said', batch.id, noteOf(payment))
  }

  return {
    /** A person confirms a sale, or lines of a batch (by its id), and chooses the payment. */
    asked: (id: string, payment: TenderInput) => void entryOf(said, id, () => []).push(payment),
    wrote,
    batchRead,
  }
}

const DEFAULT = 'cash'
type Noted = Partial<Pick<SaleRecord, 'paymentMethod' | 'split' | 'cashTendered'>>

/** Cash is written last, and a card first. */
const noteOf = ({ paymentMethod, split, cashTendered }: Noted = {}): string =>
  [
    paymentMethod,
    ...(split ? [split.paymentMethod, Number(split.amount.amount)] : []),
    ...(cashTendered ? ['given', Number(cashTendered.amount)] : []),
  ].join(' ')

/** With and without the cash received, which is not written with the lines of a batch. */
function noteOfSaid({ paymentMethod = 'cash', split, cashTendered }: TenderInput, price: number): string[] {
  const second = Number(split?.amount)
  const isTurned = paymentMethod === 'cash' || split?.paymentMethod === 'card'
  const parts = !split
    ? [paymentMethod]
    : isTurned
      ? [split.paymentMethod, paymentMethod, exact(price - second)]
      : [paymentMethod, split.paymentMethod, second]
  const note = parts.join(' ')
  return cashTendered === undefined ? [note] : [note, `${note} given ${Number(cashTendered)}`]
}

/** To a hundredth, which removes what binary fractions add. */
const exact = (amount: number) => Math.round(amount * 100) / 100

const methodsOf = ({ paymentMethod = 'cash', split }: TenderInput) =>
  new Set<PaymentMethod | undefined>([paymentMethod, ...(split ? [split.paymentMethod] : [])])

function partsOf({ paymentMethod, split, pays }: SaleRecord) {
  const second = Number(split?.amount.amount ?? 0)
  return [
    { paymentMethod, amount: Number(pays.amount) - second },
    { paymentMethod: split?.paymentMethod, amount: second },
  ]
}

/**
 * The payment that a person chooses for a price: mostly none; otherwise a method and, for cash, the cash received,
 * which is rarely too little.
 */
export function aPayment(random: Random, pays: number): TenderInput {
  if (random.chance(0.5)) return {}
  if (random.chance(0.4) && pays > 1) return aSplit(random, Math.ceil(pays))
  const paymentMethod = random.pick(['cash', 'cash', 'card', 'other'] as const)
  if (paymentMethod !== 'cash' || random.chance(0.3)) return { paymentMethod }
  if (random.chance(0.02)) return { paymentMethod, cashTendered: String(Math.floor(pays / 2)) }
  return { paymentMethod, cashTendered: String(Math.ceil(pays) + random.pick([0, 5, 50])) }
}

/** In either order, so that cash is sometimes named first. Rarely the second part is all of the price. */
function aSplit(random: Random, pays: number): TenderInput {
  const methods = random.pick([
    ['card', 'cash'],
    ['cash', 'card'],
    ['other', 'cash'],
    ['card', 'other'],
    ['other', 'card'],
  ] as const)
  const amount = random.chance(0.02) ? pays : random.whole(1, pays - 1)
  return { paymentMethod: methods[0], split: { paymentMethod: methods[1], amount: String(amount) } }
}
