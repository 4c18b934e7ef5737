import { sorted } from '../in-order.ts'
import { isOtherProvider, type NamedProvider } from '../catalog/international.ts'
import { limitAccountKey } from '../sales-limits.ts'
import { decimal, isSameMoney } from '../money/money.ts'
import { isWaiting, isYoungerThan, type Sale } from './sale.ts'
import type { SaleId } from './id.ts'
import type { SaleRecord } from './record.ts'

/** `blocked` forbids the new sale; for `confirm`, a person must confirm that they know about the other one. */
export type Duplicate = { kind: 'blocked' | 'confirm'; sale: SaleRecord }

const CONFIRM_AFTER_SUCCESS_MS = 10 * 60_000

/**
 * Duplicates made by people (rule 11) among `alike`, the other sales of the same service and account. `agreedTo` is the sale a person already confirmed; it
 * covers everything confirmed before it.
 */
export function findDuplicate(
  sale: SaleRecord,
  alike: readonly SaleRecord[],
  now: number,
  agreedTo: SaleId | undefined,
): Duplicate | undefined {
  if (sale.account === undefined) return undefined
  const others = alike.filter((other) => other.id !== sale.id && !isOfSameBatch(sale, other))
  const newestFirst = sorted(others, (a, b) => (b.confirmedAt ?? 0) - (a.confirmedAt ?? 0) || b.number - a.number)
  const kindOf = (other: SaleRecord) => kindOfDuplicate(sale, other, now)
  const blocked = newestFirst.find((other) => kindOf(other) === 'blocked')
  if (blocked) return { kind: 'blocked', sale: blocked }
  const confirm = newestFirst.find((other) => kindOf(other) === 'confirm')
  return confirm && confirm.id !== agreedTo ? { kind: 'confirm', sale: confirm } : undefined
}

function kindOfDuplicate(sale: SaleRecord, other: SaleRecord, now: number): Duplicate['kind'] | undefined {
  if (other.serviceId !== sale.serviceId || !isSameAccount(sale, other)) return undefined
  const isSameAmount = sale.international ? isSameOffer(sale, other) : isSameMoney(other.amount, sale.amount)
  if (isWaiting(other)) return isSameAmount ? 'blocked' : 'confirm'
  const isFreshlyResolved =
    other.resolution?.outcome === 'sold' && isYoungerThan(CONFIRM_AFTER_SUCCESS_MS, other.resolution.at, now)
  const isFreshSuccess = other.state === 'succeeded' && isYoungerThan(CONFIRM_AFTER_SUCCESS_MS, other.finalAt, now)
  return (isFreshSuccess || isFreshlyResolved) && isSameAmount ? 'confirm' : undefined
}

/** Ignores letter case and character width, as limits do. */
const isSameAccount = (sale: SaleRecord, other: SaleRecord) =>
  other.account !== undefined && limitAccountKey(other) === limitAccountKey(sale)

/**
 * The wholesaler renumbers offers, and the local value varies with the exchange rate, so if the ids differ, the name and either the value or the price must
 * match.
 */
function isSameOffer(a: SaleRecord, b: SaleRecord): boolean {
  const [denomination, other] = [a.international?.denomination, b.international?.denomination]
  if (!denomination || !other) return false
  const hasValue = decimal(a.amount.amount).units > 0n
  const isWorthTheSame = (hasValue && isSameMoney(a.amount, b.amount)) || isSameMoney(a.pays, b.pays)
  const isSameDenomination = denomination.id === other.id || (denomination.name === other.name && isWorthTheSame)
  return isSameDenomination && providersOf(a).some((one) => providersOf(b).some((two) => !isOtherProvider(one, two)))
}

/** The chosen operator, and the detected one if a person accepted it as the same. */
function providersOf({ international, mismatch }: SaleRecord): NamedProvider[] {
  return [international?.provider, mismatch?.accepted && mismatch.detected].filter((one) => one !== undefined)
}

const isOfSameBatch = (sale: SaleRecord, other: SaleRecord) =>
  sale.batch !== undefined && sale.batch.id === other.batch?.id && sale.cashier.id === other.cashier.id

type EndedLine = Pick<Sale, 'state' | 'conflicting' | 'resolution' | 'refund' | 'confirmedAt'>

/** This sale sold nothing, nothing contradicts that, it is no longer rechecked (rule 5), and its refund is not separate from the batch. */
export function releasesLine({ state, conflicting, resolution, refund, confirmedAt }: EndedLine): boolean {
  if (conflicting || resolution || refund) return false
  return state === 'refused' || state === 'failed' || (state === 'abandoned' && confirmedAt === undefined)
}

/** Sales in older journals lack the field; for them, the current cashier counts. */
export const batchOwnerOf = ({ batchOwnerId, cashier }: Pick<SaleRecord, 'batchOwnerId' | 'cashier'>): string =>
  batchOwnerId ?? cashier.id

export const holdsSameLine = (sale: SaleRecord, other: SaleRecord): boolean =>
  other.id !== sale.id &&
  sale.batch !== undefined &&
  sale.batch.id === other.batch?.id &&
  sale.batch.line === other.batch.line &&
  !releasesLine(other)
