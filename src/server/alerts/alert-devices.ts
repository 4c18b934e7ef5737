import { createHash } from 'node:crypto'

import type { Kysely, Transaction } from 'kysely'

import type { AddAlertDevice } from '#api/alerts.ts'
import type { NamedRef } from '#domain/person.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AddressGuard } from '../lib/address-guard.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { Seal } from '../lib/seal.ts'
import { isUsableSubscription, type PushSubscription } from './web-push.ts'
import { findWebhookProblem } from './webhook.ts'

const MAX_DEVICES = 20

export type Device = { id: string; person: NamedRef; terminal: NamedRef; addedAt: number }

/** The id hides the endpoint. The browser computes the same id to find itself in the list. */
const deviceIdOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url').slice(0, 22)

export type DeviceParts = {
  db: Kysely<JournalTables>
  audit: AuditLog
  seal: Seal
  guard: AddressGuard
  clock: { now: () => number }
}

/** `keepKey` stores the key for push messages in the commit that adds a device. */
export function alertDevices(
  { db, audit, seal, guard, clock }: DeviceParts,
  keepKey: (trx: Transaction<JournalTables>) => Promise<void>,
) {
  const devices = () => readDevices(db)

  /** Omits devices whose person or till no longer exists. */
  async function subscriptions(): Promise<Map<string, PushSubscription>> {
    const present = new Set((await devices()).map(({ id }) => id))
    const rows = await db.selectFrom('push_devices').select(['id', 'subscription']).execute()
    return new Map(
      rows.flatMap(({ id, subscription }) => {
        const text = present.has(id) ? seal.open(subscription, id) : undefined
        return text === undefined ? [] : [[id, JSON.parse(text) as PushSubscription]]
      }),
    )
  }

  return {
    devices,

    async addDevice(
      subscription: AddAlertDevice,
      { person, terminal }: { person: NamedRef; terminal: NamedRef },
      actor: Actor,
    ): Promise<void> {
      const problem = findWebhookProblem(subscription.endpoint, guard.allowsPrivate)
      if (problem !== undefined || !isUsableSubscription(subscription))
        throw new InvalidOperation("This browser's push service sent an address or keys that can't be used.")
      const id = deviceIdOf(subscription.endpoint)
      const row = {
        staff_id: person.id,
        terminal_id: terminal.id,
        added_at: clock.now(),
        subscription: seal.close(JSON.stringify(subscription), id),
      }
      await audit.commit(async (trx, note) => {
        const { count } = await trx
          .selectFrom('push_devices')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('id', '!=', id)
          .executeTakeFirstOrThrow()
        if (Number(count) >= MAX_DEVICES) throw new InvalidOperation('There are too many devices. Remove one first.')
        await trx
          .insertInto('push_devices')
          .values({ id, ...row })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute()
        // The key that the browser knows has to outlive this process.
        await keepKey(trx)
        await note({ kind: 'alert-device-added', ...actor, about: { id, name: terminal.name } })
      })
    },

    async removeDevice(id: string, actor: Actor): Promise<void> {
      const device = (await devices()).find((one) => one.id === id)
      if (!device) return
      await audit.commit(async (trx, note) => {
        await trx.deleteFrom('push_devices').where('id', '=', id).execute()
        await note({ kind: 'alert-device-removed', ...actor, about: { id, name: device.terminal.name } })
      })
    },

    /** Removes a device that the push service reported as gone. */
    async forgetDevice(id: string): Promise<void> {
      await audit.commit(async (trx) => void (await trx.deleteFrom('push_devices').where('id', '=', id).execute()))
    },

    subscriptions,
    subscriptionOf: async (id: string) => (await subscriptions()).get(id),
  }
}

/** Devices of supervisors who may still sign in, at enrolled tills. */
async function readDevices(db: Kysely<JournalTables>): Promise<Device[]> {
  const rows = await db
    .selectFrom('push_devices')
    .innerJoin('staff', 'staff.id', 'push_devices.staff_id')
    .innerJoin('terminals', 'terminals.id', 'push_devices.terminal_id')
    .select([
      'push_devices.id',
      'added_at',
      'staff_id',
      'staff.name as person',
      'terminal_id',
      'terminals.name as till',
    ])
    .where('role', '=', 'supervisor')
    .where('disabled_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('added_at')
    .limit(MAX_DEVICES)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    person: { id: row.staff_id, name: row.person },
    terminal: { id: row.terminal_id, name: row.till },
    addedAt: row.added_at,
  }))
}
