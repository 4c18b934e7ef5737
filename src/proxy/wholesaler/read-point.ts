import { BOUNDS, SHOWN } from '#contract/wholesaler/loose.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import { Balance, PointInfo } from '#contract/wholesaler/point.ts'
import { findDecimal, money, type Money } from '#domain/money.ts'
import type { JsonObject } from './parse-json.ts'
import { cut } from './plain-text.ts'
import { fieldProblem, readFields } from './read-fields.ts'
import type { Point, Read } from './wholesaler.ts'

/** The agent and the point of sale (spec 2.2). An older form of the answer lacks the frontview, the top-up code and the receipt name. */
export function readPoint(answer: JsonObject, posId: string): Read<Point> {
  const read = readFields(PointInfo, answer, { answer: wholesalerPaths.pointInfo }, ['agent', 'agent.name', 'pos'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { agent, pos, support } = read.value
  return {
    ok: true,
    value: {
      posId: pos.id || posId,
      agentName: cut(agent.name, SHOWN.name),
      receiptName: cut(agent.name_on_receipt || agent.name, SHOWN.name),
      address: cut(agent.address ?? '', SHOWN.name),
      ...(pos.frontview_id ? { frontviewId: pos.frontview_id } : {}),
      ...(agent.topup_code ? { topupCode: agent.topup_code } : {}),
      ...(support?.email ? { supportEmail: support.email } : {}),
    },
  }
}

const BALANCE = { answer: wholesalerPaths.balance }

/** The main wallet (spec 2.3). An unreadable field is a problem with its name, never zero. */
export function readBalance(answer: JsonObject): Read<Money> {
  const read = readFields(Balance, answer, BALANCE, ['currency', 'wallets', 'wallets.main'])
  if (!read.ok) return { ok: false, reason: 'unreadable', problem: read.problem }
  const { currency, wallets } = read.value
  const amount = findDecimal(wallets.main)
  if (!amount) return unreadable('wallets.main', 'is not a readable amount')
  if (currency === '') return unreadable('currency', 'is empty')
  return { ok: true, value: money(amount, currency) }
}

/** The currency of the account, even if the balance cannot be read, for example because it is negative. */
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
  problem: fieldProblem(BALANCE, field, what),
})
