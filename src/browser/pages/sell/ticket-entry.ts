import { findAmountProblem, nearestAmounts, type AmountProblem, type AmountRule } from '#domain/money/amount-rule.ts'
import { sorted } from '#domain/in-order.ts'
import { atCommonScale, decimal, formatDecimal, type Decimal } from '#domain/money/money.ts'
import { groupUaeNational, readUaeNumber, type UaeNumber, onlyPhoneCharacters } from '#domain/phone/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { readAmount } from '#domain/money/typed-amount.ts'
import type { MessageId } from '../../i18n/locale.ts'

/** The number field: the parsed number, the shown text, and a mask for the digits still missing. */
export type NumberEntry = {
  number: UaeNumber
  /** `+971`, or empty if the input has its own country code. */
  prefix: string
  shown: string
  mask: string
}

/** Reads input after the fixed +971. What cannot be decided yet is shown as typed. */
export function readNumberEntry(typed: string): NumberEntry {
  const entry = writeNumber(typed)
  return { ...entry, prefix: /^(\+|00)/.test(entry.shown) ? '' : '+971' }
}

function writeNumber(typed: string): Omit<NumberEntry, 'prefix'> {
  const number = readUaeNumber(typed)
  const raw = onlyPhoneCharacters(typed)
  if (number.status === 'refused')
    return { number, shown: isForeign(number) ? raw : groupUaeNational(number.national), mask: '' }
  if (number.national === '') return { number, shown: raw, mask: raw === '' ? maskAfter('', 9) : '' }
  // Without the zero, a landline of area code 9 would be read as the country code.
  const lead = number.national.startsWith('971') ? '0' : ''
  return {
    number,
    shown: lead + groupUaeNational(number.national),
    mask: number.status === 'incomplete' ? maskAfter(number.national, number.missing) : '',
  }
}

function isForeign(number: UaeNumber): boolean {
  return number.status === 'refused' && (number.reason === 'not-uae' || number.reason === 'not-digits')
}

function maskAfter(national: string, missing: number): string {
  return groupUaeNational(national + '_'.repeat(missing)).slice(groupUaeNational(national).length)
}

/** A number, a search, or a search typed after a whole number, which is kept. */
type BoxText = { number?: string; search: string }

/** Digits and a plus are a number; anything else is searched. */
export function readBoxText(typed: string): BoxText {
  const kept = onlyPhoneCharacters(typed)
  if (/^\+?\d+$/.test(kept) || kept === '+') return { number: kept, search: '' }
  const [, head = '', tail] = /^([+\p{Nd}][^\p{L}]*)(\p{L}.*)$/u.exec(typed) ?? []
  if (tail === undefined) return { search: typed.trim() === '' ? '' : typed }
  const digits = onlyPhoneCharacters(head)
  if (readUaeNumber(digits).status === 'mobile') return { number: digits, search: tail }
  // Undoes the grouping of the digits.
  return { search: digits + (head.endsWith(' ') ? ' ' : '') + tail }
}

export type AmountEntry =
  | { status: 'empty' }
  /** More digits can make it legal, so no problem is shown. */
  | { status: 'partial' }
  | { status: 'legal'; amount: Decimal }
  | { status: 'wrong'; problem: AmountProblem; fixes: Decimal[] }
  | { status: 'unreadable' }

/** Shows no problem while a longer amount could be legal. */
export function readAmountEntry(text: string, rule: AmountRule): AmountEntry {
  const read = readAmount(text)
  if (read.status === 'empty') return { status: 'empty' }
  if (read.status === 'begun') return { status: 'partial' }
  if (read.status === 'unclear') return { status: 'unreadable' }
  const { amount, places, mayBeGroup } = read
  const problem = findAmountProblem(amount, rule)
  if (!problem) return { status: 'legal', amount }
  if (mayBeGroup || canBecomeLegal(amount, places, rule)) return { status: 'partial' }
  return { status: 'wrong', problem, fixes: nearestAmounts(amount, rule) }
}

/** Whether legal amounts have decimals. */
export function needsPoint(rule: AmountRule): boolean {
  const [step, one] = atCommonScale(rule.step, { units: 1n, scale: 0 })
  return step !== 0n && step % one !== 0n
}

export function keysFor(edit: (change: (text: string) => string) => void, hasPoint: boolean) {
  const onDigit = (key: string) => edit((text) => text + key)
  return {
    onDigit,
    onDelete: () => edit((text) => text.trimEnd().slice(0, -1)),
    onClear: () => edit(() => ''),
    onDecimal: hasPoint ? () => onDigit('.') : undefined,
  }
}

function canBecomeLegal(amount: Decimal, places: number | undefined, rule: AmountRule): boolean {
  const [value, min, max, step, one] = atCommonScale(amount, rule.min, rule.max, rule.step, { units: 1n, scale: 0 })
  const hasLegal = (from: bigint, to: bigint) => {
    const low = from > min ? from : min
    const high = to < max ? to : max
    if (step === 0n) return low <= high
    return ((low + step - 1n) / step) * step <= high
  }

  if (places !== undefined) {
    // More digits only fill the places after those typed.
    const room = one / 10n ** BigInt(places)
    return room > 1n && hasLegal(value, value + room - 1n)
  }
  if (value === 0n) return true
  if (hasLegal(value, value + one - 1n)) return true
  for (let from = value * 10n, room = one * 10n; from <= max; from *= 10n, room *= 10n) {
    if (hasLegal(from, from + room - 1n)) return true
  }
  return false
}

export function findAmountBlockReason({ status }: AmountEntry): { field: 'amount'; message: MessageId } | undefined {
  switch (status) {
    case 'legal':
      return undefined
    case 'empty':
      return { field: 'amount', message: 'ticket.enterAmount' }
    case 'partial':
      return { field: 'amount', message: 'ticket.finishAmount' }
    case 'wrong':
    case 'unreadable':
      return { field: 'amount', message: 'ticket.fixAmount' }
  }
}

/** The amount of a service that was sold most in `sales`; ties go to the latest. */
export function findMostSold(sales: readonly Sale[], serviceId: string): Decimal | undefined {
  const counts = new Map<string, number>()
  for (const sale of sales) {
    if (sale.serviceId !== serviceId || sale.state !== 'succeeded') continue
    const amount = formatDecimal(decimal(sale.amount.amount))
    counts.set(amount, (counts.get(amount) ?? 0) + 1)
  }
  // Sales come newest first, and sorting is stable.
  const most = sorted(counts, ([, a], [, b]) => b - a)[0]
  return most && decimal(most[0])
}
