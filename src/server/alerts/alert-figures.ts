import { sql } from 'kysely'

import { lateAt } from '#domain/wallet/announced-deposit.ts'
import type { DaySummary, DrawerDifference, UnknownSale } from '#domain/alerts.ts'
import { addMoney, decimal, money } from '#domain/money/money.ts'
import { needsReason } from '#domain/reports/shift.ts'
import { shopDayBounds, type ShopDay } from '#domain/shop-calendar.ts'
import type { DailyBackups } from '../database/maintenance/daily-backups.ts'
import { RECORD_COLUMNS, recordsOf } from '../database/schema/sale-row.ts'
import { nameUnreadable, readEach } from '../lib/readable-rows.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { readReport } from '../shifts/shift-reports.ts'
import type { AccountServices } from '../account/services.ts'
import type { AlertSources } from './alerts.ts'

/** More than anyone reads. The rest follow once these are resolved. */
const MAX_UNKNOWN = 50
/** More shifts than a shop closes between two checks, and in a day. */
const MAX_SHIFTS = { look: 50, day: 500 }

type Context = Pick<ShopContext, 'db' | 'clock' | 'calendar' | 'settings' | 'log'>
type Sources = {
  dailyBackups: Pick<DailyBackups, 'known'> | undefined
  selling: Pick<AccountServices, 'wholesaler' | 'disk' | 'wallet' | 'walletStore' | 'reports'>
}

export function alertSources(context: Context, { dailyBackups, selling }: Sources): AlertSources {
  const { db, clock, settings } = context
  const { wholesaler, disk, wallet, walletStore } = selling
  let diskSince: number | undefined

  return {
    ...drawerSources(context, selling.reports),
    service: () => {
      const { service, reason, since } = wholesaler.health()
      diskSince = disk.isFull() ? (diskSince ?? clock.now()) : undefined
      if (reason) return { service, stopReason: reason, since }
      if (diskSince !== undefined) return { service, stopReason: 'disk-full', since: diskSince }
      // Until the first answer after a start, nothing shows that the wholesaler responds.
      return { service: service === 'ok' && !wholesaler.isFenced() ? 'unproven' : service, since }
    },

    unknownSales: async (confirmedBefore) => {
      const rows = await db
        .selectFrom('sales')
        .select(RECORD_COLUMNS)
        .where('is_open', '=', 1)
        .where('state', '=', 'unknown')
        .where('confirmed_at', '<=', confirmedBefore)
        .orderBy('opened_at')
        .limit(MAX_UNKNOWN)
        .execute()
      return recordsOf(rows).flatMap(({ id, number, serviceName, pays, confirmedAt, resolution }): UnknownSale[] =>
        resolution || confirmedAt === undefined ? [] : [{ id, number, product: serviceName, pays, confirmedAt }],
      )
    },

    balance: async () => wallet.now().reading?.balance,
    runwayDays: async () => (await wallet.forecast())?.runway.days,
    lateDeposits: async () => {
      const expected = await walletStore.expectedDeposits()
      return expected
        .filter((deposit) => lateAt(deposit) <= clock.now())
        .map(({ id, amount, paidAt, slip }) => ({ id, amount, paidAt, ...(slip !== undefined && { slip }) }))
    },
    ...(dailyBackups && {
      lastBackup: async () => {
        const known = dailyBackups.known()
        if (!known) return undefined
        // Before the first backup, the time counts from when the account was bound.
        const bound = await db.selectFrom('wholesaler_account').select('bound_at').executeTakeFirst()
        return { ...(known.at !== undefined && { at: known.at }), since: bound?.bound_at ?? clock.now() }
      },
    }),
    walletLines: () => {
      const { line, lowBalanceDays } = settings().wallet
      return {
        line: line ? money(decimal(line.amount), line.currency) : undefined,
        lowBalanceDays: lowBalanceDays ?? undefined,
      }
    },
  }
}

function drawerSources(
  { db, settings, calendar, log }: Context,
  reports: AccountServices['reports'],
): Pick<AlertSources, 'drawerDifferences' | 'daySummary'> {
  const name = (problem: string) => nameUnreadable(log, problem)

  /** Shifts closed at or after `from` and before `to`. `isWhole`: all reports are readable. */
  async function readClosed({ from, to }: { from: number; to: number }, atMost: number) {
    const rows = await db
      .selectFrom('z_reports')
      .select(['number', 'report'])
      .where('number', '>', sql<number>`(SELECT coalesce(max(number), 0) FROM z_reports) - ${atMost}`)
      .where('closed_at', '>=', from)
      .where('closed_at', '<', to)
      .execute()
    const closed = readEach(rows, readReport, name)
    return { closed, isWhole: closed.length === rows.length }
  }

  /** `undefined` if a report is unreadable, because sums would be wrong. */
  async function readDrawers(day: ShopDay): Promise<DaySummary['drawers']> {
    const { closed, isWhole } = await readClosed(shopDayBounds(day, calendar()), MAX_SHIFTS.day)
    if (!isWhole) return undefined
    const sumOf = (direction: 'over' | 'short') =>
      addMoney(closed.flatMap(({ difference: { kind, amount } }) => (kind === direction ? [amount] : [])))
    return { closed: closed.length, over: sumOf('over'), short: sumOf('short') }
  }

  return {
    drawerDifferences: async (closedSince) => {
      const { drawer } = settings()
      if (drawer === null) return []
      const { closed } = await readClosed({ from: closedSince, to: Number.MAX_SAFE_INTEGER }, MAX_SHIFTS.look)
      return closed.flatMap(({ number, closedAt, terminal, difference }): DrawerDifference[] => {
        const { kind, amount } = difference
        if (kind === 'exact' || !needsReason(difference, drawer.varianceReasonThreshold)) return []
        return [
          {
            id: `Z${number}`,
            zNumber: number,
            terminal: terminal.name,
            direction: kind,
            difference: amount,
            closedAt,
          },
        ]
      })
    },

    daySummary: async (day) => {
      const { totals } = await reports.read({ from: day, to: day })
      const { sold, notSold, waiting, unknown, paid, margin, refundsDue } = totals
      const drawers = settings().drawer === null ? undefined : await readDrawers(day)
      const figures = { sold, notSold, waiting, unknown, paid, margin, refundsDue: refundsDue.amount }
      return { ...figures, ...(drawers && { drawers }) }
    },
  }
}
