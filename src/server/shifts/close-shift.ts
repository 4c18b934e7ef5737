import { createHash } from 'node:crypto'

import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'

import { StoredZReport, type CloseShift, type ZReport } from '#api/shifts.ts'
import type { AuditDetail, AuditKind } from '#domain/audit.ts'
import { decimal, isSameDecimal, type DecimalText, type Money } from '#domain/money/money.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused, staleChange } from '../lib/failures.ts'
import { findOpenRecovery } from '../database/maintenance/recoveries.ts'
import { readStored } from '../database/schema/stored-records.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { headOf, type AtDrawer, type ShiftReports } from './shift-reports.ts'
import { findZ, nextZNumber, readCounts, type ShiftRow } from './store.ts'
import { refOf } from '#domain/person.ts'

type Trx = Transaction<JournalTables>
/** Changes the shift in one commit with its audit entry. Returns the id of the drawer's terminal. */
export type ChangeShift = (
  id: string,
  at: AtDrawer,
  allowed: 'open' | 'counting',
  work: (trx: Trx, shift: ShiftRow, note: (kind: AuditKind, detail?: AuditDetail) => Promise<void>) => Promise<void>,
) => Promise<string>

export function shiftEnd(
  { db, clock }: { db: Kysely<JournalTables>; clock: Clock },
  change: ChangeShift,
  { compare, read }: Pick<ShiftReports, 'compare' | 'read'>,
) {
  /** Used for a repeated request after a lost answer. */
  async function findWritten(id: string, at: AtDrawer): Promise<ZReport | undefined> {
    const row = /^\d{1,15}$/.test(id) ? await findZ(db, Number(id)) : undefined
    return row?.closed_by_id === at.person.id ? read(id, at) : undefined
  }

  /** The shift doesn't change after its Z report. */
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
        throw new RequestRefused(400, 'reason-missing', 'Enter why the drawer is over or short.')
      const counts = await readCounts(trx, shift.id)
      const [first, last] = [counts[0], counts.at(-1)]
      if (!first || !last) throw new Error(`shift ${shift.id} has no count`)
      if (await findOpenRecovery(trx)) throw beforeConfirmation()
      const now = Math.floor(clock.now())
      report = {
        ...headOf(shift),
        number: await nextZNumber(trx),
        closedAt: now,
        closedBy: refOf(at.person),
        figures: compared.figures,
        expected: compared.expected,
        counted: compared.counted,
        count: readStored(isCount, last.counted, `The count of shift ${shift.id}`),
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
        // The log is chained by a key outside the journal, so a replaced report would be noticed.
        seal: createHash('sha256').update(text).digest('base64url'),
      })
    })
    if (!report) throw new Error(`shift ${id} was closed without a report`)
    return { ...report, notes: [] }
  }

  return {
    close,
  }
}

const isCount = (count: unknown): count is StoredZReport['count'] => v.is(StoredZReport.entries.count, count)

/** Until the numbers are confirmed, a report could get a number that was already printed. */
const beforeConfirmation = () =>
  new RequestRefused(
    503,
    'selling-stopped',
    'The shop was restored from a backup. A shift can be closed once a supervisor has resumed selling.',
  )

const isSame = ({ amount }: Money, seen: string): boolean => isSameDecimal(decimal(amount), decimal(seen))

export const sayMoney = ({ amount, currency }: Money): string => `${currency} ${amount}`
