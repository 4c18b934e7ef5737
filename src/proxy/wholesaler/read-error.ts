import { BOUNDS } from '#contract/wholesaler/loose.ts'
import type { WholesalerError } from '#domain/transaction.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'
import { findLine } from './plain-text.ts'

/** The wholesaler's error object in an answer (spec 7, service-notes), `undefined` when there is none. Its `message` is not for people. */
export function findRefusal(answer: JsonObject): WholesalerError | undefined {
  const { error } = answer
  if (!isJsonObject(error)) return undefined
  const displayError = findLine(error.display_error)
  return { code: readCode(error.code), ...(displayError === undefined ? {} : { displayError }) }
}

/** True where a field of an answer says nothing: absent, null, or empty in one of the ways of an empty PHP value. */
export function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** It is written down: what is too long for a code of an error may be one of a voucher. */
function readCode(code: unknown): WholesalerError['code'] {
  const isPlain = typeof code === 'number' ? Number.isInteger(code) : isShort(code) && /^\d+$/.test(code)
  return isPlain && Math.abs(Number(code)) < 1_000_000 ? Number(code) : 'unreadable'
}

const isShort = (code: unknown): code is string => typeof code === 'string' && code.length <= BOUNDS.errorCode
