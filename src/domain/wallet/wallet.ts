import {
  compareDecimals,
  decimal,
  decimalsOf,
  isNegative,
  money,
  type DecimalText,
  type Money,
} from '../money/money.ts'
import { compareCost, type CostFit } from '../money/commission.ts'
import { isComplete, moneyMoved, type Sale } from '../sale/sale.ts'

/** The reconciliation uses signed whole millionths of the wallet's currency. */
const MILLIONTHS = 6
const MILLION = 10n ** BigInt(MILLIONTHS)

/** Exact: amounts have at most six decimals. */
export function inMillionths(amount: DecimalText): bigint {
  const { units, scale } = decimal(amount)
  return units * 10n ** BigInt(MILLIONTHS - scale)
}

/** `Money` is unsigned except for balances; the direction is a separate field. */
export const moneyOf = (millionths: bigint, currency: string): Money =>
  money({ units: millionths < 0n ? -millionths : millionths, scale: MILLIONTHS }, currency)

/** `undefined` if unknown. A negative balance is below any low-balance amount. */
export function isBelowLine(
  balance: Money | undefined,
  line: { amount: string; currency: string } | null | undefined,
): boolean | undefined {
  if (balance && isNegative(balance.amount)) return true
  if (!line) return false
  if (!balance || balance.currency !== line.currency) return undefined
  return compareDecimals(decimal(balance.amount), decimal(line.amount)) < 0
}

/** Rounded to the smallest unit; at least zero. */
export function estimateOf(amount: number, currency: string): Money {
  const scale = decimalsOf(currency)
  return money({ units: BigInt(Math.max(0, Math.round(amount * 10 ** scale))), scale }, currency)
}

export const asNumber = (millionths: bigint): number => Number(millionths) / Number(MILLION)

/**
 * `open` while the wholesaler may still decide; `unsure` if nothing more will be reported, or the cost is unknown. Test transactions may or may not move money.
 */
export type WalletCharge = 'certain' | 'open' | 'unsure' | 'none'

type Charged = Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'cost' | 'isTest'>

export function walletChargeOf(sale: Charged): WalletCharge {
  const moved = moneyMoved(sale)
  if (moved === 'no') return 'none'
  if (moved === 'unknown') return isComplete(sale) ? 'unsure' : 'open'
  return sale.cost && !sale.isTest ? 'certain' : 'unsure'
}

/** `undefined` without a commission, across currencies, or if a commission of zero is kept. */
export function costFitOf(sale: Charged & Pick<Sale, 'commission' | 'amount'>): CostFit | undefined {
  const { commission, cost, amount } = sale
  if (!commission || !cost || walletChargeOf(sale) !== 'certain') return undefined
  const fit = compareCost(commission, amount, cost, decimalsOf(cost.currency))
  return fit === 'none' && /^[0.]+$/.test(commission.value) ? undefined : fit
}

export type CountedFits = Partial<Record<CostFit, number>>

const MIN_SALES_TO_LEARN = 5

/** The fit that more than half of at least five sales of a kind show. */
export function learnedFit(counted: CountedFits): Exclude<CostFit, 'neither'> | undefined {
  const all = Object.values(counted).reduce((sum, count) => sum + count, 0)
  if (all < MIN_SALES_TO_LEARN) return undefined
  return (['less', 'more', 'none'] as const).find((fit) => 2 * (counted[fit] ?? 0) > all)
}

/** Whether the cost fits no reading of the commission, or not the learned one. */
export const isCostDifference = (fit: CostFit, learned: CostFit | undefined): boolean =>
  fit === 'neither' || (learned !== undefined && fit !== learned)

/**
 * All charges up to a certain time: the certain ones; the most that unsure sales may have cost, as two sums that only grow; and the most that open sales may
 * have been charged.
 */
export type Charges = { certain: bigint; unsureAdded: bigint; unsureRemoved: bigint; open: bigint }

/** The balance plus all charges, which only other transactions change. A range while open or unsure sales make it uncertain. */
type Funds = { least: bigint; most: bigint }

/** `assumed` is what the unsure sales up to `settled` were charged, according to readings. */
export type WalletState = {
  currency: string
  funds: Funds
  assumed: bigint
  settled: Pick<Charges, 'unsureAdded' | 'unsureRemoved'>
  /** The funds before the last other transaction. */
  before?: bigint
}

/** The amount is exact if `least` equals `most`. */
export type FundsChange = { direction: 'in' | 'out'; least: bigint; most: bigint }

export type Judgment = {
  state: WalletState
  /** The other transaction that this reading reveals. */
  movement?: FundsChange
  /** A narrower amount for the last transaction, as a result of this reading. */
  update?: FundsChange
}

type Judged = { currency: string; balance: bigint; charges: Charges }

/**
 * The known funds minus charges must enclose the balance, where between none and all of the open sales were charged; anything else is another transaction. The
 * first reading of a currency is an opening.
 */
export function reconcileReading(state: WalletState | undefined, { currency, balance, charges }: Judged): Judgment {
  const { certain, unsureAdded, unsureRemoved, open } = charges
  const settled = { unsureAdded, unsureRemoved }
  if (state?.currency !== currency) {
    const funds = { least: balance + certain, most: balance + certain + open }
    return { state: { currency, funds, assumed: 0n, settled } }
  }
  const known = balance + certain + state.assumed
  const shown: Funds = {
    least: known - (unsureRemoved - state.settled.unsureRemoved),
    most: known + (unsureAdded - state.settled.unsureAdded) + open,
  }
  const common: Funds = { least: larger(shown.least, state.funds.least), most: smaller(shown.most, state.funds.most) }
  const hasMoved = common.least > common.most
  const funds = hasMoved ? shown : common
  // Nothing more will be reported. If unsure sales leave a range, they count as charged.
  const next: WalletState =
    open === 0n
      ? { currency, funds: { least: funds.most, most: funds.most }, assumed: funds.most - balance - certain, settled }
      : { ...state, funds }
  if (hasMoved) next.before = state.funds.most
  else if (state.before !== undefined) next.before = state.before
  if (next.before === undefined) return { state: next }
  const change = changeOf(next.before, next.funds)
  if (hasMoved) return { state: next, movement: change }
  const isNews = next.funds.least !== state.funds.least || next.funds.most !== state.funds.most
  return { state: next, ...(isNews ? { update: change } : {}) }
}

function changeOf(before: bigint, { least, most }: Funds): FundsChange {
  return least > before
    ? { direction: 'in', least: least - before, most: most - before }
    : { direction: 'out', least: before - most, most: before - least }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

export const MOVEMENT_KINDS = ['deposit', 'outside', 'service-refund'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** What a transaction counts as until a supervisor explains it. `isRefund`: an unsold sale had exactly this cost. */
export const proposedKind = (direction: FundsChange['direction'], isRefund: boolean): MovementKind =>
  direction === 'out' ? 'outside' : isRefund ? 'service-refund' : 'deposit'

/** Only money that came in can be a deposit or a refund. */
export const mayBe = (kind: MovementKind, direction: FundsChange['direction']): boolean =>
  kind === 'outside' || direction === 'in'
