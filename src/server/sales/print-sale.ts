import type { AlertOutcome } from '#domain/alerts.ts'
import type { AuditEntry } from '#domain/audit.ts'
import { usesCash } from '#domain/money/payment.ts'
import { refOf, type Person } from '#domain/person.ts'
import type { PrinterConnection, SaleDocument } from '#domain/printer-connection.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import { saleCan } from '#domain/sale/sale.ts'
import { createInFlight } from '../lib/concurrency.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { DeliveryActions } from './deliver.ts'
import { isOwnSale, moneyMovedForFailure } from './sale-access.ts'
import type { SaleParts } from './sale-parts.ts'
import { auditActor, auditSubject, type Seller } from './sale-staff.ts'
import { refuseWhenShuttingDown } from './selling-guards.ts'

type Outcome = { kind: 'printed' | 'not-printed' | 'unclear' }
type PaperAt = { paper: SaleDocument; printer: string }
/** `begin` is called before the first byte is sent. `isForCash`: first print of a sale paid in cash. */
type Job<R> = (begin: () => Promise<void>, isForCash: boolean) => Promise<R>

export type PrintActions = {
  /**
   * For an undelivered code, the journal records the print before it is sent, and its result; while that is unclear, the code is not printed again. For other
   * documents, an unclear result is added to the sale's history and the person who printed decides. Throws `RequestRefused`.
   */
  print: <R extends Outcome>(
    id: SaleId,
    of: PaperAt,
    seller: Seller,
    job: Job<R>,
  ) => Promise<{ sale: SaleRecord; result: R }>
  /** Records that the till printed the code on its own printer and doesn't know the result. */
  reportPrint: (id: SaleId, way: PrinterConnection, seller: Seller) => Promise<SaleRecord>
  answerPrint: (id: SaleId, isOnPaper: boolean, seller: Seller) => Promise<SaleRecord>
  /** The receipt without its code. `to` is the masked address. */
  mail: (
    id: SaleId,
    to: string,
    seller: Seller,
    send: () => Promise<AlertOutcome>,
  ) => Promise<{ sale: SaleRecord; outcome: AlertOutcome }>
}

/** Prints and emails in progress, which a planned stop waits for until the result is journaled. */
type PrintJobsInFlight = { hasPrintJobInFlight: () => boolean; drainPrintJobs: () => Promise<void> }

/** Records that the result of printing a document without an undelivered code is unknown. */
type RecordUnclear = (id: SaleId, of: PaperAt, person: Person) => Promise<SaleRecord>

/** For a copy, the money is already in the drawer. */
const isFirstForCash = (sale: SaleRecord): boolean => sale.printCount === 0 && usesCash(sale)

/** `deliver` records that a receipt was printed. */
export function printActions(parts: SaleParts, deliver: DeliveryActions['deliver']): PrintActions & PrintJobsInFlight {
  const { engine, clock, readVisible } = parts
  const papers = createInFlight()
  const recordUnclear: RecordUnclear = (id, of, person) =>
    engine.apply(id, () => ({ kind: 'print-outcome-unknown', by: refOf(person), ...of }))
  const printDocument = documentPrinter(parts, deliver, recordUnclear)

  const mailReceipt: PrintActions['mail'] = async (id, to, { person }, send) => {
    const sale = await readVisible(id, person)
    const outcome = await send()
    if (!outcome.ok) return { sale, outcome }
    return { sale: await engine.apply(id, () => ({ kind: 'receipt-mailed', by: refOf(person), to })), outcome }
  }

  return {
    print: (id, of, seller, job) => {
      refuseWhenShuttingDown(engine)
      return papers.count(printDocument(id, of, seller, job))
    },

    mail: (id, to, seller, send) => {
      refuseWhenShuttingDown(engine)
      return papers.count(mailReceipt(id, to, seller, send))
    },

    reportPrint: async (id, way, { person }) => {
      await readVisible(id, person)
      return engine.apply(id, (current) =>
        mayReport(current, person, clock.now()) ? { kind: 'print-reported', by: refOf(person), way } : undefined,
      )
    },

    answerPrint: async (id, isOnPaper, seller) => {
      const { person } = seller
      await readVisible(id, person)
      const answer = (current: SaleRecord): SaleInput | undefined => {
        if (!current.print) return undefined
        const moneyMoved = moneyMovedForFailure(current)
        if (!current.print.isUnclear)
          throw new RequestRefused(409, 'wrong-state', 'It is still being printed. Wait a moment.', { moneyMoved })
        if (!isOwnSale(current, person))
          throw new RequestRefused(
            403,
            'not-allowed',
            `Only ${current.cashier.name} or a supervisor can say whether the code of sale ${current.number} was printed. Take the sale over first.`,
            { moneyMoved },
          )
        return { kind: 'print-answered', by: refOf(person), isOnPaper }
      }
      const auditEntryOf = (before: SaleRecord, after: SaleRecord): AuditEntry | undefined =>
        before.print?.isUnclear
          ? {
              kind: 'print-answered',
              ...auditActor(seller),
              ...auditSubject(after),
              detail: { onPaper: isOnPaper, printer: before.print.printer ?? before.print.way },
            }
          : undefined
      return engine.apply(id, answer, { auditEntryFor: auditEntryOf })
    },

    hasPrintJobInFlight: () => !papers.isEmpty(),
    drainPrintJobs: papers.rest,
  }
}

function documentPrinter(
  { engine, clock, readVisible, maySend }: SaleParts,
  deliver: DeliveryActions['deliver'],
  recordUnclear: RecordUnclear,
): PrintActions['print'] {
  /** A waiting slip or a support report doesn't change the sale. */
  const printBeside: PrintActions['print'] = async (id, of, { person }, job) => {
    const sale = await readVisible(id, person)
    let hasBegun = false
    const begin = async () => void (hasBegun = true)
    const result = await job(begin, false).catch(async (error: unknown) => {
      if (hasBegun) await recordUnclear(id, of, person)
      throw error
    })
    return { sale: result.kind === 'unclear' ? await recordUnclear(id, of, person) : sale, result }
  }

  const printReceipt: PrintActions['print'] = async (id, of, seller, job) => {
    const { person } = seller
    const by = refOf(person)
    const first = await readVisible(id, person)
    refusePrint(first, person, clock.now())
    let hasCode = false
    let hasBegun = false
    const begin = async () => {
      let isMarked = false
      const choose = (current: SaleRecord): SaleInput | undefined => {
        refusePrint(current, person, clock.now())
        isMarked = current.voucher === 'ready'
        return isMarked ? { kind: 'print-started', by, printer: of.printer } : undefined
      }
      const sale = await engine.apply(id, choose)
      hasCode = isMarked
      // During the commit another process may have taken over, and asked or printed.
      if (!maySend())
        throw new RequestRefused(503, 'not-ready', 'Toptill is starting. Nothing was printed.', {
          moneyMoved: moneyMovedForFailure(sale),
        })
      hasBegun = true
    }
    const end = (outcome: Outcome['kind']) => engine.apply(id, () => ({ kind: 'print-ended', by, outcome }))
    const result = await job(begin, isFirstForCash(first)).catch(async (error: unknown) => {
      // Otherwise the sale would count as printing until the next start.
      if (hasCode) await end('unclear')
      else if (hasBegun) await recordUnclear(id, of, person)
      throw error
    })
    if (hasCode) return { sale: await end(result.kind), result }
    switch (result.kind) {
      case 'printed':
        return { sale: await deliver(id, 'printed', seller), result }
      case 'unclear':
        return { sale: await recordUnclear(id, of, person), result }
      case 'not-printed':
        return { sale: await readVisible(id, person), result }
    }
  }

  return (id, of, seller, job) => (of.paper === 'receipt' ? printReceipt : printBeside)(id, of, seller, job)
}

function refusePrint(sale: SaleRecord, person: Person, now: number): void {
  const moneyMoved = moneyMovedForFailure(sale)
  const refuse = (status: 403 | 409, message: string) => {
    throw new RequestRefused(status, status === 403 ? 'not-allowed' : 'wrong-state', message, { moneyMoved })
  }
  if (!saleCan.deliver(sale)) refuse(409, 'This sale has nothing to print now.')
  if (sale.print?.isUnclear)
    refuse(409, `First say whether the code of sale ${sale.number} was printed: it may have been.`)
  if (sale.print) refuse(409, `The code of sale ${sale.number} is being printed.`)
  if (sale.voucher === 'ready' && mayReveal(sale, person, now) === 'no')
    refuse(403, `The code of sale ${sale.number} is not for ${person.name} to hand over.`)
  if (!mayPrint(sale, person, now))
    refuse(403, `The receipt of sale ${sale.number} was printed. ${person.name} can't print it again.`)
}

/** A colleague who may show the code again has not printed it. */
function mayReport(sale: SaleRecord, person: Person, now: number): boolean {
  const right = mayReveal(sale, person, now)
  return right === 'yes' || (right === 'with-reason' && isOwnSale(sale, person))
}
