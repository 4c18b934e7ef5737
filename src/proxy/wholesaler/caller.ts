import type { WholesalerPath } from '#contract/wholesaler/paths.ts'
import type { Clock } from '../clock.ts'
import type { LogLine } from '../log.ts'
import { outcomeOf, type CallCounter } from './call-figures.ts'
import type { Gate, NotSent } from './gate.ts'
import type { Health } from './health.ts'
import { inTurns } from '../turns.ts'
import { readReply, readReplyInPieces, type Reply } from './read-answer.ts'
import type { SignedAuth, Token } from './token.ts'
import type { Rank } from './turnstile.ts'

/** Takes one line of allowlisted fields. */
export type Log = (line: LogLine) => void

export type CallPlan = {
  path: WholesalerPath
  /** Everything of the body but `auth`. */
  fields: object
  rank: Rank
  withinMs: number
  /** How long it may wait for its turn; all its time when not said. */
  turnMs?: number
  maxBytes: number
  /** It answers with lists, of so many elements at most, and is read a piece at a time. */
  mostElements?: number
  /** Its silence says nothing of selling: another system stands behind it. */
  isAside?: true
}
export type TimedReply = { reply: Reply; leftAt: number; answeredAt: number }

export type Caller = (plan: CallPlan) => Promise<TimedReply>

type CallerOptions = {
  gate: Gate
  posId: string
  token: Token
  clock: Clock
  health: Health
  counter: CallCounter
  /** The path of the base URL, without a slash at its end. */
  basePath: string
  jsonDepth: number
  log: Log
}

const AUTH_FAILED = 1
const MAX_SIGNED_ANEW = 3

/**
 * One call, signed and sent by the gate, read as far as every answer is alike. Code 1 of anything but a confirm, which a later key may have
 * overtaken, says nothing: it is signed anew. A confirm goes once, whatever comes back.
 */
export function createCaller(options: CallerOptions): Caller {
  const { gate, posId, token, clock, health, counter, basePath, jsonDepth, log } = options
  return async ({ path, fields, rank, withinMs, turnMs, maxBytes, mostElements, isAside }) => {
    const startedAt = clock.now()
    for (let signedAnew = 0; ; signedAnew += 1) {
      const { outcome, leftAt, wasOvertaken } = await gate.pass({
        path: basePath + path,
        rank,
        sign: (key) => bodyOf(fields, token.sign(posId, key)),
        maxBytes,
        withinMs: withinMs - (clock.now() - startedAt),
        ...(turnMs === undefined ? {} : { turnMs }),
      })
      const reply =
        mostElements === undefined
          ? readReply(outcome, jsonDepth)
          : await inTurns(readReplyInPieces(outcome, jsonDepth, mostElements))
      const answeredAt = clock.now()
      if (!isAside || hasAnswered(reply)) noteHealth(health, reply, wasOvertaken)
      counter.noteReply(path, reply)
      log({ what: 'wholesaler call', path, ms: answeredAt - startedAt, signedAnew, ...summary(reply) })
      if (!(wasOvertaken && isAuthFailure(reply))) return { reply, leftAt, answeredAt }
      if (rank === 'confirm') {
        counter.noteOvertakenConfirm()
        gate.noteOvertakenConfirm()
      }
      if (rank === 'confirm' || signedAnew >= MAX_SIGNED_ANEW) return { reply, leftAt, answeredAt }
      counter.noteSignedAnew()
    }
  }
}

const bodyOf = (fields: object, auth: SignedAuth): string => JSON.stringify({ ...fields, auth })

export const isAuthFailure = (reply: Reply): boolean => reply.kind === 'refusal' && reply.refusal.code === AUTH_FAILED

/** A call that had no turn says nothing of the wholesaler; an answer of the wrong shape says that somebody is there. */
function noteHealth(health: Health, reply: Reply, wasOvertaken: boolean): void {
  if (reply.kind === 'object') health.noteReadable(undefined, wasOvertaken)
  else if (reply.kind === 'refusal' && reply.refusal.code !== 'unreadable') {
    health.noteReadable(reply.refusal.code, wasOvertaken)
  } else if (reply.kind === 'refusal' || (reply.kind === 'lost' && reply.reason === 'wrong-shape')) health.noteAnswer()
  else if (!isOwnDoing(reply)) health.noteSilence()
}

const hasAnswered = ({ kind }: Reply) => kind === 'object' || kind === 'refusal'

const isOwnDoing = (reply: Reply): reply is NotSent => reply.kind === 'not-sent' && reply.reason !== 'connect'

/** Nothing of an answer but its kind and its code. */
function summary(reply: Reply): LogLine {
  const outcome = outcomeOf(reply)
  switch (reply.kind) {
    case 'object':
      return { outcome }
    case 'refusal':
      return { outcome, code: reply.refusal.code }
    case 'lost':
      return { outcome, reason: reply.reason, ...(reply.detail === undefined ? {} : { detail: reply.detail }) }
    case 'not-sent':
      return { outcome, reason: reply.reason }
  }
}
