import { BOUNDS } from '#wholesaler-api/loose.ts'
import { Info } from '#wholesaler-api/transaction.ts'
import { isUsable, type Voucher } from '#domain/catalog/voucher.ts'
import { isAbsent, isJsonObject } from '../../lib/json/parse-json.ts'
import { findCode, findLink } from '../plain-text.ts'
import { fieldProblem, readFields } from './read-fields.ts'

/** `isUnreadable`: something was sent as a code, but it is not usable. */
export type VoucherRead = { voucher?: Voucher; dropped: string[]; isUnreadable: boolean }

/** Spec 2.11. `{}`, `[]`, null and an absent `info` mean none. An unreadable field is dropped and named: a JSON number that lost digits is not a code. */
export function readVoucher(info: unknown, path: string): VoucherRead {
  const place = { answer: path, at: 'info' }
  if (isAbsent(info)) return { dropped: [], isUnreadable: false }
  if (!isJsonObject(info))
    return { dropped: [fieldProblem({ answer: path }, 'info', 'is no object')], isUnreadable: true }
  const read = readFields(Info, info, place, [])
  if (!read.ok) return { dropped: [read.problem], isUnreadable: true }
  const { number, serial, redemption_url, reference } = read.value
  const found = [
    ['number', findCode(number)],
    ['serial', findCode(serial)],
    ['link', findLink(redemption_url)],
    ['reference', findCode(reference)],
  ].filter(([, text]) => text !== undefined)
  const tooLong = Object.entries({ number, serial, redemption_url, reference })
    .filter(([, text]) => typeof text === 'string' && text.length > BOUNDS.code)
    .map(([field]) => fieldProblem(place, field, `is longer than ${BOUNDS.code} characters`))
  const voucher = Object.fromEntries(found) as Voucher
  const isThere = !isAbsent(info.number) || (!isAbsent(info.redemption_url) && !isWord(voucher.link))
  return {
    ...(found.length > 0 ? { voucher } : {}),
    isUnreadable: isThere && !isUsable(voucher),
    dropped: [...read.dropped, ...tooLong],
  }
}

/** Such as `N/A` or `pending`, while the code is still to come. */
const isWord = (link: string | undefined) => link !== undefined && !/:|\/\//.test(link)
