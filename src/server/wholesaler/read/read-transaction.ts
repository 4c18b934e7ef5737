import * as v from 'valibot'

import { BOUNDS, optionalText, SHOWN } from '#wholesaler-api/loose.ts'
import { Transaction as WireTransaction } from '#wholesaler-api/transaction.ts'
import { money, type Money } from '#domain/money/money.ts'
import { isEmptyReceipt, RECEIPT_PARTS, type Receipt } from '#domain/receipt.ts'
import type { TransactionId } from '#domain/sale/id.ts'
import type { Answer, NamedField, Transaction } from '#domain/wallet/transaction.ts'
import { hasSecret, isUsable } from '#domain/catalog/voucher.ts'
import { isAbsent, isJsonObject, type JsonObject } from '../../lib/json/parse-json.ts'
import { findLine, plainLines } from '../plain-text.ts'
import { lost } from './read-answer.ts'
import { findWireDecimal } from './read-decimal.ts'
import { readFields } from './read-fields.ts'
import { readVoucher } from './read-voucher.ts'

export type TransactionRead = { answer: Extract<Answer, { kind: 'transaction' | 'lost' }>; dropped: string[] }

/** Reads check, confirm and find (spec 4.9 to 4.11). An answer is unreadable only if one of the two ids is. */
export function readTransactionAnswer(answer: JsonObject, path: string): TransactionRead {
  const read = readFields(WireTransaction, answer.transaction, { answer: path, at: 'transaction' }, ['id'])
  if (!read.ok) return { answer: lost('wrong-shape', read.problem), dropped: [] }
  if (read.value.id === '')
    return { answer: lost('wrong-shape', `\`transaction.id\` of ${path} is empty`), dropped: [] }
  const named = toTransaction(read.value)
  // The id is not one of ours, and an answer about another sale must not pass for one without an id.
  if (named.saleId === undefined && namesSale(answer.transaction))
    return {
      answer: lost('wrong-shape', `\`transaction.external_transaction_id\` of ${path} cannot be read`),
      dropped: [],
    }
  const receipt = findReceipt(answer.receipt)
  const { voucher, dropped, isUnreadable } = readVoucher(answer.info, path)
  const transaction: Transaction = {
    ...named,
    ...only('unreadable', findUnreadable(answer.transaction, named, named.state === 1 && isUnreadable)),
    ...(isUsable(voucher) ? { hasCode: true } : {}),
    ...(voucher && hasSecret(voucher) ? { hasInfo: true } : {}),
  }
  return {
    answer: { kind: 'transaction', transaction, ...(receipt ? { receipt } : {}), ...(voucher ? { voucher } : {}) },
    dropped: [...read.dropped, ...dropped],
  }
}

const namesSale = (transaction: unknown): boolean =>
  isJsonObject(transaction) && !isAbsent(transaction.external_transaction_id)

function toTransaction(wire: WireTransaction): Transaction {
  const amount = findWireDecimal(wire.amount)
  const cost = findCost(wire)
  return {
    id: wire.id as TransactionId,
    state: readState(wire.state),
    // A blank id is not one of ours either.
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

/** A plain integer, as number or text; everything else is `unlisted` and never counts as success or failure (docs/service-notes.md, states). */
function readState(state: unknown): Transaction['state'] {
  const isPlain =
    typeof state === 'number' ||
    (typeof state === 'string' && state.length <= BOUNDS.state && /^-?(0|[1-9]\d*)$/.test(state))
  const number = isPlain ? Number(state) : Number.NaN
  // `+ 0` makes minus zero zero. States are stored, and text that is too long for one may be a voucher code in the wrong field.
  return Number.isInteger(number) && Math.abs(number) < 10_000 ? number + 0 : 'unlisted'
}

/** Returns nothing without a readable price and currency, never zero. */
function findCost({ price, price_currency }: WireTransaction): Money | undefined {
  const amount = findWireDecimal(price)
  return amount && price_currency ? money(amount, price_currency) : undefined
}

/** Names the fields that are present but unreadable. */
function findUnreadable(sent: unknown, read: Transaction, isCodeUnreadable: boolean): NamedField[] | undefined {
  if (!isJsonObject(sent)) return undefined
  const { price, price_currency: currency } = sent
  const isPriceRead = findWireDecimal(price) !== undefined
  const named: Record<Exclude<NamedField, 'code'>, boolean> = {
    serviceId: isServiceThere(sent.service),
    account: !isAbsent(sent.account),
    amount: !isAbsent(sent.amount),
    amountCurrency: !isAbsent(sent.amount_currency),
    countryId: read.countryName === undefined && (!isAbsent(sent.country_id) || !isAbsent(sent.country_name)),
    providerId: read.providerName === undefined && (!isAbsent(sent.provider_id) || !isAbsent(sent.provider_name)),
    amountId: !isAbsent(sent.amount_id),
    // A price without a currency is as unknown as no price.
    cost: isPriceRead ? !isAbsent(currency) : !isAbsent(price),
  }
  const fields = Object.keys(named) as Exclude<NamedField, 'code'>[]
  const unreadable: NamedField[] = fields.filter((field) => named[field] && read[field] === undefined)
  if (isCodeUnreadable) unreadable.push('code')
  return unreadable.length > 0 ? unreadable : undefined
}

const isServiceThere = (service: unknown): boolean => !isAbsent(isJsonObject(service) ? service.id : service)

const filled = (text: string | null | undefined): string | undefined => (text?.trim() ? text : undefined)

function only<K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: T })
}

/** `undefined` for no receipt: absent, `{}` or `[]` (spec 2.12). */
export function findReceipt(value: unknown): Receipt | undefined {
  if (!isJsonObject(value)) return undefined
  const receipt: Receipt = {}
  for (const part of RECEIPT_PARTS) {
    const text = v.safeParse(optionalText, value[part]).output
    if (typeof text === 'string') receipt[part] = plainLines(text, SHOWN.receiptPart)
  }
  return isEmptyReceipt(receipt) ? undefined : receipt
}
