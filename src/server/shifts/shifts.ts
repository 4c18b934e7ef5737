import type { Kysely, Transaction } from 'kysely'

import type { Settings } from '#api/settings.ts'
import type { AddMovement, TypedCount, XReport } from '#api/shifts.ts'
import type { AuditDetail, AuditKind } from '#domain/audit.ts'
import { addDecimals, decimal, money, type Money } from '#domain/money/money.ts'
import { figuresOf, type MovementKind } from '#domain/reports/shift.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import {
  findOpenShift,
  findOpenShiftById,
  isSelling,
  readBooks,
  readCounts,
  readMovements,
  readShiftState,
  shiftStateOf,
  type ShiftRow,
} from './store.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AddAuditEntry, AuditLog } from '../audit/audit-log.ts'
import { sayMoney, shiftEnd, type ChangeShift } from './close-shift.ts'
import { drawerOpenings } from './drawer-openings.ts'
import { createShiftReports, headOf, notFound, type AtDrawer } from './shift-reports.ts'
import { readCount, readMoved, refuseAboveDrawer } from './typed-cash.ts'
import { refOf } from '#domain/person.ts'

type Trx = Transaction<JournalTables>
type Deps = {
  db: Kysely<JournalTables>
  clock: Clock
  audit: AuditLog
  settings: { current: () => Pick<Settings, 'drawer'> }
}

/** Every count is read when the shift is closed. The last one cannot be discarded, so the shift can be closed with it. */
const MAX_COUNTS = 50

/**
 * One drawer per terminal, for anyone signed in there; a supervisor may also close the shift of a till whose browser is lost. Throws `RequestRefused` 404 while
 * the shop doesn't count drawers.
 */
export function createShifts(deps: Deps) {
  const { db, clock, audit, settings } = deps
  const stateAt = readShiftState(db)
  const reports = createShiftReports(deps)
  const { requireDrawer } = reports

  /** A supervisor may use any till, a cashier only their own. */
  async function requireOpen(trx: Trx, id: string, { person, terminal }: AtDrawer): Promise<ShiftRow> {
    const shift = await findOpenShiftById(trx, id)
    if (shift && (person.role === 'supervisor' || shift.terminal_id === terminal.id)) return shift
    throw notFound('No such shift is open at this till.')
  }

  const change: ChangeShift = async (id, at, allowed, work) => {
    requireDrawer()
    return audit.commit(async (trx, add) => {
      const shift = await requireOpen(trx, id, at)
      if (shiftStateOf(shift) !== allowed)
        throw wrongState(
          allowed === 'open' ? 'The drawer is being counted.' : 'The drawer has not been counted yet: count it first.',
        )
      await work(trx, shift, recordAt(add, at, shift))
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
      if (await findOpenShift(trx, at.terminal.id)) throw wrongState('A shift is already open at this till.')
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
      await recordAt(add, at, shift)('shift-opened', { start: sayMoney(start) })
    })
  }

  async function reportX(id: string, at: AtDrawer): Promise<XReport> {
    requireDrawer()
    return audit.commit(async (trx, add) => {
      const shift = await requireOpen(trx, id, at)
      const figures = figuresOf(await readBooks(trx, shift))
      await recordAt(add, at, shift)('x-report-read')
      return { ...headOf(shift), at: Math.floor(clock.now()), by: refOf(at.person), figures }
    })
  }

  return {
    ...drawerMovements(clock, change),
    ...shiftEnd(deps, change, reports),
    ...reports,
    isOn: () => settings.current().drawer !== null,
    /** Used by the money path and the till's status. */
    stateAt,
    takeOpening: drawerOpenings(db, clock),
    open,
    reportX,
  }
}

/** Cash put in or taken out during a shift, and counts. */
function drawerMovements(clock: Clock, change: ChangeShift) {
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
        throw new RequestRefused(409, 'content-mismatch', 'This was already recorded with different content.')
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
      await note(MOVEMENT_LINES[kind], { amount: moved && sayMoney(moved), reason })
    })

  /** From this commit on, selling at this till pauses, so the expected cash doesn't change. */
  const count = (id: string, typed: TypedCount, at: AtDrawer) =>
    change(id, at, 'open', async (trx, shift, note) => {
      const { counted, sum } = readCount(typed, shift.currency)
      if (await isSelling(trx, shift, clock.now()))
        throw wrongState('A sale is being sent at this till. Count once it has a result.')
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

  /** The till sells again. The count stays in the log. */
  const countAgain = (id: string, at: AtDrawer) =>
    change(id, at, 'counting', async (trx, shift, note) => {
      const { length: times } = await readCounts(trx, shift.id)
      if (times >= MAX_COUNTS) throw new InvalidOperation('This drawer was counted too many times. Close its shift.')
      await trx.updateTable('shifts').set({ counted_at: null }).where('id', '=', shift.id).execute()
      await note('drawer-count-discarded')
    })

  return {
    addMovement,
    count,
    countAgain,
  }
}

const MOVEMENT_LINES = { in: 'cash-put-in', out: 'cash-taken-out', 'no-sale': 'drawer-opened' } as const

const wrongState = (message: string) => new RequestRefused(409, 'wrong-state', message)

const recordAt =
  (add: AddAuditEntry, { person, terminal }: AtDrawer, shift: ShiftRow) =>
  (kind: AuditKind, detail?: AuditDetail): Promise<void> =>
    add({
      kind,
      by: refOf(person),
      terminal: refOf(terminal),
      about: { id: String(shift.id), name: shift.terminal_name },
      ...(detail ? { detail } : {}),
    })

/** Limits each total of cash in and out, so every sum of the report is readable. */
async function refuseTooMuch(trx: Trx, shift: ShiftRow, kind: MovementKind, moved: Money): Promise<void> {
  const alike = (await readMovements(trx, shift)).filter((movement) => movement.kind === kind)
  refuseAboveDrawer(
    alike.reduce((sum, { amount }) => (amount ? addDecimals(sum, decimal(amount.amount)) : sum), decimal(moved.amount)),
  )
}
