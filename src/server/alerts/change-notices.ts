import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { AuditLine } from '#api/audit.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Clock } from '../lib/clock.ts'
import { createInFlight, createSemaphore } from '../lib/concurrency.ts'
import type { Log } from '../lib/log.ts'
import type { AlertSettings, AlertSnapshot } from './alert-settings.ts'
import type { AlertTarget } from './deliveries.ts'
import type { SendAlert } from './send-alert.ts'
import { problemOf } from '../lib/failures.ts'

type Deps = { settings: AlertSettings; audit: Pick<AuditLog, 'onChange'>; clock: Clock; log: Log; send: SendAlert }

const PARALLEL_SENDS = 4
const MINUTE_MS = 60_000
/** Limits supervisors' tests and change notices. */
const MAX_IN_A_MINUTE = 10

const CHANGING: ReadonlySet<AuditKind> = new Set<AuditKind>([
  'alerts-changed',
  'alert-device-added',
  'alert-device-removed',
  'settings-changed',
  'shop-set-up',
  'staff-added',
  'staff-disabled',
  'staff-enabled',
  'staff-role-changed',
  'terminal-enrolled',
  'terminal-revoked',
])

export type ChangeNotices = Awaited<ReturnType<typeof changeNotices>>

/** Notifies everyone who received alerts that the settings changed, using the addresses and secrets from before the change. */
export async function changeNotices({ settings, audit, clock, log, send }: Deps, stopping: AbortSignal) {
  const inFlight = createInFlight()
  const mayTell = createPace(clock)
  const places = createSemaphore(PARALLEL_SENDS)
  let known = Promise.resolve(await settings.snapshot())

  audit.onChange((lines) => {
    // Called after a group commit, once for each of its commits, with the entries of that commit.
    const line = lines?.find(({ kind }) => CHANGING.has(kind))
    if (line) known = known.then((before) => compare(before, line))
  })

  async function compare(before: AlertSnapshot, line: AuditLine): Promise<AlertSnapshot> {
    // Settings that can no longer be read count as changed.
    const after = await settings.snapshot().catch(() => undefined)
    if (!isDeepStrictEqual(before, after)) tell(before, line)
    return after ?? before
  }

  function tell({ record, secrets, subscriptions, targets }: AlertSnapshot, { by }: AuditLine): void {
    if (targets.length === 0) return
    if (!mayTell()) return log.info({ what: 'a change of the alerts was not told', problem: 'too many in a minute' })
    const at = clock.now()
    const fact = { kind: 'alerts-changed' as const, by: by?.name ?? '', at }
    const message = { alertId: randomUUID(), kind: fact.kind, facts: [fact], isTest: false, madeAt: at }
    const asBefore = {
      record: () => record,
      secrets: () => secrets,
      subscriptionOf: async (id: string) => subscriptions.get(id),
    }
    // Sent only once, in the background, because a receiver may have been removed for a good reason.
    const tellOne = async (target: AlertTarget): Promise<void> => {
      if (stopping.aborted) return
      const outcome = await send(asBefore, { ...message, ...target }, stopping)
      if (!outcome.ok)
        log.info({ what: 'a change of the alerts was not told', channel: target.channel, problem: outcome.problem })
    }
    for (const target of targets)
      void inFlight
        .count(places.run(() => tellOne(target)))
        .catch((error: unknown) => log.error({ what: 'alerts', problem: problemOf(error) }))
  }

  return {
    /** No person changed anything, so no notice is sent. */
    forget: (id: string): void => {
      known = known.then((before) => ({
        ...before,
        subscriptions: new Map([...before.subscriptions].filter(([one]) => one !== id)),
        targets: before.targets.filter(({ channel, target }) => channel !== 'push' || target !== id),
      }))
    },
    rest: async () => {
      await known
      await inFlight.rest()
    },
  }
}

/** The returned function counts each call that it allows. */
export function createPace(clock: Clock): () => boolean {
  let times: number[] = []
  return () => {
    const now = clock.now()
    times = times.filter((at) => now - at < MINUTE_MS && at <= now)
    return times.length < MAX_IN_A_MINUTE && times.push(now) > 0
  }
}
