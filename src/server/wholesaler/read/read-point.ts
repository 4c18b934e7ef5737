import { SHOWN } from '#wholesaler-api/loose.ts'
import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import { Balance, PointInfo } from '#wholesaler-api/point.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { JsonObject } from '../../lib/json/parse-json.ts'
import { findCode, findLine, plainLines } from '../plain-text.ts'
import { findBalance } from './read-decimal.ts'
import { fieldProblem, readFields } from './read-fields.ts'
import type { Skipped } from './read-list.ts'
import type { Point, Read } from '../wholesaler.ts'

/** Spec 2.2. An older form lacks the frontview, the top-up code and the receipt name. */
export function readPoint(answer: JsonObject, posId: string): Read<{ point: Point } & Skipped> {
  // An unreadable frontview id doesn't mean that there is none.
  const read = readFields(PointInfo, answer, { answer: wholesalerPaths.pointInfo }, ['pos', 'pos.frontview_id'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { agent, pos, support } = read.value
  if (!agent && !pos)
    return { ok: false, reason: 'unreadable', problem: `the answer of ${wholesalerPaths.pointInfo} says nothing` }
  const [topupCode, supportEmail] = [findCode(agent?.topup_code), findLine(support?.email)]
  const agentName = findLine(agent?.name) ?? ''
  const point: Point = {
    posId: findLine(pos?.id) ?? posId,
    agentName,
    receiptName: findLine(agent?.name_on_receipt) ?? agentName,
    address: plainLines(agent?.address ?? '', SHOWN.name),
    ...(pos?.frontview_id ? { frontviewId: pos.frontview_id } : {}),
    ...(topupCode === undefined ? {} : { topupCode }),
    ...(supportEmail === undefined ? {} : { supportEmail }),
  }
  return { ok: true, value: { point, skipped: read.dropped } }
}

const BALANCE = { answer: wholesalerPaths.balance }

/** The main wallet (spec 2.3), negative while the shop sells on credit. An unreadable field is a problem with its name, never zero. */
export function readBalance(answer: JsonObject): Read<Money> {
  const read = readFields(Balance, answer, BALANCE, ['currency', 'wallets', 'wallets.main'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { currency, wallets } = read.value
  const amount = findBalance(wallets.main)
  if (!amount) return unreadable('wallets.main', 'is not a readable amount')
  if (currency === '') return unreadable('currency', 'is empty')
  return { ok: true, value: money(amount, currency) }
}

/** Reads the currency even if the balance is unreadable. */
export function readCurrency(answer: JsonObject): Read<string> {
  const read = readFields(Balance, { ...answer, wallets: { main: 0 } }, BALANCE, ['currency'])
  if (read.ok && read.value.currency !== '') return { ok: true, value: read.value.currency }
  return unreadable('currency', 'cannot be read')
}

const unreadable = (field: string, what: string): Read<never> => ({
  ok: false,
  reason: 'unreadable',
  problem: fieldProblem(BALANCE, field, what),
})
