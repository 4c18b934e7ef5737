import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { Actor } from '../audit/audit-log.ts'
import type { Clock } from '../lib/clock.ts'
import { createInFlight, createSemaphore } from '../lib/concurrency.ts'
import type { Log } from '../lib/log.ts'
import type { AlertSettings } from './alert-settings.ts'
import type { AlertTarget } from './deliveries.ts'
import type { SendAlert } from './send-alert.ts'
import { problemOf } from '../lib/failures.ts'

type Deps = { settings: AlertSettings; clock: Clock; log: Log; send: SendAlert }

const PARALLEL_SENDS = 4
const MINUTE_MS = 60_000
/** Of tests that supervisors send, and of changes that are told. */
const MAX_IN_A_MINUTE = 10

/** Tells everyone who got alerts that the settings of the alerts were changed, by the addresses and secrets of before. */
export function changeNotices({ settings, clock, log, send }: Deps, stopping: AbortSignal) {
  const inFlight = createInFlight()
  const mayTell = createPace(clock)
  const places = createSemaphore(PARALLEL_SENDS)

  async function make(change: () => Promise<void>, actor: Actor): Promise<void> {
    const [before, targets] = [await settings.snapshot(), await settings.targets()]
    await change()
    // The change is made: what cannot be compared any more is told.
    const after = await settings.snapshot().catch(() => undefined)
    if (targets.length === 0 || isDeepStrictEqual(before, after)) return
    if (!mayTell()) return log.info({ what: 'a change of the alerts was not told', problem: 'too many in a minute' })
    const at = clock.now()
    const fact = { kind: 'alerts-changed' as const, by: actor.by?.name ?? '', at }
    const message = { alertId: randomUUID(), kind: fact.kind, facts: [fact], isTest: false, madeAt: at }
    const asBefore = {
      record: () => before.record,
      secrets: () => before.secrets,
      subscriptionOf: async (id: string) => before.subscriptions.get(id),
    }
    // Once, and in the background: what receives alerts may be gone for a good reason.
    const tell = async (target: AlertTarget): Promise<void> => {
      if (stopping.aborted) return
      const outcome = await send(asBefore, { ...message, ...target }, stopping)
      if (!outcome.ok)
        log.info({ what: 'a change of the alerts was not told', way: target.way, problem: outcome.problem })
    }
    for (const target of targets)
      void inFlight
        .count(places.run(() => tell(target)))
        .catch((error: unknown) => log.error({ what: 'alerts', problem: problemOf(error) }))
  }

  return { make, rest: inFlight.rest }
}

/** Whether one more may be done in this minute. */
export function createPace(clock: Clock): () => boolean {
  let times: number[] = []
  return () => {
    const now = clock.now()
    times = times.filter((at) => now - at < MINUTE_MS && at <= now)
    return times.length < MAX_IN_A_MINUTE && times.push(now) > 0
  }
}
