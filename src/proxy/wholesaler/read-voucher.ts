import { BOUNDS } from '#contract/wholesaler/loose.ts'
import { Info } from '#contract/wholesaler/transaction.ts'
import type { Voucher } from '#domain/voucher.ts'
import { isJsonObject } from './parse-json.ts'
import { findCode } from './plain-text.ts'
import { fieldProblem, readFields } from './read-fields.ts'

export type VoucherRead = { voucher?: Voucher; dropped: string[] }

/**
 * Reads the voucher of an answer (spec 2.11). `{}`, `[]`, null and an absent `info` mean that there is none. An unreadable field is dropped and
 * named: a JSON number that lost digits is not a code.
 */
export function readVoucher(info: unknown, path: string): VoucherRead {
  const place = { answer: path, at: 'info' }
  if (info === undefined || info === null || isEmptyList(info)) return { dropped: [] }
  if (!isJsonObject(info)) return { dropped: [fieldProblem({ answer: path }, 'info', 'is no object')] }
  const read = readFields(Info, info, place, [])
  if (!read.ok) return { dropped: [read.problem] }
  const { number, serial, redemption_url, reference } = read.value
  const found = [
    ['number', findCode(number)],
    ['serial', findCode(serial)],
    ['link', findCode(redemption_url)],
    ['reference', findCode(reference)],
  ].filter(([, text]) => text !== undefined)
  const tooLong = Object.entries({ number, serial, redemption_url, reference })
    .filter(([, text]) => typeof text === 'string' && text.length > BOUNDS.code)
    .map(([field]) => fieldProblem(place, field, `is longer than ${BOUNDS.code} characters`))
  return {
    ...(found.length > 0 ? { voucher: Object.fromEntries(found) as Voucher } : {}),
    dropped: [...read.dropped, ...tooLong],
  }
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
