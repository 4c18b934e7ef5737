import type { Alerts as AlertsAnswer, LastDelivery, TestAlert } from '#api/alerts.ts'
import {
  ALERT_KINDS,
  ALERT_WAYS,
  findSummaryDue,
  isLasting,
  momentOfDeposit,
  momentOfDrawer,
  momentOfSale,
  observeLasting,
  planAlerts,
  type AlertKind,
  type AlertMoment,
  type AlertState,
  type AlertChannel,
  type DaySummary,
  type DrawerDifference,
  type LateDeposit,
  type UnknownSale,
} from '#domain/alerts.ts'
import type { Money } from '#domain/money/money.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { createInFlight } from '../lib/concurrency.ts'
import { RequestRefused, problemOf } from '../lib/failures.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import type { AlertSettings } from './alert-settings.ts'
import { changeNotices, createPace, type ChangeNotices } from './change-notices.ts'
import type { AlertTarget, Delivery } from './deliveries.ts'
import type { AlertStore } from './store.ts'
import type { SendAlert } from './send-alert.ts'
import { vapidPublicKey } from './web-push.ts'

/** A kind is watched only if its source is present. */
export type AlertSources = {
  service: () => Pick<AlertState, 'service' | 'stopReason' | 'since'>
  /** Sales with an unknown result confirmed by this time (epoch ms). */
  unknownSales: (confirmedBefore: number) => Promise<UnknownSale[]>
  balance?: () => Promise<Money | undefined>
  walletLines: () => { line?: Money | undefined; lowBalanceDays?: number | undefined }
  runwayDays?: () => Promise<number | undefined>
  lateDeposits?: () => Promise<LateDeposit[]>
  lastBackup?: () => Promise<AlertState['backup']>
  /** Differences above the shop's limit in shifts closed since this time (epoch ms). */
  drawerDifferences?: (closedSince: number) => Promise<DrawerDifference[]>
  daySummary?: (day: ShopDay) => Promise<DaySummary>
}

const NEEDS: Partial<Record<AlertKind, keyof AlertSources>> = {
  'wallet-below': 'balance',
  'wallet-days': 'runwayDays',
  'deposit-late': 'lateDeposits',
  'backup-old': 'lastBackup',
  'drawer-difference': 'drawerDifferences',
  'day-summary': 'daySummary',
}

const kindsOf = (sources: AlertSources): AlertKind[] =>
  ALERT_KINDS.filter((kind) => {
    const source = NEEDS[kind]
    return source === undefined || sources[source] !== undefined
  })

type Deps = Pick<ShopContext, 'clock' | 'timers' | 'log' | 'calendar'> & {
  settings: AlertSettings
  store: AlertStore
  sources: AlertSources
  guard: AddressGuard
  audit: Pick<AuditLog, 'append' | 'onChange'>
  send: SendAlert
}

export type Alerts = {
  /** Stores new alerts and sends those that are due. Resolves when these attempts have ended. */
  look: () => Promise<void>
  start: () => void
  test: (wanted: TestAlert, actor: Actor) => Promise<void>
  answer: () => Promise<AlertsAnswer>
  close: () => Promise<void>
}

const LOOK_INTERVAL_MS = 5_000
/** Deliveries in parallel per channel: a receiver that never answers delays only its own channel, and only a few deliveries there. */
const PARALLEL = 4
const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

export async function createAlerts(deps: Deps): Promise<Alerts> {
  const { settings, store, clock, timers, log, audit } = deps
  const kinds = kindsOf(deps.sources)
  const stopping = new AbortController()
  const raise = alertRaiser(deps, kinds)
  const changes = await changeNotices(deps, stopping.signal)
  const { deliver, rest } = alertDelivery(deps, changes, stopping.signal)
  const mayTest = createPace(clock)
  let raising: Promise<void> = Promise.resolve()
  let cancel = () => {}

  const logProblem = (error: unknown) => log.error({ what: 'alerts', problem: problemOf(error) })

  const alerts: Alerts = {
    look: async () => {
      if (stopping.signal.aborted) return
      // In sequence, because each depends on what was raised before. Deliveries don't wait for one another.
      raising = raising.then(raise).catch(logProblem)
      await raising
      await deliver().catch(logProblem)
    },

    start: () => {
      cancel = timers.after(LOOK_INTERVAL_MS, () => {
        void alerts.look()
        if (!stopping.signal.aborted) alerts.start()
      })
    },

    test: async (wanted, actor) => {
      if (!mayTest())
        throw new RequestRefused(429, 'rate-limited', 'Too many tests. Wait a minute.', {
          retryAfterMs: MINUTE_MS,
        })
      const kind = 'kind' in wanted ? wanted.kind : undefined
      const all = await settings.targets()
      const targets =
        'kind' in wanted
          ? targetsFor(settings, all)(wanted.kind)
          : all.filter(({ channel }) => channel === wanted.channel)
      await audit.append({ kind: 'alert-tested', ...actor, detail: { ...wanted } })
      await store.addTest(kind, targets, clock.now())
      await deliver()
    },

    answer: () => readAnswer(deps, kinds),

    close: async () => {
      cancel()
      stopping.abort()
      await raising
      await Promise.all([rest(), changes.rest()])
    },
  }

  return alerts
}

function alertRaiser(
  { settings, store, sources, clock, calendar, log }: Deps,
  kinds: readonly AlertKind[],
): () => Promise<void> {
  /** A failing source returns nothing, so the other kinds are still raised. */
  async function ask<T>(isWatched: boolean, read: (() => Promise<T>) | undefined): Promise<T | undefined> {
    try {
      return isWatched ? await read?.() : undefined
    } catch (error) {
      log.error({ what: 'alerts', problem: problemOf(error) })
      return undefined
    }
  }

  async function raise(): Promise<void> {
    const now = clock.now()
    const targetsOf = targetsFor(settings, await settings.targets())
    const active = new Set(kinds.filter((kind) => targetsOf(kind).length > 0))
    const memory = await store.memory()
    if (active.size === 0 && kinds.every((kind) => memory(kind).activeSince === undefined)) return
    const state = await readState(now, active)
    const lasting = new Map(kinds.filter(isLasting).map((kind) => [kind, observeLasting(kind, state)] as const))
    const plan = planAlerts({ now, active, lasting, moments: await findMoments(now, active), memory })
    const isEmpty = Object.values(plan).every((list) => list.length === 0)
    if (!isEmpty) await store.carryOut(plan, now, targetsOf)
  }

  async function readState(now: number, active: ReadonlySet<AlertKind>): Promise<AlertState> {
    const [balance, runwayDays, backup] = await Promise.all([
      ask(active.has('wallet-below'), sources.balance),
      ask(active.has('wallet-days'), sources.runwayDays),
      ask(active.has('backup-old'), sources.lastBackup),
    ])
    return { now, ...sources.service(), ...sources.walletLines(), balance, runwayDays, backup }
  }

  async function findMoments(now: number, active: ReadonlySet<AlertKind>): Promise<AlertMoment[]> {
    const { unknownMinutes } = settings.record().choice
    const { lateDeposits, drawerDifferences, daySummary } = sources
    const found = await Promise.all([
      ask(active.has('sale-unknown'), async () => {
        const sales = await sources.unknownSales(now - unknownMinutes * MINUTE_MS)
        return store.findNew(
          'sale-unknown',
          sales.map((sale) => momentOfSale(sale, unknownMinutes)),
        )
      }),
      ask(active.has('deposit-late'), async () =>
        store.findNew('deposit-late', ((await lateDeposits?.()) ?? []).map(momentOfDeposit)),
      ),
      ask(active.has('drawer-difference'), async () => {
        const shifts = await drawerDifferences?.(now - DAY_MS)
        return store.findNew('drawer-difference', (shifts ?? []).map(momentOfDrawer))
      }),
      ask(active.has('day-summary'), daySummary && (() => findSummary(now, daySummary))),
    ])
    return found.flatMap((moments) => moments ?? [])
  }

  async function findSummary(now: number, read: NonNullable<AlertSources['daySummary']>): Promise<AlertMoment[]> {
    const { day, dueAt } = findSummaryDue(now, settings.record().choice.summaryTime, calendar())
    const { activeSince = now } = (await store.memory())('day-summary')
    const [isNew] = dueAt < activeSince ? [] : await store.findNew('day-summary', [emptySummary(day, dueAt)])
    return isNew ? [{ ...isNew, fact: { kind: 'day-summary', day, ...(await read(day)) } }] : []
  }

  return raise
}

function alertDelivery(
  { settings, store, clock, log, send }: Deps,
  changes: Pick<ChangeNotices, 'forget'>,
  stopping: AbortSignal,
) {
  const underWay = new Set<number>()
  const inFlight = createInFlight()

  async function deliver(): Promise<void> {
    await Promise.all(ALERT_WAYS.map((channel) => deliverBy(channel)))
  }

  async function deliverBy(channel: AlertChannel): Promise<void> {
    const waiting = (await store.due(channel, clock.now())).filter(({ id }) => !underWay.has(id))
    for (const { id } of waiting) underWay.add(id)
    const next = async (): Promise<void> => {
      const delivery = waiting.shift()
      if (!delivery) return
      await attempt(delivery).finally(() => underWay.delete(delivery.id))
      return next()
    }
    await Promise.all(Array.from({ length: PARALLEL }, next))
  }

  /** Journaled before anything is sent. */
  async function attempt(delivery: Delivery): Promise<void> {
    if (stopping.aborted) return
    await store.begin(delivery, clock.now())
    const outcome = await send(settings, delivery, stopping)
    // Stopped before the result is known: the next start repeats the attempt.
    if (stopping.aborted && !outcome.ok) return
    await store.end(delivery, outcome, clock.now())
    if (!outcome.ok && outcome.problem === 'gone') {
      await settings.forgetDevice(delivery.target)
      changes.forget(delivery.target)
    }
    if (!outcome.ok)
      log.info({ what: 'an alert was not delivered', channel: delivery.channel, problem: outcome.problem })
  }

  return { deliver: () => inFlight.count(deliver()), rest: inFlight.rest }
}

const targetsFor = (settings: AlertSettings, targets: readonly AlertTarget[]) => (kind: AlertKind) =>
  targets.filter(({ channel }) => settings.waysOf(kind).includes(channel))

async function readAnswer({ settings, store, guard }: Deps, kinds: AlertKind[]): Promise<AlertsAnswer> {
  const { email, webhook, choice } = settings.record()
  const { password, webhookSecret, vapidKey } = settings.secrets()
  const devices = await settings.devices()
  const last = async (channel: AlertChannel, target?: string) => lastOf(await store.last(channel, target))
  const tillOf = (id: string) => devices.find((device) => device.id === id)?.terminal.name ?? id
  return {
    allowsPrivate: guard.allowsPrivate,
    email: { ...email, hasPassword: password !== undefined, ...(await last('email')) },
    webhook: { ...webhook, hasSecret: webhookSecret !== undefined, ...(await last('webhook')) },
    push: {
      publicKey: vapidPublicKey(vapidKey),
      devices: await Promise.all(devices.map(async (device) => ({ ...device, ...(await last('push', device.id)) }))),
    },
    kinds,
    choice,
    failed: (await store.failed()).flatMap((delivery) => failedOf(delivery, tillOf)),
  }
}

const NOTHING: DaySummary = { sold: 0, notSold: 0, waiting: 0, unknown: 0, paid: [], margin: [], refundsDue: [] }

/** The key shows whether this summary was already sent, before its figures are read. */
const emptySummary = (day: ShopDay, at: number): AlertMoment => ({
  key: day,
  at,
  fact: { kind: 'day-summary', day, ...NOTHING },
})

function lastOf(delivery: Delivery | undefined): { last?: LastDelivery } {
  if (delivery?.lastAt === undefined) return {}
  const { lastAt: at, state, isTest, nextAt, problem, status } = delivery
  const next = nextAt === undefined ? {} : { nextAt }
  const reason = problem === undefined ? {} : { problem, ...(status === undefined ? {} : { status }) }
  return { last: { at, state, isTest, ...next, ...reason } }
}

function failedOf(delivery: Delivery, tillOf: (deviceId: string) => string): AlertsAnswer['failed'] {
  const { id, kind, channel, target, madeAt, lastAt = madeAt, tries, problem, status } = delivery
  if (!kind || !problem) return []
  const to = channel === 'push' ? tillOf(target) : target
  return [
    { id, kind, channel, target: to, madeAt, lastAt, tries, problem, ...(status === undefined ? {} : { status }) },
  ]
}
