import { randomUUID } from 'node:crypto'

import type { Kysely, Transaction } from 'kysely'

import {
  ALERT_KINDS,
  type AlertFact,
  type AlertKind,
  type AlertMoment,
  type AlertPlan,
  type KindMemory,
} from '#domain/alerts.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import { deliveryStore, type AlertTarget } from './deliveries.ts'
import type { JournalTables } from '../database/schema/tables.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

export function alertStore(db: Db, commit: Commit) {
  return {
    ...alertMemory(db),
    ...deliveryStore(db, commit),

    /** One commit. An occurrence that is already stored is not raised again. */
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

    addTest: (kind: AlertKind | undefined, targets: readonly AlertTarget[], now: number): Promise<string> =>
      commit((trx) => insertAlert(trx, { kind, facts: [], isTest: true, at: now }, targets)),
  }
}

function alertMemory(db: Db) {
  return {
    async memory(): Promise<(kind: AlertKind) => KindMemory> {
      const [kinds, open, unsent] = await Promise.all([
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
        hasUnsent: has(unsent, kind),
      })
    },

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
  }
}

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
  const rows = targets.map(({ channel, target }) => ({
    alert_id: id,
    channel,
    target,
    state: 'waiting' as const,
    tries: 0,
    first_at: alert.at,
    next_at: alert.at,
  }))
  if (rows.length > 0) await trx.insertInto('alert_deliveries').values(rows).execute()
  return id
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

/** Each lasting kind has at most one open occurrence. */
const MAX_OPEN = 20

/** Kinds without a channel are not watched and raise nothing. */
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
