import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'

import type { Settings } from '#api/settings.ts'
import {
  StoredZReport,
  type Comparison,
  type Drawer,
  type DrawerQuery,
  type OpenShiftAnswer,
  type ShiftList,
  type ShiftsQuery,
  type ZReport,
} from '#api/shifts.ts'
import { addDecimals, decimal, money, type DecimalText } from '#domain/money/money.ts'
import { refOf, type Person, type Terminal } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isRefundDue } from '#domain/sale/sale.ts'
import {
  differenceOf,
  expectedCash,
  figuresOf,
  findMissingRefund,
  needsReason,
  type CashLine,
} from '#domain/reports/shift.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { readEach } from '../lib/readable-rows.ts'
import {
  findOpenShift,
  findZ,
  listOpenShifts,
  listZ,
  nextZNumber,
  readBooks,
  readCounts,
  readMovements,
  readNotes,
  readOpenPayments,
  shiftStateOf,
  type ShiftRow,
} from './store.ts'
import { readStored } from '../database/schema/stored-records.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AuditLog } from '../audit/audit-log.ts'

export type AtDrawer = { person: Person; terminal: Terminal }

type Db = Kysely<JournalTables> | Transaction<JournalTables>
type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  audit: AuditLog
  settings: { current: () => Pick<Settings, 'drawer'> }
}

export type DrawerPorts = {
  currency: () => Promise<string | undefined>
  /** Some have a refund due. */
  openItems: () => Promise<readonly SaleRecord[]>
}

const LISTED_MOVEMENTS = 100
const REPORTS_OF_A_PAGE = 30

/**
 * Anyone signed in at a till sees its open shift, but the expected cash only after the count; a supervisor sees all. Throws `RequestRefused` 404 while the shop
 * doesn't count drawers.
 */
export type ShiftReports = ReturnType<typeof createShiftReports>

export function createShiftReports(deps: Deps) {
  const { db, settings } = deps
  function requireDrawer(): { varianceReasonThreshold: DecimalText } {
    const { drawer } = settings.current()
    if (!drawer) throw notFound('This shop does not track cash drawers.')
    return { varianceReasonThreshold: drawer.varianceReasonThreshold as DecimalText }
  }

  async function drawerAt(
    { terminal }: DrawerQuery,
    { person, terminal: here }: AtDrawer,
    { currency, openItems }: DrawerPorts,
  ): Promise<Drawer> {
    requireDrawer()
    const shift = await findOpenShift(db, (isSupervisor(person) ? terminal : undefined) ?? here.id)
    const counted = shift?.currency ?? (await currency())
    return {
      ...(counted === undefined ? {} : { currency: counted }),
      ...(shift ? { shift: await describe(shift, openItems) } : {}),
      nextNumber: await nextZNumber(db),
    }
  }

  async function describe(shift: ShiftRow, openItems: DrawerPorts['openItems']): Promise<OpenShiftAnswer> {
    const { start, putIn, takenOut, refunds, otherRefunds } = figuresOf(await readBooks(db, shift))
    const refundsPaid = addLines(refunds, otherRefunds)
    return {
      ...headOf(shift),
      start,
      putIn,
      takenOut,
      refundsPaid,
      movements: (await readMovements(db, shift)).slice(-LISTED_MOVEMENTS),
      ...(shiftStateOf(shift) === 'counting' ? { comparison: await compare(db, shift, await openItems()) } : {}),
    }
  }

  /** `openItems` are the shop's. */
  async function compare(on: Db, shift: ShiftRow, openItems: readonly SaleRecord[]): Promise<Comparison> {
    const { varianceReasonThreshold } = requireDrawer()
    const count = (await readCounts(on, shift.id)).at(-1)
    if (!count) throw new Error(`shift ${shift.id} is being counted without a count`)
    const figures = figuresOf(await readBooks(on, shift))
    const expected = expectedCash(figures)
    const counted = { amount: count.amount as DecimalText, currency: shift.currency }
    const difference = differenceOf(counted, expected)
    const missing = findMissingRefund(difference, openItems.filter(isRefundDue))
    return {
      figures,
      expected,
      counted,
      countedAt: count.at,
      countedBy: { id: count.by_id, name: count.by_name },
      difference,
      needsReason: needsReason(difference, varianceReasonThreshold),
      varianceReasonThreshold,
      openPayments: (await readOpenPayments(on, shift)).map(openPaymentOf),
      ...(missing ? { missingRefund: openPaymentOf(missing) } : {}),
    }
  }

  return {
    ...zReports(deps, requireDrawer),
    requireDrawer,
    drawerAt,
    compare,
  }
}

function zReports({ db, clock, audit }: Deps, requireDrawer: () => unknown) {
  /** A supervisor sees all reports; a cashier sees those they wrote at this till. `name` reports unreadable ones to the administrator. */
  async function list(
    { terminal, number: wanted, cursor }: ShiftsQuery,
    at: AtDrawer,
    name: (problem: string) => void,
  ): Promise<ShiftList> {
    requireDrawer()
    const seesAll = isSupervisor(at.person)
    const whose = seesAll
      ? terminal === undefined
        ? {}
        : { terminalId: terminal }
      : { terminalId: at.terminal.id, closedBy: at.person.id }
    const below = cursor === undefined ? {} : { below: Number(cursor) }
    const only = wanted === undefined ? {} : { number: Number(wanted) }
    const rows = await listZ(db, { ...whose, ...only, ...below, limit: REPORTS_OF_A_PAGE + 1 })
    const page = rows.slice(0, REPORTS_OF_A_PAGE)
    const last = page.at(-1)
    return {
      reports: readEach(page, readReport, name).map(
        ({ id, terminal: till, number, openedAt, closedAt, closedBy, difference }) => {
          return { id, terminal: till, number, openedAt, closedAt, closedBy, difference }
        },
      ),
      ...(rows.length > page.length && last ? { next: String(last.number) } : {}),
      ...(seesAll && cursor === undefined && wanted === undefined
        ? { open: (await listOpenShifts(db)).map(headOf) }
        : {}),
    }
  }

  async function read(id: string, at: AtDrawer): Promise<ZReport> {
    requireDrawer()
    const row = /^\d{1,15}$/.test(id) ? await findZ(db, Number(id)) : undefined
    const report = row && readReport(row)
    const mayRead =
      isSupervisor(at.person) || (report?.closedBy.id === at.person.id && report.terminal.id === at.terminal.id)
    if (!report || !mayRead) throw notFound('There is no such report here.')
    return { ...report, notes: await readNotes(db, report.number) }
  }

  /** The report itself doesn't change. */
  async function addNote(id: string, text: string, at: AtDrawer): Promise<ZReport> {
    const { number } = await read(id, at)
    await audit.commit(async (trx, add) => {
      await trx
        .insertInto('z_notes')
        .values({ z_number: number, at: Math.floor(clock.now()), by_name: at.person.name, text })
        .execute()
      await add({
        kind: 'z-note-added',
        by: refOf(at.person),
        terminal: refOf(at.terminal),
        about: { id, name: String(number) },
      })
    })
    return read(id, at)
  }

  return { list, read, addNote }
}

const isSupervisor = ({ role }: Person) => role === 'supervisor'

export const notFound = (message: string) => new RequestRefused(404, 'not-found', message)

export const headOf = (shift: ShiftRow) => ({
  id: String(shift.id),
  terminal: { id: shift.terminal_id, name: shift.terminal_name },
  openedAt: shift.opened_at,
  openedBy: { id: shift.opened_by_id, name: shift.opened_by_name },
})

const openPaymentOf = (sale: SaleRecord) => ({
  saleId: sale.id,
  number: sale.number,
  pays: sale.pays,
  isRefundDue: isRefundDue(sale),
})

const addLines = (a: CashLine, b: CashLine): CashLine => ({
  count: a.count + b.count,
  amount: money(addDecimals(decimal(a.amount.amount), decimal(b.amount.amount)), a.amount.currency),
})

/** Throws `UnreadableRecord`. */
export const readReport = ({ number, report }: { number: number; report: string }): StoredZReport =>
  readStored((stored): stored is StoredZReport => v.is(StoredZReport, stored), report, `Z report ${number}`)
