import { BOUNDS } from '#contract/wholesaler/loose.ts'
import { Balance } from '#contract/wholesaler/point.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import { findDecimal, money, type Money } from '#domain/money.ts'
import type { JsonObject } from './parse-json.ts'
import { fieldProblem, readFields } from './read-fields.ts'
import type { Read } from './wholesaler.ts'

const PLACE = { answer: wholesalerPaths.balance }

/** The main wallet (spec 2.3). What cannot be read is a problem by name, never zero. */
export function readBalance(answer: JsonObject): Read<Money> {
  const read = readFields(Balance, answer, PLACE, ['currency', 'wallets', 'wallets.main'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { currency, wallets } = read.value
  const amount = findDecimal(wallets.main)
  if (!amount) return unreadable('wallets.main', 'is not a readable amount')
  if (currency === '') return unreadable('currency', 'is empty')
  return { ok: true, value: money(amount, currency) }
}

/** The account's currency, also where the balance itself cannot be read, as below zero. */
export function readCurrency(answer: JsonObject): Read<string> {
  const { currency } = answer
  if (typeof currency === 'string' && currency.length <= BOUNDS.currency && currency !== '') {
    return { ok: true, value: currency }
  }
  return unreadable('currency', 'cannot be read')
}

const unreadable = (field: string, what: string): Read<never> => ({
  ok: false,
  reason: 'unreadable',
  problem: fieldProblem(PLACE, field, what),
})
