import type { Answer, WholesalerError } from '#domain/wallet/transaction.ts'
import type { Exchange } from '../client.ts'
import type { Chunks } from '../../lib/cooperative.ts'
import { withoutDecorations } from '../decorations.ts'
import {
  isAbsent,
  parseInPieces,
  parseJsonObject,
  type JsonObject,
  type ParsedJson,
} from '../../lib/json/parse-json.ts'
import { findRefusal, saysNothing } from './read-error.ts'

export type NotSent = Extract<Answer, { kind: 'not-sent' }>
export type Lost = Extract<Answer, { kind: 'lost' }>

/** Before its content is read. `isDecorated`: other text was around the object, so it is accepted only if it names its request. */
export type Reply =
  | { kind: 'object'; value: JsonObject; text: string; isDecorated?: true }
  | { kind: 'refusal'; refusal: WholesalerError }
  | Lost
  | NotSent

/** Judges by the body, not by the content type. An error object counts with any HTTP status (spec 7). */
export function readReply(outcome: Exchange | NotSent, maxDepth: number): Reply {
  if (!hasBody(outcome)) return withoutBody(outcome)
  const { text, isDecorated } = withoutDecorations(outcome.text)
  return toReply(outcome, parseJsonObject(text, maxDepth), isDecorated)
}

/** Like `readReply`, for lists with `maxElements` elements in total. */
export function* readReplyInPieces(outcome: Exchange | NotSent, maxDepth: number, maxElements: number): Chunks<Reply> {
  if (!hasBody(outcome)) return withoutBody(outcome)
  const { text, isDecorated } = withoutDecorations(outcome.text)
  return toReply(outcome, yield* parseInPieces(text, maxDepth, maxElements), isDecorated)
}

type Body = Extract<Exchange, { kind: 'text' }>
const isRedirect = ({ status }: Body) => status >= 300 && status < 400
const hasBody = (outcome: Exchange | NotSent): outcome is Body => outcome.kind === 'text' && !isRedirect(outcome)

const withoutBody = (outcome: Exchange | NotSent): Reply => (outcome.kind === 'text' ? lost('redirect') : outcome)

function toReply({ status, text }: Body, json: ParsedJson, isDecorated?: true): Reply {
  const isFine = status >= 200 && status < 300
  if (!json.ok) return isFine ? lost(json.reason, json.detail) : lost('http-status', String(status))

  const refusal = findRefusal(json.value)
  // Text around an answer may mean that it belongs to another request, and an error names no transaction.
  if (refusal && isDecorated) return lost('not-json')
  if (refusal && !isAbsent(json.value.transaction)) return lost('wrong-shape', 'both error and transaction')
  // A gateway's error object contains none of the wholesaler's codes.
  if (refusal && (isFine || refusal.code !== 'unreadable')) return { kind: 'refusal', refusal }
  if (!isFine) return lost('http-status', String(status))
  if (!saysNothing(json.value.error)) return lost('wrong-shape', '`error` is not an object')
  return { kind: 'object', value: json.value, text, ...(isDecorated && { isDecorated }) }
}

export function lost(reason: Lost['reason'], detail?: string): Lost {
  return { kind: 'lost', reason, ...(detail === undefined ? {} : { detail }) }
}
