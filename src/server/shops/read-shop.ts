import type { Kysely } from 'kysely'

import type { KnownShop, OpenAlert } from '#api/shops.ts'
import { wordAlert } from '../alerts/alert-text.ts'
import { observeLasting, type AlertFact, type AlertKind, type LastingKind } from '#domain/alerts.ts'
import type { Language } from '#domain/language.ts'
import { decimal, money } from '#domain/money/money.ts'
import { countOpenItems } from '#domain/sale/open-items.ts'
import { dayBeside, shopDayAt, type ShopDay } from '#domain/shop-calendar.ts'
import { addUpSold, countOf } from '#domain/reports/sold.ts'
import { readOpenAlerts } from '../alerts/store.ts'
import { isLed } from '../database/leases.ts'
import { reportSales } from '../reports/report-sales.ts'
import { readOpenItems } from '../sales/sale-queries.ts'
import { salesList } from '../sales-list/list.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { walletReadings } from '../wallet/store.ts'
import { readSettings } from '../staff/settings.ts'
import { createDayStarts, forecastFrom, inTenths, lowOf } from '../wallet/wallet.ts'

/** Each shop reads its wallet every hour, and after sales. */
const STALE_AFTER_MS = 2 * 60 * 60_000
/** The leader knows more about the wallet than the journal contains, so a low balance is also checked here. */
const SEEN_HERE: readonly LastingKind[] = ['wallet-below', 'wallet-days']
/** Without these, no one is notified that a shop cannot sell. */
const WATCHING: readonly AlertKind[] = ['selling-stopped', 'service-away']
/** Open items are counted as for a supervisor. */
const SUPERVISOR = { id: '', name: '', role: 'supervisor' } as const

type DayStarts = ReturnType<typeof createDayStarts>

/** Reads only the journal. `now` is epoch ms. */
export async function readShop(
  db: Kysely<JournalTables>,
  { timeZone: zone, now }: { timeZone?: string | undefined; now: number },
): Promise<Omit<KnownShop, 'id' | 'name' | 'state'>> {
  const leads = await isLed(db)
  const settings = await readSettings(db)
  const timeZone = zone ?? settings.timeZone
  const calendar = { timeZone, dayStartHour: settings.dayStartHour }
  const startOf = createDayStarts(() => calendar)
  const day = shopDayAt(now, calendar)
  const wallet = await readWallet(db, settings.wallet, { now, day, startOf })
  const { sales, undelivered } = await readOpenItems(db)
  const { openItems, attention, refundsDue } = countOpenItems(sales, SUPERVISOR, now)
  const today = { from: startOf(day), to: startOf(dayBeside(day, 1)) }
  const counted = await salesList(db).count(today)
  const tests = await countTests(db, today)
  const { open, isWatched } = await readOpenAlerts(db)
  const raised = open.map(({ kind, since, fact }) => alertOf(kind, since, fact, timeZone))
  return {
    isLed: leads,
    wallet,
    openItems: { openItems: openItems + undelivered, attention, refundsDue, undelivered },
    alerts: [...raised, ...findLow(wallet, settings.wallet.lowBalanceDays, open, timeZone)],
    isWatched: WATCHING.every(isWatched),
    today: { day, sold: addUpSold(counted), tests },
  }
}

/** Counts sold test transactions, as the shop's own report does. */
async function countTests(db: Kysely<JournalTables>, range: { from: number; to: number }): Promise<number> {
  const sales = reportSales(db)
  let tests = 0
  for (const piece of await sales.chunksOf(range))
    tests += countOf((await sales.sales(piece)).filter(({ group, isTest }) => isTest && group === 'sold'))
  return tests
}

async function readWallet(
  db: Kysely<JournalTables>,
  { line, lowBalanceDays }: Awaited<ReturnType<typeof readSettings>>['wallet'],
  { now, day, startOf }: { now: number; day: ShopDay; startOf: DayStarts },
): Promise<KnownShop['wallet']> {
  const readings = walletReadings(db)
  const reading = await readings.latest()
  const ownLine = line ? { line: money(decimal(line.amount), line.currency) } : {}
  if (!reading) return { isStale: true, ...ownLine }
  const { balance, at } = reading
  const runwayDays = (await forecastFrom(readings, reading, { now, today: day, startOf }))?.runway.days
  const low = lowOf(balance, runwayDays, { line, lowBalanceDays })
  return {
    balance,
    asOf: at,
    isStale: now < at || now - at > STALE_AFTER_MS,
    ...(runwayDays === undefined ? {} : { runwayDays: inTenths(runwayDays) }),
    ...(low === undefined ? {} : { low }),
    ...ownLine,
  }
}

/** Finds a low wallet for which there is no alert. */
function findLow(
  { balance, line, runwayDays, asOf }: KnownShop['wallet'],
  lowBalanceDays: number | null,
  raised: readonly { kind: AlertKind }[],
  timeZone: string,
): OpenAlert[] {
  if (asOf === undefined) return []
  const lines = { line, lowBalanceDays: lowBalanceDays ?? undefined }
  const state = { now: asOf, since: asOf, service: 'unproven', balance, runwayDays, ...lines } as const
  return SEEN_HERE.flatMap((kind) => {
    const fact = observeLasting(kind, state)
    const isNew = typeof fact === 'object' && !raised.some((one) => one.kind === kind)
    return isNew ? [alertOf(kind, asOf, fact, timeZone)] : []
  })
}

function alertOf(kind: AlertKind, since: number, fact: AlertFact, timeZone: string): OpenAlert {
  const alert = { kind, facts: [fact], isTest: false, isPractice: false }
  const inWords = (language: Language) => wordAlert(alert, language, timeZone)
  return { kind, since, words: { en: inWords('en'), ar: inWords('ar'), ur: inWords('ur'), hi: inWords('hi') } }
}
