import { randomUUID } from 'node:crypto'

import type { Kysely, Selectable, Transaction } from 'kysely'

import {
  ALERT_KINDS,
  nextTryAt,
  type AlertFact,
  type AlertKind,
  type AlertMoment,
  type AlertOutcome,
  type AlertPlan,
  type AlertProblem,
  type AlertWay,
  type KindMemory,
} from '#domain/alerts.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import type { AlertDeliveriesColumns } from '../database/schema/alerts-schema.ts'
import type { JournalTables } from '../database/schema/tables.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

/** Where an alert goes: an e-mail address, the id of a device, or nothing more than the way. */
export type AlertTarget = { way: AlertWay; target: string }

/** A delivery with the alert it carries. `kind` is absent in the test of a way. */
export type Delivery = AlertTarget & {
  id: number
  alertId: string
  kind?: AlertKind
  facts: readonly AlertFact[]
  isTest: boolean
  madeAt: number
  state: AlertDeliveriesColumns['state']
  tries: number
  firstAt: number
  lastAt?: number
  nextAt?: number
  problem?: AlertProblem
  status?: number
}

/** At most this many are read at once; the others follow. */
const PAGE = 50

/** Occurrences, alerts and deliveries in the journal. */
export function alertStore(db: Db, commit: Commit) {
  const deliveries = (on: Db = db) =>
    on
      .selectFrom('alert_deliveries')
      .innerJoin('alerts', 'alerts.id', 'alert_deliveries.alert_id')
      .selectAll('alert_deliveries')
      .select(['alerts.kind', 'alerts.made_at', 'alerts.is_test', 'alerts.facts'])

  async function insertAlert(
    trx: Trx,
    alert: { kind: AlertKind | undefined; facts: readonly AlertFact[]; isTest: boolean; at: number },
    targets: readonly AlertTarget[],
  ): Promise<string> {
    const id = randomUUID()
    await trx
      .insertInto('alerts')
      .values({
        id,
        kind: alert.kind ?? '',
        made_at: alert.at,
        is_test: alert.isTest ? 1 : 0,
        facts: JSON.stringify(alert.facts),
      })
      .execute()
    const rows = targets.map(({ way, target }) => ({
      alert_id: id,
      way,
      target,
      state: 'waiting' as const,
      tries: 0,
      first_at: alert.at,
      next_at: alert.at,
    }))
    if (rows.length > 0) await trx.insertInto('alert_deliveries').values(rows).execute()
    return id
  }

  return {
    /** What the journal remembers of every kind. */
    async memory(): Promise<(kind: AlertKind) => KindMemory> {
      const [kinds, open, untold] = await Promise.all([
        db.selectFrom('alert_kinds').selectAll().execute(),
        db.selectFrom('alert_occurrences').select('kind').where('is_open', '=', 1).execute(),
        db.selectFrom('alert_occurrences').select('kind').where('alert_id', 'is', null).groupBy('kind').execute(),
      ])
      const byKind = new Map(kinds.map((row) => [row.kind, row]))
      const has = (rows: readonly { kind: string }[], kind: string) => rows.some((row) => row.kind === kind)
      return (kind) => ({
        activeSince: byKind.get(kind)?.active_since ?? undefined,
        lastAlertAt: byKind.get(kind)?.last_alert_at ?? undefined,
        isOpen: has(open, kind),
        hasUntold: has(untold, kind),
      })
    },

    /** Those of `moments` that have not been raised yet. */
    async findNew(kind: AlertKind, moments: readonly AlertMoment[]): Promise<AlertMoment[]> {
      if (moments.length === 0) return []
      const keys = moments.map(({ key }) => key)
      const rows = await db
        .selectFrom('alert_occurrences')
        .select('key')
        .where('kind', '=', kind)
        .where('key', 'in', keys)
        .execute()
      const known = new Set(rows.map(({ key }) => key))
      return moments.filter(({ key }) => !known.has(key))
    },

    /** Writes all of a plan in one commit. An occurrence that is there already is not raised again. */
    async carryOut(plan: AlertPlan, now: number, targetsOf: (kind: AlertKind) => readonly AlertTarget[]) {
      await commit(async (trx) => {
        for (const [kinds, since] of [
          [plan.activated, now],
          [plan.deactivated, null],
        ] as const)
          for (const kind of kinds) await setKind(trx, kind, { active_since: since })
        for (const kind of plan.ended)
          await trx.updateTable('alert_occurrences').set({ is_open: 0 }).where('kind', '=', kind).execute()
        for (const { kind, key, fact, isLasting } of plan.raised)
          await trx
            .insertInto('alert_occurrences')
            .values({ kind, key, raised_at: now, is_open: isLasting ? 1 : 0, fact: JSON.stringify(fact) })
            .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
            .execute()
        for (const kind of plan.alerts) {
          const rows = await trx
            .selectFrom('alert_occurrences')
            .select(['id', 'fact'])
            .where('kind', '=', kind)
            .where('alert_id', 'is', null)
            .orderBy('id')
            .execute()
          if (rows.length === 0) continue
          const facts = rows.map(({ fact }) => JSON.parse(fact) as AlertFact)
          const id = await insertAlert(trx, { kind, facts, isTest: false, at: now }, targetsOf(kind))
          await trx
            .updateTable('alert_occurrences')
            .set({ alert_id: id })
            .where('kind', '=', kind)
            .where('alert_id', 'is', null)
            .execute()
          await setKind(trx, kind, { last_alert_at: now })
        }
      })
    },

    /** Writes a test with its deliveries, which are tried once. */
    addTest: (kind: AlertKind | undefined, targets: readonly AlertTarget[], now: number): Promise<string> =>
      commit((trx) => insertAlert(trx, { kind, facts: [], isTest: true, at: now }, targets)),

    /** Deliveries of one way that are due, oldest first. */
    async due(way: AlertWay, now: number): Promise<Delivery[]> {
      const rows = await deliveries()
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where('way', '=', way)
        .orderBy('next_at')
        .limit(PAGE)
        .execute()
      return rows.map(readDelivery)
    },

    /**
     * Notes that a try begins, before anything is sent. When the process ends before its outcome is known it is repeated: the receiver may get
     * it twice, and recognizes it by its id.
     */
    begin: ({ id, tries, firstAt }: Delivery, now: number): Promise<void> =>
      commit(async (trx) => {
        await trx
          .updateTable('alert_deliveries')
          .set({ tries: tries + 1, last_at: now, next_at: nextTryAt(tries + 1, firstAt, now) ?? now })
          .where('id', '=', id)
          .execute()
      }),

    /** Notes the outcome of the try that began last. */
    end: (delivery: Delivery, outcome: AlertOutcome, now: number): Promise<void> =>
      commit(async (trx) => {
        await trx
          .updateTable('alert_deliveries')
          .set(outcomeColumns(delivery, outcome, now))
          .where('id', '=', delivery.id)
          .execute()
      }),

    /** Those that failed for good, newest first, without tests. */
    async failed(): Promise<Delivery[]> {
      const rows = await deliveries()
        .where('state', '=', 'failed')
        .where('is_test', '=', 0)
        .orderBy('alert_deliveries.id', 'desc')
        .limit(PAGE)
        .execute()
      return rows.map(readDelivery)
    },

    /** The delivery that was tried last by one way, or to one of its targets. */
    async last(way: AlertWay, target?: string): Promise<Delivery | undefined> {
      let query = deliveries().where('way', '=', way).where('last_at', 'is not', null)
      if (target !== undefined) query = query.where('target', '=', target)
      const row = await query
        .orderBy('last_at', 'desc')
        .orderBy('alert_deliveries.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && readDelivery(row)
    },
  }
}

export type AlertStore = ReturnType<typeof alertStore>

async function setKind(
  trx: Trx,
  kind: AlertKind,
  columns: { active_since: number | null } | { last_alert_at: number },
) {
  await trx
    .insertInto('alert_kinds')
    .values({ kind, active_since: null, last_alert_at: null, ...columns })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(columns))
    .execute()
}

/** A test and a device that is gone are not tried again. */
function outcomeColumns({ tries, firstAt, isTest }: Delivery, outcome: AlertOutcome, now: number) {
  if (outcome.ok) return { state: 'sent' as const, next_at: null, problem: null, status: null }
  const { problem, status = null } = outcome
  const isOver = isTest || problem === 'gone' || problem === 'not-set-up'
  const next = isOver ? undefined : nextTryAt(tries + 1, firstAt, now)
  return {
    state: next === undefined ? ('failed' as const) : ('waiting' as const),
    next_at: next ?? null,
    problem,
    status,
  }
}

type DeliveryRow = Selectable<AlertDeliveriesColumns> & {
  kind: string
  made_at: number
  is_test: number
  facts: string
}

function readDelivery(row: DeliveryRow): Delivery {
  const kind = ALERT_KINDS.find((one) => one === row.kind)
  return {
    id: row.id,
    alertId: row.alert_id,
    way: row.way as AlertWay,
    target: row.target,
    ...(kind ? { kind } : {}),
    facts: JSON.parse(row.facts) as AlertFact[],
    isTest: row.is_test === 1,
    madeAt: row.made_at,
    state: row.state,
    tries: row.tries,
    firstAt: row.first_at,
    ...(row.last_at === null ? {} : { lastAt: row.last_at }),
    ...(row.next_at === null ? {} : { nextAt: row.next_at }),
    ...(row.problem === null ? {} : { problem: row.problem as AlertProblem }),
    ...(row.status === null ? {} : { status: row.status }),
  }
}

/** The most that are read of a shop. Of each lasting kind one is open at a time. */
const MAX_OPEN = 20

/** What lasts and was raised in a journal. Of a kind that is not watched nothing is raised, because no way is on for it. */
export async function readOpenAlerts(db: Db) {
  const rows = await db
    .selectFrom('alert_occurrences')
    .select(['kind', 'raised_at', 'fact'])
    .where('is_open', '=', 1)
    .orderBy('raised_at')
    .limit(MAX_OPEN)
    .execute()
  const active = await db.selectFrom('alert_kinds').select('kind').where('active_since', 'is not', null).execute()
  return {
    open: rows.flatMap(({ kind, raised_at: since, fact }) => {
      const known = ALERT_KINDS.find((one) => one === kind)
      return known ? [{ kind: known, since, fact: JSON.parse(fact) as AlertFact }] : []
    }),
    isWatched: (kind: AlertKind) => active.some((one) => one.kind === kind),
  }
}
