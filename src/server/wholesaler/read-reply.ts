import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import type { JsonObject } from '../lib/json/parse-json.ts'
import { isAuthFailure } from './caller.ts'
import type { Lost, NotSent, Reply } from './read/read-answer.ts'
import type { Read } from './wholesaler.ts'

export const balanceOf = <T>(reply: Reply, toValue: (answer: JsonObject) => Read<T>): Read<T> =>
  reply.kind === 'object' ? toValue(reply.value) : unreadable(wholesalerPaths.balance, reply)

export function unreadable(path: WholesalerPath, reply: Exclude<Reply, { kind: 'object' }>): Read<never> {
  switch (reply.kind) {
    case 'refusal': {
      // Code 1 for an overtaken key says nothing about the request itself.
      const reason = isAuthFailure(reply) ? 'unreachable' : 'refused'
      return { ok: false, reason, problem: `${path} was refused with code ${reply.refusal.code}` }
    }
    case 'not-sent':
      return { ok: false, reason: 'unreachable', problem: `${path} could not be sent: ${nameOf(reply)}` }
    case 'lost': {
      const isUnreadable = reply.reason === 'wrong-shape' || reply.reason === 'too-big' || reply.reason === 'too-deep'
      const problem = `${path} was not answered: ${nameOf(reply)}`
      return { ok: false, reason: isUnreadable ? 'unreadable' : 'unreachable', problem }
    }
  }
}

const nameOf = ({ reason, detail }: Lost | NotSent) => (detail === undefined ? reason : `${reason} (${detail})`)
