import { createHash } from 'node:crypto'

import type { Kysely, Transaction } from 'kysely'

import type { AddMovement, CloseShift, StoredZReport, TypedCount, XReport, ZReport } from '#api/shifts.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { CashCount } from '#domain/cash.ts'
import { addDecimals, decimal, isSameDecimal, money, type DecimalText, type Money } from '#domain/money.ts'
import { figuresOf, type MovementKind } from '#domain/shift.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation, RequestRefused, staleChange } from '../lib/failures.ts'
import { findOpenRecovery } from '../database/maintenance/recoveries.ts'
import {
  findOpenShift,
  findOpenShiftById,
  findZ,
  isSelling,
  nextZNumber,
  readBooks,
  readCounts,
  readMovements,
  readShiftState,
  shiftStateOf,
  type ShiftRow,
} from './store.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AddAuditLine, AuditLog } from '../audit/audit-log.ts'
import type { ShopSettings } from '../staff/settings.ts'
import { drawerOpenings } from './drawer-openings.ts'
import { createShiftReports, headOf, notFound, refTo, type AtDrawer } from './shift-reports.ts'
import { readCount, readMoved, refuseAboveDrawer } from './typed-cash.ts'

type Trx = Transaction<JournalTables>
type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  audit: AuditLog
  settings: Pick<ShopSettings, 'current'>
}

/** More than anybody counts. Each is read when the shift is closed. The last one is not discarded, so that the shift can be closed with it. */
const MAX_COUNTS = 50

/**
 * The shifts of the shop's drawers. A drawer is a terminal: anyone who is signed in there works at it, and a supervisor may also close the shift of
 * a till whose browser is gone. Throws `RequestRefused` 404 while the shop does not count drawers.
 */
export function createShifts({ db, clock, audit, settings }: Deps) {
  const stateAt = readShiftState(db)
  const reports = createShiftReports({ db, clock, audit, settings })
  const { requireDrawer, compare, read } = reports

  /** The open shift with this id: for a supervisor at any till, for a cashier only at their own. */
  async function requireOpen(trx: Trx, id: string, { person, terminal }: AtDrawer): Promise<ShiftRow> {
    const shift = await findOpenShiftById(trx, id)
    if (shift && (person.role === 'supervisor' || shift.terminal_id === terminal.id)) return shift
    throw notFound('No such shift is open at this till.')
  }

  /** Changes the open shift of a drawer in one commit with its audit line. Returns the id of the drawer's terminal. */
  async function change(
    id: string,
    at: AtDrawer,
    allowed: 'open' | 'counting',
    work: (trx: Trx, shift: ShiftRow, note: (kind: AuditKind, detail?: Detail) => Promise<void>) => Promise<void>,
  ): Promise<string> {
    requireDrawer()
    return audit.commit(async (trx, add) => {
      const shift = await requireOpen(trx, id, at)
      if (shiftStateOf(shift) !== allowed)
        throw wrongState(
          allowed === 'open' ? 'The drawer is being counted.' : 'The drawer has not been counted yet: count it first.',
        )
      await work(trx, shift, noteAt(add, at, shift))
      return shift.terminal_id
    })
  }

  async function open(count: TypedCount, at: AtDrawer, currency: string | undefined): Promise<void> {
    requireDrawer()
    if (currency === undefined)
      throw new RequestRefused(503, 'not-ready', 'The currency of the wallet is not known yet. Try again in a moment.')
    const { counted, sum } = readCount(count, currency)
    const start = money(sum, currency)
    await audit.commit(async (trx, add) => {
      if (await findOpenShift(trx, at.terminal.id)) throw wrongState('A shift is open at this till already.')
      const shift = await trx
        .insertInto('shifts')
        .values({
          terminal_id: at.terminal.id,
          terminal_name: at.terminal.name,
          currency,
          start_amount: start.amount,
          start_count: JSON.stringify(counted),
          opened_at: Math.floor(clock.now()),
          opened_by_id: at.person.id,
          opened_by_name: at.person.name,
          counted_at: null,
          closed_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await noteAt(add, at, shift)('shift-opened', { start: sayMoney(start) })
    })
  }

  const addMovement = (id: string, { id: movementId, kind, amount, reason }: AddMovement, at: AtDrawer) =>
    change(id, at, 'open', async (trx, shift, note) => {
      const known = await trx.selectFrom('drawer_movements').selectAll().where('id', '=', movementId).executeTakeFirst()
      const moved = kind === 'no-sale' ? undefined : readMoved(amount, shift.currency)
      if (known) {
        const isSame =
          known.shift_id === shift.id &&
          known.kind === kind &&
          known.amount === (moved?.amount ?? null) &&
          known.reason === reason
        if (isSame) return
        throw new RequestRefused(409, 'content-mismatch', 'This was written already with another content.')
      }
      if (moved) await refuseTooMuch(trx, shift, kind, moved)
      await trx
        .insertInto('drawer_movements')
        .values({
          id: movementId,
          shift_id: shift.id,
          kind,
          at: Math.floor(clock.now()),
          amount: moved?.amount ?? null,
          reason,
          by_id: at.person.id,
          by_name: at.person.name,
        })
        .execute()
      const detail = { ...(moved ? { amount: sayMoney(moved) } : {}), reason }
      await note(MOVEMENT_LINES[kind], detail)
    })

  /** Takes the count. From its commit on selling at this till pauses, so what is expected stays as it is. */
  const count = (id: string, typed: TypedCount, at: AtDrawer) =>
    change(id, at, 'open', async (trx, shift, note) => {
      const { counted, sum } = readCount(typed, shift.currency)
      if (await isSelling(trx, shift, clock.now()))
        throw wrongState('A sale is just being sent at this till. Count when it has its answer.')
      const earlier = await readCounts(trx, shift.id)
      const amount = money(sum, shift.currency)
      const now = Math.floor(clock.now())
      await trx
        .insertInto('shift_counts')
        .values({
          shift_id: shift.id,
          at: now,
          amount: amount.amount,
          counted: JSON.stringify(counted),
          by_id: at.person.id,
          by_name: at.person.name,
        })
        .execute()
      await trx.updateTable('shifts').set({ counted_at: now }).where('id', '=', shift.id).execute()
      await note('drawer-counted', { counted: sayMoney(amount), times: earlier.length + 1 })
    })

  /** Lets the till sell again. The count stays in the log. */
  const countAgain = (id: string, at: AtDrawer) =>
    change(id, at, 'counting', async (trx, shift, note) => {
      const { length: times } = await readCounts(trx, shift.id)
      if (times >= MAX_COUNTS) throw new InvalidOperation('This drawer was counted too often. Close its shift.')
      await trx.updateTable('shifts').set({ counted_at: null }).where('id', '=', shift.id).execute()
      await note('drawer-count-discarded')
    })

  /** The report that this person wrote already, when an answer was lost and the request comes again. */
  async function findWritten(id: string, at: AtDrawer): Promise<ZReport | undefined> {
    const row = /^\d{1,15}$/.test(id) ? await findZ(db, Number(id)) : undefined
    return row?.closed_by_id === at.person.id ? read(id, at) : undefined
  }

  /** Writes the Z report, after which nothing of the shift changes. Returns it. */
  async function close(
    id: string,
    { expected, counted, reason, note: words }: CloseShift,
    at: AtDrawer,
  ): Promise<ZReport> {
    const known = await findWritten(id, at)
    if (known) return known
    let report: StoredZReport | undefined
    await change(id, at, 'counting', async (trx, shift, note) => {
      const compared = await compare(trx, shift, [])
      if (!isSame(compared.expected.amount, expected) || !isSame(compared.counted, counted)) throw staleChange()
      if (compared.needsReason && (reason === undefined || (reason === 'other' && words === undefined)))
        throw new RequestRefused(400, 'reason-missing', 'Say why the drawer is over or short.')
      const counts = await readCounts(trx, shift.id)
      const [first, last] = [counts[0], counts.at(-1)]
      if (!first || !last) throw new Error(`shift ${shift.id} has no count`)
      if (await findOpenRecovery(trx)) throw beforeConfirmation()
      const now = Math.floor(clock.now())
      report = {
        ...headOf(shift),
        number: await nextZNumber(trx),
        closedAt: now,
        closedBy: refTo(at.person),
        figures: compared.figures,
        expected: compared.expected,
        counted: compared.counted,
        count: JSON.parse(last.counted) as CashCount & StoredZReport['count'],
        countedTimes: counts.length,
        ...(first.amount === last.amount
          ? {}
          : { firstCounted: { amount: first.amount as DecimalText, currency: shift.currency } }),
        difference: compared.difference,
        ...(reason === undefined ? {} : { reason }),
        ...(words === undefined ? {} : { note: words }),
      }
      const text = JSON.stringify(report)
      await trx
        .insertInto('z_reports')
        .values({ number: report.number, shift_id: shift.id, closed_at: now, closed_by_id: at.person.id, report: text })
        .execute()
      await trx.updateTable('shifts').set({ closed_at: now }).where('id', '=', shift.id).execute()
      await note('shift-closed', {
        z: report.number,
        counted: sayMoney(report.counted),
        difference: `${report.difference.kind} ${sayMoney(report.difference.amount)}`,
        // The log is chained by a key outside the journal, so nobody can exchange the report unnoticed.
        seal: createHash('sha256').update(text).digest('base64url'),
      })
    })
    if (!report) throw new Error(`shift ${id} was closed without a report`)
    return { ...report, notes: [] }
  }

  /** The shift of this drawer so far, for a supervisor. */
  async function reportX(id: string, at: AtDrawer): Promise<XReport> {
    requireDrawer()
    return audit.commit(async (trx, add) => {
      const shift = await requireOpen(trx, id, at)
      const figures = figuresOf(await readBooks(trx, shift))
      await noteAt(add, at, shift)('x-report-read')
      return { ...headOf(shift), at: Math.floor(clock.now()), by: refTo(at.person), figures }
    })
  }

  return {
    ...reports,
    isOn: () => settings.current().drawer !== null,
    /** Whether the drawer of this till takes part in a shift, for the money path and the till's status. */
    stateAt,
    takeOpening: drawerOpenings(db, clock),
    open,
    addMovement,
    count,
    countAgain,
    close,
    reportX,
  }
}

type Detail = Record<string, string | number>

const MOVEMENT_LINES = { in: 'cash-put-in', out: 'cash-taken-out', 'no-sale': 'drawer-opened' } as const

/** Until the numbers are confirmed, a report could get one that is on a paper already. */
const beforeConfirmation = () =>
  new RequestRefused(
    503,
    'selling-stopped',
    'The journal was put back from a backup. A shift can be closed once a supervisor has confirmed how it goes on.',
  )

const wrongState = (message: string) => new RequestRefused(409, 'wrong-state', message)

const noteAt =
  (add: AddAuditLine, { person, terminal }: AtDrawer, shift: ShiftRow) =>
  (kind: AuditKind, detail?: Detail): Promise<void> =>
    add({
      kind,
      by: refTo(person),
      terminal: refTo(terminal),
      about: { id: String(shift.id), name: shift.terminal_name },
      ...(detail ? { detail } : {}),
    })

const isSame = ({ amount }: Money, seen: string): boolean => isSameDecimal(decimal(amount), decimal(seen))

const sayMoney = ({ amount, currency }: Money): string => `${currency} ${amount}`

/** What is put in and what is taken out of a shift is each bounded in all, so that every sum of its report can be read. */
async function refuseTooMuch(trx: Trx, shift: ShiftRow, kind: MovementKind, moved: Money): Promise<void> {
  const alike = (await readMovements(trx, shift)).filter((movement) => movement.kind === kind)
  refuseAboveDrawer(
    alike.reduce((sum, { amount }) => (amount ? addDecimals(sum, decimal(amount.amount)) : sum), decimal(moved.amount)),
  )
}
