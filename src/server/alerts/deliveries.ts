import type { Kysely, Selectable } from 'kysely'

import {
  ALERT_KINDS,
  nextTryAt,
  type AlertFact,
  type AlertKind,
  type AlertOutcome,
  type AlertProblem,
  type AlertChannel,
} from '#domain/alerts.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import type { AlertDeliveriesColumns } from '../database/schema/alerts-schema.ts'
import type { JournalTables } from '../database/schema/tables.ts'

/** `target` is an email address, a device id, or empty. */
export type AlertTarget = { channel: AlertChannel; target: string }

/** `kind` is absent in a test of a channel. */
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

const PAGE = 50

export function deliveryStore(db: Kysely<JournalTables>, commit: Commit) {
  const deliveries = () =>
    db
      .selectFrom('alert_deliveries')
      .innerJoin('alerts', 'alerts.id', 'alert_deliveries.alert_id')
      .selectAll('alert_deliveries')
      .select(['alerts.kind', 'alerts.made_at', 'alerts.is_test', 'alerts.facts'])

  return {
    async due(channel: AlertChannel, now: number): Promise<Delivery[]> {
      const rows = await deliveries()
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where('channel', '=', channel)
        .orderBy('next_at')
        .limit(PAGE)
        .execute()
      return rows.map(readDelivery)
    },

    /** Stored before anything is sent. An attempt without a result is repeated; the receiver recognizes a repeat by its id. */
    begin: ({ id, tries, firstAt }: Delivery, now: number): Promise<void> =>
      commit(async (trx) => {
        await trx
          .updateTable('alert_deliveries')
          .set({ tries: tries + 1, last_at: now, next_at: nextTryAt(tries + 1, firstAt, now) ?? now })
          .where('id', '=', id)
          .execute()
      }),

    end: (delivery: Delivery, outcome: AlertOutcome, now: number): Promise<void> =>
      commit(async (trx) => {
        await trx
          .updateTable('alert_deliveries')
          .set(outcomeColumns(delivery, outcome, now))
          .where('id', '=', delivery.id)
          .execute()
      }),

    async failed(): Promise<Delivery[]> {
      const rows = await deliveries()
        .where('state', '=', 'failed')
        .where('is_test', '=', 0)
        .orderBy('alert_deliveries.id', 'desc')
        .limit(PAGE)
        .execute()
      return rows.map(readDelivery)
    },

    async last(channel: AlertChannel, target?: string): Promise<Delivery | undefined> {
      let query = deliveries().where('channel', '=', channel).where('last_at', 'is not', null)
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

/** Tests are not retried, and neither are devices that no longer exist. */
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
    channel: row.channel as AlertChannel,
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
