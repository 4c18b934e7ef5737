import { randomBytes } from 'node:crypto'

import { checkedReply, confirmReply, findReply } from './answer-shapes.ts'
import {
  codeSeed,
  balanceAfter,
  type StoredTransaction,
  type LedgerStore,
  type Change,
  type LedgerEntry,
} from './ledger-store.ts'
import type { CatalogService } from './catalog-service.ts'
import { findService, isSellable, priceOf } from './catalog.ts'
import { scenarioOf } from './transaction-state.ts'
import { fils, filsText, findFils, type Fils } from './fils.ts'
import { refusal, htmlError, type Reply } from './reply.ts'
import type { CheckRequest, ConfirmRequest, FindRequest } from './requests.ts'
import type { Scenario } from './scenarios.ts'

export type EndpointResult = { change: Change; reply: Reply }

/** `credit` is how far the wallet may be overdrawn. */
export type RequestContext = { now: number; slowMs: number; credit: Fils }

const MAX_EXTERNAL_ID = 30
const UAE_ACCOUNT = /^971\d{8,9}$/
const PHONE = /^\d{7,15}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const refuse = (...reason: Parameters<typeof refusal>): EndpointResult => ({
  change: {},
  reply: refusal(...reason),
})

/** Spec 4.9, direct recharge and voucher: validates the request and reserves. */
export function check(store: LedgerStore, request: CheckRequest, { now }: RequestContext): EndpointResult {
  const { external_transaction_id: externalId, product, fields } = request
  if (externalId !== undefined && (externalId === '' || externalId.length > MAX_EXTERNAL_ID))
    return refuse(50, { detail: 'external_transaction_id' })
  if (externalId !== undefined && store.byExternalId(externalId)) return refuse(105)
  const service = findService(product)
  if (!service?.isActive) return refuse(101)
  const wrongFields = service.kind === 'direct' ? findWrongAccount(fields) : findWrongContact(fields, service)
  if (wrongFields) return wrongFields
  const amount = findFils(fields.amount)
  if (amount === undefined || !isSellable(amount, service)) return refuse(50, { detail: 'fields.amount' })

  const { account } = fields
  const scenario = scenarioOf({ serviceId: service.id, ...(account !== undefined && { account }) })
  const refusal = findScenarioRefusal(scenario)
  if (refusal) return refusal
  const name = externalId ?? account ?? service.id
  if (scenario.check === 'first-request-lost' && !store.isCheckLost(name))
    return { change: { lostCheck: name }, reply: { kind: 'cut' } }

  const transaction: StoredTransaction = {
    id: newId(store),
    ...(externalId !== undefined && { externalId }),
    serviceId: service.id,
    ...(account !== undefined && { account }),
    amount: filsText(amount),
    price: filsText(priceOf(amount, service)),
    step: 'checked',
    lostConfirms: 0,
    finds: 0,
    time: gulfTime(now),
    isSimulation: request.simulation === true,
  }
  return {
    change: { transaction },
    reply: scenario.check === 'answer-lost' ? { kind: 'cut' } : checkedReply(transaction),
  }
}

export function findScenarioRefusal({ check }: Scenario): EndpointResult | undefined {
  if (check === 'wrong-account') return refuse(201, { displayError: 'The operator does not know this number.' })
  if (check === 'banned')
    return refuse(1200, { displayError: 'This customer cannot be served. Please contact support.' })
  return undefined
}

function findWrongAccount({ account }: CheckRequest['fields']): EndpointResult | undefined {
  if (account === undefined) return refuse(2, { detail: 'fields.account is missing' })
  return UAE_ACCOUNT.test(account) ? undefined : refuse(201, { displayError: 'This is not a number in the UAE.' })
}

/** Account and customer of a voucher are phone numbers or email addresses, and its service may require an account (spec 2.4). */
function findWrongContact(
  { account, customer }: CheckRequest['fields'],
  { isAccountRequired }: CatalogService,
): EndpointResult | undefined {
  if (account === undefined && isAccountRequired) return refuse(50, { detail: 'fields.account' })
  if (account !== undefined && !isContact(account))
    return refuse(201, { displayError: 'This is neither a phone number nor an email address.' })
  return customer === undefined || isContact(customer) ? undefined : refuse(50, { detail: 'fields.customer' })
}

const isContact = (text: string) => PHONE.test(text) || EMAIL.test(text)

/** Spec 4.10: executes a transaction once. A repeated confirm returns it in its current state. */
export function confirm(
  store: LedgerStore,
  request: ConfirmRequest,
  { now, slowMs, credit }: RequestContext,
): EndpointResult {
  const transaction = findStored(store, request)
  if (!transaction) return notFound(request)
  const wrongFields = findWrongConfirmFields(transaction, request)
  if (wrongFields) return wrongFields
  if (transaction.step === 'confirmed') return { change: {}, reply: confirmReply(transaction) }

  const scenario = scenarioOf(transaction)
  if (scenario.confirm === 'no-funds') return refuse(1001)
  if (scenario.confirm === 'request-lost' && transaction.lostConfirms === 0)
    return { change: { transaction: { ...transaction, lostConfirms: 1 } }, reply: { kind: 'cut' } }

  const confirmed: StoredTransaction = { ...transaction, step: 'confirmed' }
  const reply = confirmReply(confirmed)
  const change: Change = { transaction: confirmed }
  if (scenario.isCharged !== false && !transaction.isSimulation) {
    const balance = balanceAfter(store, transaction.price, credit)
    if (balance === undefined) return refuse(1001)
    change.debit = debitOf(confirmed, balance, now)
  }
  switch (scenario.confirm) {
    case 'answer-lost':
      return { change, reply: { kind: 'cut' } }
    case 'html':
      return { change, reply: htmlError(502, 'Bad Gateway') }
    case 'slow':
      return { change, reply: reply.kind === 'json' ? { ...reply, afterMs: slowMs } : reply }
    default:
      return { change, reply }
  }
}

/** The amount must be that of check. In the international flow only the id is sent (spec 4.10). */
function findWrongConfirmFields(
  { international, amount }: StoredTransaction,
  { fields }: ConfirmRequest,
): EndpointResult | undefined {
  if (international) return fields && refuse(2, { detail: 'fields does not belong to an international confirm' })
  if (!fields) return refuse(2, { detail: 'fields is missing' })
  if (findFils(fields.amount) === fils(amount)) return undefined
  return refuse(50, { detail: 'fields.amount is not the one of check' })
}

/** Spec 4.11. Finds of a confirmed transaction are counted, because scenarios depend on their number. */
export function find(store: LedgerStore, request: FindRequest): EndpointResult {
  const transaction = findStored(store, request)
  if (!transaction) return notFound(request)
  if (transaction.step === 'checked') return { change: {}, reply: findReply(transaction) }
  const counted = { ...transaction, finds: transaction.finds + 1 }
  return { change: { transaction: counted }, reply: findReply(counted) }
}

function findStored(store: LedgerStore, request: ConfirmRequest | FindRequest): StoredTransaction | undefined {
  return 'transaction_id' in request
    ? store.transaction(request.transaction_id)
    : store.byExternalId(request.external_transaction_id)
}

const notFound = (request: ConfirmRequest | FindRequest) => refuse('transaction_id' in request ? 20 : 22)

function debitOf(
  { id, externalId, serviceId, account, amount, price, international }: StoredTransaction,
  balance: string,
  now: number,
): LedgerEntry {
  return {
    transactionId: id,
    ...(externalId !== undefined && { externalTransactionId: externalId }),
    serviceId,
    ...(account !== undefined && { account }),
    amount,
    ...(international && { amountCurrency: international.currency }),
    price,
    balance,
    time: gulfTime(now),
  }
}

/** Fifteen hexadecimal digits in five groups, such as `69d-7c9-5f1-098-494`. No two transactions have the same code. */
export function newId(store: LedgerStore): string {
  for (;;) {
    const digits = randomBytes(8).toString('hex').slice(0, 15)
    const id = digits.replace(/(...)(?=.)/g, '$1-')
    if (!store.transaction(id) && !store.isSeedTaken(codeSeed(id))) return id
  }
}

const GULF_OFFSET_MS = 4 * 60 * 60 * 1000

/** `YYYY-MM-DD HH:MM:SS`, four hours ahead of UTC all year, without a zone (spec 2.10). */
export function gulfTime(epochMs: number): string {
  return new Date(epochMs + GULF_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
