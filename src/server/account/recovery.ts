import { sql, type Kysely } from 'kysely'

import type { ConfirmRecovery, Recovery as RecoveryView } from '#api/recovery.ts'
import { isSameMoney } from '#domain/money/money.ts'
import { refOf, type Person } from '#domain/person.ts'
import { canBeFound, isComplete, isRefundDue } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { inMillionths } from '#domain/wallet/wallet.ts'
import type { Clock } from '../lib/clock.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { InvalidOperation, RequestRefused, staleChange } from '../lib/failures.ts'
import {
  confirmRecovery,
  findOpenRecovery,
  recordResumed,
  type RecoveryRow,
} from '../database/maintenance/recoveries.ts'
import { listOpenShifts } from '../shifts/store.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { AccountServices } from './services.ts'

/** Asks for the result of sales, compares the wallet, and waits for a supervisor's confirmation (decision 126). */
export type Recovery = {
  /** Nothing new is sold after a restore, or until a supervisor has decided on a contradiction. Durable before it resolves. */
  begin: () => Promise<void>
  /** The balance is read again; `undefined` if nothing is to be confirmed. */
  look: (person: Person) => Promise<RecoveryView | undefined>
  /** Throws `RequestRefused` and `InvalidOperation`. */
  confirm: (numbers: ConfirmRecovery, person: Person, actor: Actor) => Promise<FirstNumbers>
}

type FirstNumbers = Omit<ConfirmRecovery, 'id'>

type Deps = Pick<ShopContext, 'db' | 'clock'> & {
  selling: Pick<AccountServices, 'wholesaler' | 'sales' | 'wallet' | 'walletStore'>
  audit: StaffServices['audit']
  /** How long it can take until find sees an accepted confirm (ms). */
  pauseMs: number
}

/** A reading younger than this is not repeated (ms). */
const FRESH_FOR_MS = 5_000

export function createRecovery(deps: Deps): Recovery {
  const { db, selling, audit, clock, pauseMs } = deps
  const { wholesaler, sales } = selling
  /** When the wholesaler began to refuse calls of the previous process. */
  let fencedAt: number | undefined
  void wholesaler.fenced.then(() => {
    fencedAt = clock.now()
  })
  // A till may resend a lost sale. The result of find is proof only after the pause (rule 5).
  const isPauseOver = () => fencedAt !== undefined && clock.now() - fencedAt >= pauseMs

  async function begin(): Promise<void> {
    const open = await findOpenRecovery(db)
    if (open) wholesaler.stopSelling('restored')
    if (await isContradicted(deps)) wholesaler.stopSelling('contradiction')
    if (!open || open.resumed_at !== null) return sales.recover()
    await sales.recover({ backupAt: open.backup_at ?? open.found_at })
    await audit.commit(async (trx, note) => {
      await recordResumed(trx, open.id, clock.now())
      const backup = open.backup_at === null ? undefined : new Date(open.backup_at).toISOString()
      await note({
        kind: 'journal-restored',
        detail: { cause: open.cause, backup, lastSaleNumber: open.last_sale_number },
      })
    })
  }

  const look = (person: Person) => lookAt(deps, isPauseOver, person)

  async function confirm(numbers: ConfirmRecovery, person: Person, actor: Actor): Promise<FirstNumbers> {
    const known = await look(person)
    if (known?.id !== numbers.id) throw staleChange()
    if (!known.canConfirm)
      throw new RequestRefused(
        409,
        'wrong-state',
        'Not all open sales were checked yet, or the wallet was not compared with the database. Try again in a moment.',
      )
    requireAbove('The next sale number', numbers.firstSaleNumber, known.lastSaleNumber)
    requireAbove('The next Z report number', numbers.firstZNumber, known.lastZNumber)
    const { firstSaleNumber, firstZNumber } = numbers
    await audit.commit(async (trx, note) => {
      const row = await findOpenRecovery(trx)
      if (row?.id !== numbers.id) throw staleChange()
      const by = refOf(person)
      await confirmRecovery(trx, row.id, { at: clock.now(), by, firstSaleNumber, firstZNumber })
      await note({
        kind: 'restore-confirmed',
        ...actor,
        detail: { missing: sayMissing(known), firstSaleNumber, firstZNumber },
      })
    })
    wholesaler.endRecovery()
    return { firstSaleNumber, firstZNumber }
  }

  return { begin, look, confirm }
}

async function lookAt(
  { db, selling, clock }: Deps,
  isPauseOver: () => boolean,
  person: Person,
): Promise<RecoveryView | undefined> {
  const { sales, wallet, walletStore } = selling
  const row = await findOpenRecovery(db)
  if (!row) return undefined
  const openItems = await sales.openItemsOfShop()
  const open = openItems.filter((sale) => !isComplete(sale) && !sale.resolution)
  const toAsk = open.filter(isToAsk).length
  // Before that, the comparison would count too many sales as open.
  if (toAsk === 0) await readBalance(wallet, clock)
  const { reading, problem } = wallet.now()
  const judged = await walletStore.judgedAround(row.last_reading_id)
  const isCompared = judged.isSince && judged.before !== undefined && reading !== undefined
  const held = isCompared ? await walletStore.held(reading.balance.currency) : undefined
  const missing = (await walletStore.movements(row.id)).map(({ direction, least, most }) => ({
    direction,
    amount: most,
    ...(isSameMoney(least, most) ? {} : { least }),
  }))
  const { undelivered } = await sales.countOpenItems(person)
  return {
    id: row.id,
    foundAt: row.found_at,
    ...(row.backup_at === null ? {} : { backupAt: row.backup_at }),
    toAsk,
    open: open.length,
    undecidable: open.filter((sale) => !canBeFound(sale)).length,
    unreadable: (await sales.unreadableRecords()).sales.length,
    undelivered,
    refundsDue: openItems.filter(isRefundDue).length,
    openShifts: (await listOpenShifts(db)).length,
    ...(judged.before === undefined ? {} : { comparedWith: judged.before }),
    ...(judged.isSince && reading ? { reading } : {}),
    ...(problem ? { problem } : {}),
    missing,
    ...(held && missing.length === 0 && inMillionths(held.most.amount) > 0n ? { mayBeMissing: held.most } : {}),
    lastSaleNumber: row.last_sale_number,
    lastZNumber: row.last_z_number,
    proposed: await proposeNumbers(db, row),
    canConfirm: toAsk === 0 && isPauseOver() && (judged.isSince || problem === 'unreadable'),
  }
}

async function readBalance(wallet: AccountServices['wallet'], clock: Clock): Promise<void> {
  const { reading } = wallet.now()
  const age = reading ? clock.now() - reading.at : Infinity
  if (age < 0 || age >= FRESH_FOR_MS) await wallet.takeReading('page')
}

/** Such a decision is recorded only in the audit log. Right after a change of the leader, clocks that differ may hide a contradiction. */
async function isContradicted({ selling: { sales }, audit }: Deps): Promise<boolean> {
  const at = await sales.lastContradictionAt()
  if (at === undefined) return false
  const { lines } = await audit.page({ kind: 'selling-retried' })
  return !lines.some((line) => line.detail?.['reason'] === 'contradiction' && line.at > at)
}

/** True if the sale needs find, and no find has been answered or lost since the restore. */
const isToAsk = ({ next, findCount }: SaleRecord) => next?.kind === 'find' && findCount === 0

function requireAbove(what: string, number: number, last: number): void {
  if (number > last) return
  throw new InvalidOperation(`${what} has to be above ${last}, which was already used.`)
}

/** `0–120.50 AED out`: the audit log translates `in` and `out`. */
function sayMissing({ missing, mayBeMissing }: RecoveryView): string | undefined {
  if (mayBeMissing) return `0–${mayBeMissing.amount} ${mayBeMissing.currency} out`
  const said = missing.map(({ direction, amount, least }) => {
    const range = least ? `${least.amount}–${amount.amount}` : amount.amount
    return `${range} ${amount.currency} ${direction}`
  })
  return said.length > 0 ? said.join(', ') : undefined
}

/**
 * Above all numbers that may have been used after the backup: adds twice the count of an equally long time before it, or a minimum, rounded up so that the gap
 * is easy to see.
 */
async function proposeNumbers(db: Kysely<JournalTables>, row: RecoveryRow): Promise<RecoveryView['proposed']> {
  const backupAt = row.backup_at ?? row.found_at
  const from = backupAt - Math.max(0, row.found_at - backupAt)
  const { rows } = await sql<{ sales: number; reports: number }>`SELECT
    (SELECT count(*) FROM sales WHERE opened_at >= ${from}) AS sales,
    (SELECT count(*) FROM z_reports WHERE closed_at >= ${from}) AS reports`.execute(db)
  const [before] = rows
  return {
    firstSaleNumber: roundUp(row.last_sale_number + Math.max(100, 2 * Number(before?.sales ?? 0)), 100) + 1,
    firstZNumber: roundUp(row.last_z_number + Math.max(5, 2 * Number(before?.reports ?? 0)), 10) + 1,
  }
}

const roundUp = (number: number, to: number) => Math.ceil(number / to) * to
