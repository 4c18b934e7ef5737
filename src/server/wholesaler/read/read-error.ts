import { BOUNDS } from '#wholesaler-api/loose.ts'
import type { WholesalerError } from '#domain/wallet/transaction.ts'
import { isAbsent, isJsonObject, type JsonObject } from '../../lib/json/parse-json.ts'
import { findLine } from '../plain-text.ts'

/** Spec 7. `undefined` if there is none, or an empty one next to other content. Its `message` is not for people. */
export function findRefusal(answer: JsonObject): WholesalerError | undefined {
  const { error } = answer
  if (!isJsonObject(error) || (saysNothing(error) && Object.keys(answer).length > 1)) return undefined
  const displayError = findLine(error.display_error)
  return { code: readCode(error.code), ...(displayError === undefined ? {} : { displayError }) }
}

/** True if an error has nothing but empty values or 0, in any form that PHP gives them. */
export function saysNothing(error: unknown): boolean {
  if (typeof error === 'object' && error !== null) return Object.values(error).every(saysNothing)
  return isAbsent(error) || error === 0 || (typeof error === 'string' && /^[\s0]*$/.test(error))
}

/** Codes are stored, and text that is too long for an error code may be a voucher code. */
function readCode(code: unknown): WholesalerError['code'] {
  const isPlain = typeof code === 'number' ? Number.isInteger(code) : isShort(code) && /^\d+$/.test(code)
  return isPlain && Math.abs(Number(code)) < 1_000_000 ? Number(code) : 'unreadable'
}

const isShort = (code: unknown): code is string => typeof code === 'string' && code.length <= BOUNDS.errorCode
