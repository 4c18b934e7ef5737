import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { TimedAnswer } from '#domain/wallet/transaction.ts'
import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import { isAuthFailure, type Caller, type TimedReply } from './caller.ts'
import type { CallLimits } from './call-limits.ts'
import type { Health } from './health.ts'
import { createDeferred, waitAtMost } from '../lib/concurrency.ts'
import type { Reply } from './read/read-answer.ts'
import { balanceOf } from './read-reply.ts'
import { readBalance } from './read/read-point.ts'

/** Check and confirm wait until `/balance` was answered after startup: from then on the wholesaler refuses every older request in transit (rule 13). */
export type Fence = {
  /** Its answer is the fence, and shows whether the wholesaler is reachable. */
  readBalance: () => Promise<TimedReply>
  passed: Promise<void>
  isFenced: () => boolean
  /** Calls `send` once the fence is passed, with how long that took; never after `queueMs`. */
  after: (queueMs: number, send: (waitedMs: number) => Promise<TimedAnswer>) => Promise<TimedAnswer>
  /** Drops calls that are still waiting. */
  close: () => void
}

type Deps = { call: Caller; health: Health; clock: Clock; timers: Timers; limits: CallLimits }

export function createFence({ call, health, clock, timers, limits }: Deps): Fence {
  const fence = createDeferred<undefined>()
  const closing = createDeferred<undefined>()
  let isFenced = false
  let isClosing = false

  return {
    readBalance: async () => {
      const answered = await call({
        path: wholesalerPaths.balance,
        fields: {},
        // The fence, and the probe of an unreachable wholesaler, must not wait behind hung reads.
        priority: 'find',
        withinMs: limits.findMs,
        maxBytes: limits.answerBytes,
      })
      const { reply } = answered
      if (!isFenced && provesKeys(reply)) {
        isFenced = true
        fence.resolve(undefined)
      }
      const reading = balanceOf(reply, readBalance)
      if (reading.ok || reading.reason !== 'unreachable') health.recordBalance(reading.ok ? reading.value : undefined)
      return answered
    },
    passed: fence.promise,
    isFenced: () => isFenced,
    after: async (queueMs, send) => {
      const startedAt = clock.now()
      if (!isFenced) await waitAtMost(timers, queueMs, Promise.race([fence.promise, closing.promise]))
      if (isFenced) return send(clock.now() - startedAt)
      const now = clock.now()
      return { answer: { kind: 'not-sent', reason: isClosing ? 'stopping' : 'busy' }, sentAt: now, answeredAt: now }
    },
    close: () => {
      isClosing = true
      closing.resolve(undefined)
    },
  }
}

/** Its key was accepted, so every older request in transit will be refused. Code 1 proves nothing. */
export function provesKeys(reply: Reply): boolean {
  if (reply.kind === 'refusal') return reply.refusal.code !== 'unreadable' && !isAuthFailure(reply)
  return reply.kind === 'object'
}
