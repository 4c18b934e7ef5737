import { expect, onTestFinished } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { AuditEntry } from '#domain/audit.ts'
import type { PaymentRules, ScamStop } from '#domain/money/payment.ts'
import type { LimitsFor } from '#domain/sales-limits.ts'
import { PERMISSIONS, type Person } from '#domain/person.ts'
import type { SaleEventKind } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import type { LogLine } from '#server/lib/log.ts'
import { salesStore, type SalesStore } from '#server/sales/store.ts'
import type { SaleStaff } from '#server/sales/sale-staff.ts'
import { createSales, type Sales } from '#server/sales/sales.ts'
import type { Drawers } from '#server/sales/selling-guards.ts'
import type { ServiceHealth } from '#server/wholesaler/health.ts'
import type { Offers } from '#server/catalog/offers.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { aJournal, settle } from './a-journal.ts'
import { createLatch, type Latch } from './latch.ts'
import { noted } from './open-wholesaler.ts'
import { amal, APPROVED_AT, hamad, joseph, MINUTE, SECOND, CONFIRM_GRACE_MS, till } from './sales.ts'

/** Cashiers have every permission except the one to reveal codes again. */
const permissions = PERMISSIONS.filter((permission) => permission !== 'reveal-again')
export const cashier: Person = { ...amal, role: 'cashier', permissions }
export const otherCashier: Person = { ...joseph, role: 'cashier', permissions }
export const supervisor: Person = { ...hamad, role: 'supervisor' }
/** How a request is rejected: whether money moved, or other fields of the answer, and its message. */
export const refusal = (status: number, code: string, more: 'no' | 'unknown' | object = {}, says?: RegExp) => ({
  status,
  failure: {
    code,
    ...(typeof more === 'string' ? { moneyMoved: more } : more),
    ...(says && { message: expect.stringMatching(says) as string }),
  },
})
export const sellerOf = (person: Person) => ({ person, terminal: till })

/** The only product, unless a test says otherwise. */
export const QAMRA: Service = {
  id: 'qamra',
  name: 'Qamra Recharge',
  brand: 'Qamra',
  category: 'Mobile',
  subcategory: '',
  isActive: true,
  kind: 'direct',
  isAccountRequired: true,
  rule: { min: decimal('5'), max: decimal('500'), step: decimal('5') },
}

type Step = 'check' | 'confirm' | 'find'
/** The answer to one call, or a function of what the call is about. A promise delays the answer. */
export type Line = Answer | Promise<Answer> | ((of: unknown) => Answer | Promise<Answer>)
/** The answers to the calls of each step, in order; the last one is repeated. */
export type Script = Partial<Record<Step, Line | Line[]>>
type RecordedCall = { step: Step; at: number; of: unknown; withinMs: number | undefined; isDue?: () => boolean }

export type MoneyPathOptions = {
  /** Of an earlier process; by default an empty one. */
  db?: Awaited<ReturnType<typeof aJournal>>
  sale?: SaleRecord
  sales?: SaleRecord[]
  script?: Script
  wrap?: (store: SalesStore) => SalesStore
  services?: readonly Service[]
  offers?: Offers
  hasNoCatalog?: true
  isDiskFull?: () => boolean
  /** Throws for a till that does not sell here; by default every till does. */
  refuseTerminal?: (terminalId: string) => void
  drawers?: Drawers
  maySend?: () => boolean
  limits?: LimitsFor
  /** How customers pay, and when the fraud warning is shown; by default neither is used. */
  payments?: PaymentRules
  fraudWarning?: ScamStop
  recognize?: SaleStaff['verifyPin']
}

/**
 * The money path over a database in memory, a wholesaler that answers from the script, and a clock that only the test
 * moves.
 */
export async function aMoneyPath(options: MoneyPathOptions = {}) {
  const { sale, script = {}, services = [QAMRA] } = options
  const db = options.db ?? (await aJournal())
  onTestFinished(async () => {
    // Work in progress is recorded first, but an answer that never comes is not waited for.
    await Promise.race([sales.stop(), settle()])
  })
  const problems: LogLine[] = []
  const log = noted(problems)
  const write = async (line: AuditEntry) => void lines.push(line)
  const audit = { append: write, appendIn: async (_: unknown, line: AuditEntry) => () => void write(line) }
  const store = (options.wrap ?? ((plain) => plain))(salesStore(db, { audit, log }))
  const clock = { time: APPROVED_AT, now: () => clock.time, wall: () => clock.time }
  const timers = aTimetable(clock)
  const health: ServiceHealth = { service: 'ok', since: 0, wallet: 'ok', isClockAhead: false }
  const asked: RecordedCall[] = []
  const stops: string[] = []
  const lines: AuditEntry[] = []
  const deaths: unknown[] = []
  const announced: { state: string; events: SaleEventKind[]; isNew: boolean }[] = []
  let refreshes = 0
  let catalog = options.hasNoCatalog ? undefined : { services, currency: 'AED' }

  const answerTo = (step: Step) => async (of: unknown, withinMs?: number, isDue?: () => boolean) => {
    const lines = [script[step] ?? unasked(step)].flat()
    const sentAt = clock.time
    const before = asked.filter((one) => one.step === step).length
    asked.push({ step, at: sentAt, of, withinMs, ...(isDue ? { isDue } : {}) })
    const line = lines[Math.min(before, lines.length - 1)]!
    const answer = await (typeof line === 'function' ? line(of) : line)
    clock.time += 1
    return { answer, sentAt, answeredAt: clock.time }
  }
  const answerConfirm = (of: unknown, isDue?: () => boolean) => answerTo('confirm')(of, undefined, isDue)
  const notHere = () => unasked('anything else')
  const wholesaler: Wholesaler = {
    pointInfo: notHere,
    balance: notHere,
    currency: notHere,
    services: notHere,
    frontview: notHere,
    countries: notHere,
    categories: notHere,
    providers: notHere,
    providerOffer: notHere,
    check: answerTo('check'),
    confirm: answerConfirm,
    checkInternational: answerTo('check'),
    confirmInternational: answerConfirm,
    find: answerTo('find'),
    health: () => health,
    stopSelling: (reason) => void stops.push(reason),
    endRecovery: notHere,
    tryResumeSelling: notHere,
    tryToken: notHere,
    metrics: notHere,
    keyFacts: notHere,
    fenced: Promise.resolve(),
    isFenced: () => true,
    close: async () => {},
  }
  const sales: Sales = createSales({
    store,
    wholesaler,
    catalog: {
      current: async () => catalog,
      refresh: async () => void (refreshes += 1),
    },
    offers: options.offers ?? NO_OFFERS,
    clock,
    random: () => 0,
    timers,
    exit: (error) => {
      // An error that passes here a second time would already have ended the process.
      if (deaths.includes(error)) return undefined as never
      deaths.push(error)
      throw error
    },
    polling: {
      direct: { firstMs: 5 * SECOND, longestMs: MINUTE },
      international: { firstMs: 30 * SECOND, longestMs: MINUTE },
      confirmGraceMs: CONFIRM_GRACE_MS,
    },
    staff: {
      limitsFor: async () => options.limits ?? {},
      verifyPin: options.recognize ?? (async () => unasked('a PIN')),
      payments: () => options.payments ?? null,
      fraudWarning: () => options.fraudWarning ?? null,
      isNumberConfirmed: () => false,
      asksForNumber: () => false,
      audit: write,
    },
    calendar: () => ({ timeZone: 'Asia/Dubai', dayStartHour: 0 }),
    maySend: options.maySend ?? (() => true),
    marks: () => ({}),
    mayBeLost: async () => false,
    requireOrder: async () => {},
    refuseTerminal: options.refuseTerminal ?? (() => {}),
    drawers: options.drawers,
    log,
    disk: { isFull: options.isDiskFull ?? (() => false) },
    announce: ({ before, sale: { state }, events }) =>
      announced.push({ state, events: events.map(({ kind }) => kind), isNew: before === undefined }),
  })
  for (const one of [...(sale ? [sale] : []), ...(options.sales ?? [])]) await store.insert(one, [])

  const read = (id: SaleId | undefined = sale?.id) => store.find(id!)
  return {
    db,
    sales,
    store,
    clock,
    timers,
    health,
    asked,
    stops,
    lines,
    deaths,
    problems,
    announced,
    read,
    refreshes: () => refreshes,
    offer: (now: readonly Service[]) => void (catalog = { services: now, currency: 'AED' }),
    steps: () => asked.map(({ step }) => step),
    /** Waits until the database has such a sale. The test fails if it never does. */
    once: async (isWanted: (now: SaleRecord) => boolean, id = sale?.id) => {
      for (let turn = 0; turn < 300; turn++) {
        const now = await store.find(id!)
        if (now && isWanted(now)) return now
        await new Promise(setImmediate)
      }
      throw new Error(`the sale is still ${(await store.find(id!))?.state ?? 'nowhere'}`)
    },
    pass: async (ms: number) => {
      const until = clock.time + ms
      await settle()
      for (;;) {
        const at = timers.nextAt()
        if (at === undefined || at > until) break
        clock.time = Math.max(clock.time, at)
        timers.runDue()
        await settle()
      }
      clock.time = Math.max(clock.time, until)
      await settle()
    },
  }
}

export const NO_OFFERS: Offers = {
  countries: async () => [],
  categories: async () => [],
  providers: async () => unasked('operators'),
  providerOffer: async () => unasked('amounts'),
  lastShown: () => undefined,
  providerShown: () => undefined,
  isShown: async () => true,
  report: () => [],
}

export type MoneyPath = Awaited<ReturnType<typeof aMoneyPath>>

export function aDeferredAnswer(answer: Answer): { answer: Promise<Answer>; let: Latch['open'] } {
  const opening = createLatch()
  return { answer: opening.opened.then(() => answer), let: opening.open }
}

function unasked(step: string): never {
  throw new Error(`nobody asks for ${step} here`)
}

function aTimetable(clock: { time: number }) {
  let entries: { at: number; run: () => void }[] = []
  return {
    after: (ms: number, run: () => void) => {
      const entry = { at: clock.time + ms, run }
      entries.push(entry)
      return () => void (entries = entries.filter((one) => one !== entry))
    },
    nextAt: () => (entries.length === 0 ? undefined : Math.min(...entries.map(({ at }) => at))),
    count: () => entries.length,
    runDue: () => {
      const due = entries.filter(({ at }) => at <= clock.time).toSorted((a, b) => a.at - b.at)
      entries = entries.filter((one) => !due.includes(one))
      for (const { run } of due) run()
    },
  }
}

/** The wholesaler's receipt as shown to this person, or `undefined` if there is none. */
export const receiptOf = async (sales: Sales, id: SaleId, person: Person = cashier) =>
  (await sales.reveal(id, { hasStepUp: true }, sellerOf(person))).receipt
