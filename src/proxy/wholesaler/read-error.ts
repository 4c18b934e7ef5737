import { BOUNDS } from '#contract/wholesaler/loose.ts'
import type { WholesalerError } from '#domain/transaction.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'
import { findLine } from './plain-text.ts'

/** The error object in an answer (spec 7, service-notes), or `undefined` if there is none. Its `message` is not for people. */
export function findRefusal(answer: JsonObject): WholesalerError | undefined {
  const { error } = answer
  if (!isJsonObject(error)) return undefined
  const displayError = findLine(error.display_error)
  return { code: readCode(error.code), ...(displayError === undefined ? {} : { displayError }) }
}

/** Whether a field of an answer is empty: absent, null, or one of the forms of an empty PHP value. */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Error codes are stored. A text that is too long for an error code may be a voucher code and must not be. */
function readCode(code: unknown): WholesalerError['code'] {
  const isPlain = typeof code === 'number' ? Number.isInteger(code) : isShort(code) && /^\d+$/.test(code)
  return isPlain && Math.abs(Number(code)) < 1_000_000 ? Number(code) : 'unreadable'
}

const isShort = (code: unknown): code is string => typeof code === 'string' && code.length <= BOUNDS.errorCode
