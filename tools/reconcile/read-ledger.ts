import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError } from '../command.mjs'
import { amountOf, amountText, balanceOf } from './amount.ts'

/** `reserved`: the content of an international check. */
export type Request = {
  path: string
  at: number
  key: bigint
  externalId?: string
  transactionId?: string
  reserved?: { account: string; amountId: string }
}
export type Debit = {
  transactionId: string
  externalId?: string
  serviceId: string
  account?: string
  amount: bigint
  currency: string
  price: bigint
}
type Detected = { countryId: string; providerId: number; providerName: string; amountId: string }
/** `executedAt`: when the confirm of the transaction was executed. */
export type Transaction = { id: string; externalId?: string; executedAt?: number; international?: Detected }
export type Ledger = {
  accepted: Request[]
  stale: Request[]
  debits: Debit[]
  transactions: Map<string, Transaction>
  opening: bigint
  refills: bigint
  balance: bigint
  problems: string[]
}

const FILE = 'ledger.jsonl'

export function readLedger(folder: string): Ledger {
  const path = join(folder, FILE)
  if (!existsSync(path)) throw new CommandError(`There is no ledger ${path}.`)
  const text = readFileSync(path, 'utf8')
  const ledger: Ledger = {
    accepted: [],
    stale: [],
    debits: [],
    transactions: new Map(),
    opening: 0n,
    refills: 0n,
    balance: 0n,
    problems: [],
  }
  let hasOpened = false
  // The text after the last newline was being written when the service was killed, so no one received an answer for it.
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue
    const change = JSON.parse(line)
    readRequest(ledger, change)
    readTransaction(ledger, change)
    if (!hasOpened && (change.balance !== undefined || change.debit)) {
      // A ledger that does not begin with a balance begins with the balance before its first debit.
      ledger.opening = change.debit
        ? balanceOf(change.debit.balance) + amountOf(change.debit.price)
        : balanceOf(change.balance)
      ledger.balance = ledger.opening
      hasOpened = true
    }
    if (change.debit) readDebit(ledger, change.debit)
    if (change.balance !== undefined) {
      const balance = balanceOf(change.balance)
      ledger.refills += balance - ledger.balance
      ledger.balance = balance
    }
  }
  return ledger
}

function readRequest({ accepted, stale }: Ledger, { key, request, transaction }: any) {
  const { account, international, step } = transaction ?? {}
  const reserved =
    international && step === 'checked' ? { reserved: { account, amountId: international.amountId } } : {}
  if (request?.staleKey !== undefined) stale.push({ ...request, key: BigInt(request.staleKey) })
  else if (key !== undefined) accepted.push({ path: '', at: NaN, ...request, ...reserved, key: BigInt(key) })
}

function readTransaction({ transactions }: Ledger, { transaction, request }: any) {
  if (!transaction) return
  const { id, externalId, step, international } = transaction
  const executedAt = transactions.get(id)?.executedAt ?? (step === 'confirmed' ? request?.at : undefined)
  transactions.set(id, {
    id,
    ...(externalId !== undefined && { externalId }),
    ...(executedAt !== undefined && { executedAt }),
    ...(international !== undefined && { international }),
  })
}

function readDebit(ledger: Ledger, debit: any) {
  const price = amountOf(debit.price)
  const left = ledger.balance - price
  const said = balanceOf(debit.balance)
  if (said !== left) {
    ledger.problems.push(
      `the ledger's wallet holds ${amountText(said)} after the debit of ${debit.transactionId}, and ${amountText(left)} by its own entries`,
    )
  }
  ledger.balance = said
  ledger.debits.push({
    transactionId: debit.transactionId,
    ...(debit.externalTransactionId !== undefined && { externalId: debit.externalTransactionId }),
    serviceId: debit.serviceId,
    account: debit.account,
    amount: amountOf(debit.amount),
    currency: debit.amountCurrency ?? 'AED',
    price,
  })
}
