import * as v from 'valibot'

import { Balance } from '#domain/money/money.ts'
import { READY_REASONS, type ReadyPart, type ReadyReason } from '#domain/readiness.ts'
import { count, time } from '#domain/schema-parts.ts'
import { NoContent } from './input-parts.ts'

const state = v.picklist(['good', 'look', 'bad', 'unknown'])

/** For a cashier, `reason` is absent if only a supervisor can act on it; if the part is not good, the cashier is asked to call one. */
const part = <P extends ReadyPart, Figures extends v.ObjectEntries>(of: P, figures: Figures) =>
  v.strictObject({
    state,
    reason: v.exactOptional(v.picklist(Object.keys(READY_REASONS[of]) as (ReadyReason<P> & string)[])),
    ...figures,
  })

/** Whether the shop can sell, part by part. Figures, and reasons that only a supervisor can act on, are for supervisors only. */
export const ReadyBoard = v.strictObject({
  service: part('service', {
    /** The median delay of the last replies (ms), and when the last one came. */
    delayMs: v.exactOptional(v.number()),
    answeredAt: v.exactOptional(time),
    /** If the service is unreachable or selling is stopped. */
    since: v.exactOptional(time),
  }),
  /** Absent for cashiers if the shop does not show it to them. */
  wallet: v.exactOptional(
    part('wallet', {
      balance: v.exactOptional(Balance),
      readAt: v.exactOptional(time),
      /** As in `GET /api/wallet`. */
      runwayDays: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
    }),
  ),
  keys: part('keys', {
    /** How far the last key is ahead of the machine's clock (ms). */
    leadMs: v.exactOptional(v.number()),
    /** Confirms rejected because of a later key, since the start. */
    overtaken: v.exactOptional(count),
  }),
  clock: part('clock', {
    /** The service's clock minus the machine's (ms). */
    serviceOffsetMs: v.exactOptional(v.number()),
    movedMs: v.exactOptional(v.number()),
  }),
  disk: part('disk', { freeBytes: v.exactOptional(v.number()), neededBytes: v.exactOptional(v.number()) }),
  journal: part('journal', {
    /** The number of audit log entries up to which the chain is intact. */
    lines: v.exactOptional(count),
    /** Of open items and of unfinished batches. */
    unreadableSales: v.exactOptional(count),
    unreadableBatches: v.exactOptional(count),
  }),
  /** Absent in practice mode. */
  backup: v.exactOptional(
    part('backup', {
      /** The newest good backup, with its size in bytes. */
      madeAt: v.exactOptional(time),
      bytes: v.exactOptional(count),
      /** The backup would be lost together with the journal. */
      isSameDisk: v.exactOptional(v.literal(true)),
      /** Why the last backup failed: an English message for the administrator. */
      problem: v.exactOptional(v.string()),
      /** A supervisor may make a backup now, because the journal is a file. */
      canMake: v.exactOptional(v.literal(true)),
    }),
  ),
  packages: part('packages', {
    /** The number of packages in the build, the digest of its lock file, and the date of the list of known advisories. */
    count: v.exactOptional(count),
    digest: v.exactOptional(v.string()),
    listMade: v.exactOptional(v.string()),
    advisories: v.exactOptional(v.array(v.string())),
  }),
  version: v.string(),
  build: v.string(),
  serverTime: time,
})
export type ReadyBoard = v.InferOutput<typeof ReadyBoard>

export const readyEndpoints = {
  'GET /api/ready': { answer: ReadyBoard },
  'POST /api/ready/backup': { body: NoContent, answer: ReadyBoard },
}
