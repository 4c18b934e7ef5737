import { isOtherProvider, type NamedProvider } from '../international.ts'
import { limitAccountKey } from '../sales-limits.ts'
import { decimal, isSameMoney } from '../money.ts'
import { isWaiting, isYoungerThan, type Sale } from './sale.ts'
import type { SaleId } from './id.ts'
import type { SaleRecord } from './record.ts'

/** Another sale that forbids this one (`open`), or has to be known to whoever wants it all the same (`ask`). */
export type Duplicate = { kind: 'blocked' | 'confirm'; sale: SaleRecord }

const CONFIRM_AFTER_SUCCESS_MS = 10 * 60_000

/**
 * Duplicates made by people (DESIGN rule 11) among `alike`, the other sales of the same service and account. `agreedTo` is the sale a
 * person was asked about: it and what was confirmed before it are known.
 */
export function findDuplicate(
  sale: SaleRecord,
  alike: readonly SaleRecord[],
  now: number,
  agreedTo: SaleId | undefined,
): Duplicate | undefined {
  // Only sales with an account count.
  if (sale.account === undefined) return undefined
  const newestFirst = alike
    .filter((other) => other.id !== sale.id && !isOfSameBatch(sale, other))
    .toSorted((a, b) => (b.confirmedAt ?? 0) - (a.confirmedAt ?? 0) || b.number - a.number)
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

/** Written in capitals or in full width it is the same account, as limits count it. */
const isSameAccount = (sale: SaleRecord, other: SaleRecord) =>
  other.account !== undefined && limitAccountKey(other) === limitAccountKey(sale)

/**
 * The same operator and denomination. Offers are numbered anew whenever the wholesaler changes them, and the local value floats: then the name
 * of the denomination with either its value or its price decides.
 */
function isSameOffer(a: SaleRecord, b: SaleRecord): boolean {
  const [denomination, other] = [a.international?.denomination, b.international?.denomination]
  if (!denomination || !other) return false
  const hasValue = decimal(a.amount.amount).units > 0n
  const isWorthTheSame = (hasValue && isSameMoney(a.amount, b.amount)) || isSameMoney(a.pays, b.pays)
  const isSameDenomination = denomination.id === other.id || (denomination.name === other.name && isWorthTheSame)
  return isSameDenomination && providersOf(a).some((one) => providersOf(b).some((two) => !isOtherProvider(one, two)))
}

/** The one that was chosen, and the one that a person said is the same. */
function providersOf({ international, mismatch }: SaleRecord): NamedProvider[] {
  return [international?.provider, mismatch?.accepted && mismatch.detected].filter((one) => one !== undefined)
}

/** One cashier's lines of one quantity. */
const isOfSameBatch = (sale: SaleRecord, other: SaleRecord) =>
  sale.batch !== undefined && sale.batch.id === other.batch?.id && sale.cashier.id === other.cashier.id

type EndedLine = Pick<Sale, 'state' | 'conflicting' | 'resolution' | 'refund' | 'confirmedAt'>

/**
 * Its line of a quantity may be sold by another sale: it sold nothing, nobody says otherwise, it is not watched any more (rule 5), and its
 * money is not given back apart from the quantity's.
 */
export function releasesLine({ state, conflicting, resolution, refund, confirmedAt }: EndedLine): boolean {
  if (conflicting || resolution || refund) return false
  return state === 'refused' || state === 'failed' || (state === 'abandoned' && confirmedAt === undefined)
}

/** Whose quantity a line is, by id; one of a journal that did not note it is its cashier's. */
export const batchOwnerOf = ({ batchOwnerId, cashier }: Pick<SaleRecord, 'batchOwnerId' | 'cashier'>): string =>
  batchOwnerId ?? cashier.id

/** `other` is the same line of the same quantity, and may still be or become its one sale. */
export const holdsSameLine = (sale: SaleRecord, other: SaleRecord): boolean =>
  other.id !== sale.id &&
  sale.batch !== undefined &&
  sale.batch.id === other.batch?.id &&
  sale.batch.line === other.batch.line &&
  !releasesLine(other)
