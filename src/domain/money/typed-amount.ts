import { toWesternDigits, withPlainForms } from '../text/digits.ts'
import { decimalsOf, findDecimal, formatDecimal, type Decimal, type DecimalText } from './money.ts'
import { withoutHidden } from '../text/typed-text.ts'

/** The result of reading any amount field. */
export type TypedAmount =
  | { status: 'empty' }
  /** Not an amount yet, but more digits can make it one. `12,34,` and `1,250,0` are examples; `1,00` is already an amount. */
  | { status: 'begun' }
  | { status: 'unclear' }
  /** `places`: digits after a decimal mark. `mayBeGroup`: one more digit would make the comma a group separator. */
  | { status: 'read'; amount: Decimal; places?: number; mayBeGroup?: boolean }

/** Longer text is unclear, because truncated it would be a different amount. */
const MAX_LENGTH = 40

const PLAIN = /^(\d*)(?:\.(\d*))?$/
/** Thousands as on the screen, in Indian groups, or with an apostrophe, a space or the Arabic separator. */
const GROUPED = /^([1-9]\d{0,2}([,' ٬])\d{3}(?:\2\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d*))?$/
/** A decimal comma. Three digits after it would be a group, except after zero. */
const DECIMAL_COMMA = /^(?:(\d+|[1-9]\d{0,2}(?:[' ]\d{3})+),(\d{0,2})|(0),(\d*))$/
const BEGUN_GROUPS = /^[1-9]\d{0,2}(?:[,' ٬]\d{2,3})*[,' ٬]\d{0,2}$/

/** Names of the region's currencies other than ISO codes, without points and marks. */
const CURRENCY_WORDS = /^(?:dhs?|dirhams?|rs|kd|bd|sr|qr|درهم|دإ|رس|رق|رع|دك|دب|ريال|ریال|دينار|روپے|रपय|र)$/
const isCurrency = (word: string): boolean => {
  const plain = word.replaceAll('.', '').toLowerCase()
  return /^(?:[a-z]{3}|\p{Sc})$/u.test(plain) || CURRENCY_WORDS.test(plain)
}

export function readAmount(typed: string): TypedAmount {
  if (typed.length > MAX_LENGTH) return { status: 'unclear' }
  const text = plainAmount(typed)
  if (text === '') return { status: 'empty' }
  const plain = PLAIN.exec(text)
  if (plain) return toAmount(plain[1], plain[2])
  const grouped = GROUPED.exec(text)
  if (grouped) return toAmount(grouped[1], grouped[3])
  const [, whole, places, zero, behindZero] = DECIMAL_COMMA.exec(text) ?? []
  if (zero !== undefined) return toAmount(zero, behindZero)
  if (whole !== undefined) return { ...toAmount(whole, places), ...(BEGUN_GROUPS.test(text) && { mayBeGroup: true }) }
  return { status: BEGUN_GROUPS.test(text) ? 'begun' : 'unclear' }
}

function toAmount(whole = '', places: string | undefined): TypedAmount {
  const amount = findDecimal(`${whole.replace(/\D/g, '') || '0'}${places ? `.${places}` : ''}`)
  if (!amount) return { status: 'unclear' }
  return { status: 'read', amount, ...(places !== undefined && { places: places.length }) }
}

export function findAmount(typed: string): Decimal | undefined {
  const read = readAmount(typed)
  return read.status === 'read' ? read.amount : undefined
}

/** An amount above zero that can be paid in this currency. */
export function findPayable(typed: string, currency: string): Decimal | undefined {
  const amount = findAmount(typed)
  return amount && amount.units > 0n && amount.scale <= decimalsOf(currency) ? amount : undefined
}

/** Returns other text unchanged, so its schema rejects it. */
export function toAmountText(typed: string): DecimalText | string {
  const amount = findAmount(typed)
  return amount ? formatDecimal(amount) : typed
}

/** Drops currency and needless zeros. Unclear text stays, so the person sees it rejected. */
export function cleanAmountText(typed: string): string {
  if (typed.length > MAX_LENGTH) return typed.slice(0, MAX_LENGTH + 1)
  const text = plainAmount(typed)
  const [, whole, places] = PLAIN.exec(text) ?? []
  if (whole === undefined) return text
  const head = whole.replace(/^0+(?=\d)/, '')
  return places === undefined ? head : `${head || '0'}.${places}`
}

/** `1,000` becomes `1000`. Other text, such as `10.5`, stays, so the person sees it rejected. */
export function cleanCountText(typed: string): string {
  const read = readAmount(typed)
  return read.status === 'read' && read.places === undefined ? formatDecimal(read.amount) : cleanAmountText(typed)
}

/** Expects the result of `cleanCountText`. */
export const findCount = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)

function plainAmount(typed: string): string {
  const text = withoutHidden(toWesternDigits(withPlainForms(typed)))
    .replace(/\p{M}/gu, '')
    .replaceAll('٫', '.')
    .replaceAll('،', ',')
    .replace(/[‘’´`ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    // A second point at the end is a typing error.
    .replace(/^(\d*\.\d*)\.$/, '$1')
    .replace(/(\d)\s*(?:\/[-=]|=|[.,]\p{Pd})$/u, '$1')
    .replace(/^=\s*/, '')
  const [, before = '', rest = text] = /^([\p{L}.]*\p{L}[.:]?|\p{Sc})\s*(.*)$/su.exec(text) ?? []
  const number = before === '' || !isCurrency(before.replace(/:$/, '')) ? text : rest
  const [, amount = number, behind = ''] = /^(.*?)\s*(\p{L}[\p{L}.]*|\p{Sc})$/su.exec(number) ?? []
  return behind === '' || !isCurrency(behind) ? number : amount
}
