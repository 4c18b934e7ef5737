import { BOUNDS, SHOWN } from '#contract/wholesaler/loose.ts'
import { Transaction as WireTransaction } from '#contract/wholesaler/transaction.ts'
import { findDecimal, money, type Money } from '#domain/money.ts'
import type { TransactionId } from '#domain/sale/id.ts'
import type { Answer, NamedField, Transaction } from '#domain/transaction.ts'
import { hasSecret, isUsable } from '#domain/voucher.ts'
import { isJsonObject, type JsonObject } from './parse-json.ts'
import { findLine } from './plain-text.ts'
import { lost } from './read-answer.ts'
import { isAbsent } from './read-error.ts'
import { readFields } from './read-fields.ts'
import { findReceipt } from './read-receipt.ts'
import { readVoucher } from './read-voucher.ts'

export type TransactionRead = { answer: Extract<Answer, { kind: 'transaction' | 'lost' }>; dropped: string[] }

/** The answer of check, confirm or find (spec 4.9 to 4.11). Only an id, theirs or ours, that cannot be read makes it unreadable. */
export function readTransactionAnswer(answer: JsonObject, path: string): TransactionRead {
  const read = readFields(WireTransaction, answer.transaction, { answer: path, at: 'transaction' }, ['id'])
  if (!read.ok) return { answer: lost('wrong-shape', read.problem), dropped: [] }
  if (read.value.id === '')
    return { answer: lost('wrong-shape', `\`transaction.id\` of ${path} is empty`), dropped: [] }
  const named = toTransaction(read.value)
  // No sale of ours is called so, and an answer that speaks of another sale must not pass for one that names none.
  if (named.saleId === undefined && namesSale(answer.transaction))
    return {
      answer: lost('wrong-shape', `\`transaction.external_transaction_id\` of ${path} cannot be read`),
      dropped: [],
    }
  const receipt = findReceipt(answer.receipt)
  const { voucher, dropped } = readVoucher(answer.info, path)
  const transaction: Transaction = {
    ...named,
    ...only('unreadable', findUnreadable(answer.transaction, named)),
    ...(isUsable(voucher) ? { hasCode: true } : {}),
    ...(voucher && hasSecret(voucher) ? { hasInfo: true } : {}),
  }
  return {
    answer: { kind: 'transaction', transaction, ...(receipt ? { receipt } : {}), ...(voucher ? { voucher } : {}) },
    dropped: [...read.dropped, ...dropped],
  }
}

/** It names a sale of whoever asks. An object with nothing in it names none. */
function namesSale(transaction: unknown): boolean {
  const id = isJsonObject(transaction) ? transaction.external_transaction_id : undefined
  return isThere(id) && !(isJsonObject(id) && Object.keys(id).length === 0)
}

function toTransaction(wire: WireTransaction): Transaction {
  const amount = findDecimal(wire.amount)
  const cost = findCost(wire)
  return {
    id: wire.id as TransactionId,
    state: readState(wire.state),
    // A blank one is no id of ours, either.
    ...only('saleId', wire.external_transaction_id || undefined),
    ...only('time', findLine(wire.time, SHOWN.time)),
    ...only('serviceId', filled(wire.service?.id)),
    ...only('serviceName', findLine(wire.service?.name)),
    ...only('account', filled(wire.account)),
    ...only('amount', amount),
    ...only('amountCurrency', filled(wire.amount_currency)),
    ...only('countryId', filled(wire.country_id)),
    ...only('countryName', findLine(wire.country_name)),
    ...only('providerId', filled(wire.provider_id)),
    ...only('providerName', findLine(wire.provider_name)),
    ...only('amountId', filled(wire.amount_id)),
    ...only('cost', cost),
    ...only('error', findLine(wire.error)),
  }
}

/** A plain integer, as number or text; everything else is `unlisted` and never counts as success or failure (service-notes, states). */
function readState(state: unknown): Transaction['state'] {
  const isPlain =
    typeof state === 'number' ||
    (typeof state === 'string' && state.length <= BOUNDS.state && /^-?(0|[1-9]\d*)$/.test(state))
  const number = isPlain ? Number(state) : Number.NaN
  // Minus zero is zero. A state is written down: what is too long for one may be a code that slipped into its place.
  return Number.isInteger(number) && Math.abs(number) < 10_000 ? number + 0 : 'unlisted'
}

/** Without a readable price and its currency the cost stays unknown; it is never zero by default. */
function findCost({ price, price_currency }: WireTransaction): Money | undefined {
  const amount = findDecimal(price)
  return amount && price_currency ? money(amount, price_currency) : undefined
}

/** What is there in the answer, and of which nothing could be read. */
function findUnreadable(sent: unknown, read: Transaction): NamedField[] | undefined {
  if (!isJsonObject(sent)) return undefined
  const { price, price_currency: currency } = sent
  const isPriceRead = findDecimal(price) !== undefined
  const named: Record<NamedField, boolean> = {
    serviceId: isServiceThere(sent.service),
    account: isThere(sent.account),
    amount: isThere(sent.amount),
    amountCurrency: isThere(sent.amount_currency),
    countryId: read.countryName === undefined && (isThere(sent.country_id) || isThere(sent.country_name)),
    providerId: read.providerName === undefined && (isThere(sent.provider_id) || isThere(sent.provider_name)),
    amountId: isThere(sent.amount_id),
    // A price without a currency says no less than no price at all.
    cost: isPriceRead ? isThere(currency) : isThere(price),
  }
  const unreadable = (Object.keys(named) as NamedField[]).filter((field) => named[field] && read[field] === undefined)
  return unreadable.length > 0 ? unreadable : undefined
}

/** A blank text says nothing, as do the other ways of an empty PHP value. */
const isThere = (value: unknown): boolean => !isAbsent(value) && !(typeof value === 'string' && value.trim() === '')

const isServiceThere = (service: unknown): boolean => isThere(isJsonObject(service) ? service.id : service)

const filled = (text: string | null | undefined): string | undefined => (text?.trim() ? text : undefined)

/** `{ [key]: value }`, or nothing where there is no value. */
function only<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: T })
}
