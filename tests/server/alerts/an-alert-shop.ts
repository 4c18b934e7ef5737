import { onTestFinished } from 'vitest'

import type { AlertState } from '#domain/alerts.ts'
import type { Money } from '#domain/money/money.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Person, Terminal } from '#domain/person.ts'
import type { AlertSources } from '#server/alerts/alerts.ts'
import { openAlerts, type OpenedAlerts } from '#server/alerts/open-alerts.ts'
import { openDatabase } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { openStaff } from '#server/staff/open-staff.ts'
import { AUTHORITY } from '../../support/alert-receivers.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** 2026-11-20 at 14:00 in Dubai. */
export const START = Date.parse('2026-11-20T10:00:00Z')
export const BY = {}
export const aed = (amount: string): Money => money(decimal(amount), 'AED')

type World = {
  service: Pick<AlertState, 'service' | 'stopReason' | 'since'>
  balance?: Money
  line?: Money
  lowBalanceDays?: number
  runwayDays?: number
  unknown: Awaited<ReturnType<AlertSources['unknownSales']>>
  deposits: Awaited<ReturnType<NonNullable<AlertSources['lateDeposits']>>>
  shifts: Awaited<ReturnType<NonNullable<AlertSources['drawerDifferences']>>>
  summaries: string[]
}

/** Alerts over a real database and real sockets, with a clock that the test moves. */
export async function anAlertShop({ allowsPrivateNetworks = true } = {}) {
  const folder = aFolder()
  const clock = { now: () => time.now, wall: () => time.now }
  const time = { now: START }
  const place = await aJournalPlace()
  const logged: string[] = []
  const announced: string[] = []
  const world: World = {
    service: { service: 'ok', since: START },
    unknown: [],
    deposits: [],
    shifts: [],
    summaries: [],
  }
  const sources: AlertSources = {
    service: () => world.service,
    unknownSales: async (before) => world.unknown.filter(({ confirmedAt }) => confirmedAt <= before),
    balance: async () => world.balance,
    walletLines: () => ({ line: world.line, lowBalanceDays: world.lowBalanceDays }),
    runwayDays: async () => world.runwayDays,
    lateDeposits: async () => world.deposits,
    drawerDifferences: async (since) => world.shifts.filter(({ closedAt }) => closedAt >= since),
    daySummary: async (day) => {
      world.summaries.push(day)
      const counts = { sold: 47, notSold: 2, waiting: 1, unknown: 0 }
      return { ...counts, paid: [aed('1642.50')], margin: [aed('41.20')], refundsDue: [] }
    },
  }

  async function open() {
    const db = await openDatabase(place, (error) => {
      throw error
    })
    const commit = groupCommit(db)
    const announce = (line: string) => void announced.push(line)
    const staff = await openStaff({ db, commit, clock, dataFolder: folder, pinCost: CHEAP_PINS, announce })
    const write = (line: object) => void logged.push(JSON.stringify(line))
    const context = {
      db,
      commit,
      clock,
      log: { info: write, error: write },
      timers: { after: () => () => {} },
      calendar: () => ({ timeZone: 'Asia/Dubai', dayStartHour: 0 }),
    }
    const alerts: OpenedAlerts = await openAlerts(context, {
      staff,
      sources,
      allowsPrivateNetworks,
      deadlineMs: 60_000,
      ca: AUTHORITY,
      shop: { name: () => 'Sidra Corner Shop', isPractice: false, timeZone: () => 'Asia/Dubai' },
    })
    return { db, staff, alerts }
  }

  let running = await open()
  const close = async () => {
    await running.alerts.close()
    await running.staff.close()
    await running.db.destroy()
  }
  onTestFinished(() => close())

  return {
    world,
    logged,
    announced,
    folder,
    get alerts() {
      return running.alerts
    },
    get db() {
      return running.db
    },
    get staff() {
      return running.staff
    },
    now: () => time.now,
    pass: async (ms: number, stepMs = MINUTE) => {
      for (const end = time.now + ms; time.now < end;) {
        time.now = Math.min(end, time.now + stepMs)
        await running.alerts.look()
      }
    },
    /** Checks without letting time pass. */
    look: () => running.alerts.look(),
    setClock: (at: number) => void (time.now = at),
    /** Ends the process as a fault would, and starts a new one on the same database. */
    restart: async () => {
      await close()
      running = await open()
    },
    aSupervisor: async (name = 'Hamad'): Promise<{ person: Person; terminal: Terminal }> => {
      const person = await running.staff.people.add({ name, role: 'supervisor', pin: '604918' }, BY)
      const { terminal } = await running.staff.terminals.enrolItself('Till 20418')
      return { person, terminal }
    },
  }
}

export const A_SECRET = 'whsec_aSecretOfTheWebhookInBase64Form1'

export const mailTo = (port: number, recipients: string[], more: object = {}) => ({
  isOn: true,
  host: 'localhost',
  port,
  security: 'none' as const,
  user: '',
  from: 'till@sidra.example',
  recipients,
  ...more,
})
