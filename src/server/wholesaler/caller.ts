import type { WholesalerPath } from '#wholesaler-api/paths.ts'
import type { Clock } from '../lib/clock.ts'
import type { LogLine } from '../lib/log.ts'
import { outcomeOf, type CallCounter } from './call-metrics.ts'
import type { RequestQueue } from './request-queue.ts'
import type { Health } from './health.ts'
import { inTurns } from '../lib/cooperative.ts'
import { readReply, readReplyInPieces, type Reply } from './read/read-answer.ts'
import type { SignedAuth, Token } from '../config/token.ts'
import type { CallPriority } from './write-lock.ts'

/** One line of allowlisted fields. */
export type LogWriter = (line: LogLine) => void

export type CallPlan = {
  path: WholesalerPath
  /** Excludes `auth`. */
  fields: object
  priority: CallPriority
  withinMs: number
  /** The longest wait for its turn; by default `withinMs`. */
  queueMs?: number
  /** True if the call is still to be sent when its turn comes. */
  isDue?: () => boolean
  maxBytes: number
  /** The most list elements in the answer, which is then read in pieces. */
  maxElements?: number
  /** Another system serves this call, so a missing answer doesn't count against the wholesaler's health. */
  isHealthNeutral?: true
}
export type TimedReply = { reply: Reply; sentAt: number; answeredAt: number }

export type Caller = (plan: CallPlan) => Promise<TimedReply>

type CallerOptions = {
  queue: RequestQueue
  posId: string
  token: Token
  clock: Clock
  health: Health
  counter: CallCounter
  /** Has no final slash. */
  basePath: string
  jsonDepth: number
  log: LogWriter
}

const AUTH_FAILED = 1
const MAX_RESENT = 3

/**
 * Reads what all answers have in common. If code 1 may come from a later key that overtook the call, it is signed and sent again. A confirm is never sent
 * again.
 */
export function createCaller(options: CallerOptions): Caller {
  const { queue, posId, token, clock, health, counter, basePath, jsonDepth, log } = options
  return async ({ path, fields, priority, withinMs, queueMs, isDue, maxBytes, maxElements, isHealthNeutral }) => {
    const startedAt = clock.now()
    for (let resent = 0; ; resent += 1) {
      const { outcome, sentAt, wasOvertaken } = await queue.send({
        path: basePath + path,
        priority,
        sign: (key) => bodyOf(fields, token.sign(posId, key)),
        maxBytes,
        withinMs: withinMs - (clock.now() - startedAt),
        ...(queueMs === undefined ? {} : { queueMs }),
        ...(isDue ? { isDue } : {}),
      })
      const reply =
        maxElements === undefined
          ? readReply(outcome, jsonDepth)
          : await inTurns(readReplyInPieces(outcome, jsonDepth, maxElements))
      const answeredAt = clock.now()
      if (!isHealthNeutral || hasAnswered(reply)) recordHealth(health, reply, wasOvertaken)
      if (hasAnswered(reply) && maxElements === undefined) health.recordDelay(answeredAt - sentAt)
      counter.recordReply(path, reply, answeredAt - sentAt)
      log({ what: 'wholesaler call', path, ms: answeredAt - startedAt, resent, ...summary(reply) })
      if (!(wasOvertaken && isAuthFailure(reply))) return { reply, sentAt, answeredAt }
      if (priority === 'confirm') {
        counter.recordOvertakenConfirm()
        queue.recordOvertakenConfirm()
      }
      if (priority === 'confirm' || resent >= MAX_RESENT) return { reply, sentAt, answeredAt }
      counter.recordResent()
    }
  }
}

const bodyOf = (fields: object, auth: SignedAuth): string => JSON.stringify({ ...fields, auth })

export const isAuthFailure = (reply: Reply): boolean => reply.kind === 'refusal' && reply.refusal.code === AUTH_FAILED

/** A call that never left the queue shows nothing about the wholesaler's health. An unreadable answer shows that it responds. */
function recordHealth(health: Health, reply: Reply, wasOvertaken: boolean): void {
  if (reply.kind === 'object') health.recordReadable(undefined, wasOvertaken)
  else if (reply.kind === 'refusal' && reply.refusal.code !== 'unreadable') {
    health.recordReadable(reply.refusal.code, wasOvertaken)
  } else if (reply.kind === 'refusal' || (reply.kind === 'lost' && reply.reason === 'wrong-shape'))
    health.recordAnswer()
  else if (!isOwnDoing(reply)) health.recordNoAnswer(reply.kind === 'not-sent' ? reply.detail : undefined)
}

const hasAnswered = ({ kind }: Reply) => kind === 'object' || kind === 'refusal'

const isOwnDoing = (reply: Reply): boolean => reply.kind === 'not-sent' && reply.reason !== 'connect'

/** The log gets only the kind of an answer and its code. */
function summary(reply: Reply): LogLine {
  const outcome = outcomeOf(reply)
  switch (reply.kind) {
    case 'object':
      return { outcome }
    case 'refusal':
      return { outcome, code: reply.refusal.code }
    case 'lost':
    case 'not-sent':
      return { outcome, reason: reply.reason, ...(reply.detail === undefined ? {} : { detail: reply.detail }) }
  }
}
