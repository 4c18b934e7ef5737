import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { codeSeed } from './code-seed.ts'
import { fils, filsText, type Fils } from './fils.ts'

/** A transaction as the service remembers it. Amounts are decimal text. */
export type StoredTransaction = {
  id: string
  externalId?: string
  serviceId: string
  /** A voucher may have none. */
  account?: string
  /** In AED, or in the currency of `international`. */
  amount: string
  price: string
  /** Where a confirmed one stands follows from its scenario and the finds answered since. */
  step: 'checked' | 'confirmed'
  /** Confirms cut off before anything was done. */
  lostConfirms: number
  finds: number
  time: string
  /** A test transaction never touches the wallet. */
  isSimulation: boolean
  /** Only in the international flow. */
  international?: StoredInternational
}

/** What an international transaction is besides: whose number it is, and the offer. */
export type StoredInternational = {
  countryId: string
  countryName: string
  providerId: number
  providerName: string
  amountId: string
  /** Of `amount`. */
  currency: string
  /** It gives number and serial. */
  isPin?: true
}

/** One debit. There is at most one for a transaction, and nothing is ever booked back. */
export type LedgerEntry = {
  transactionId: string
  externalTransactionId?: string
  serviceId: string
  account?: string
  /** In AED where `amountCurrency` does not say otherwise. */
  amount: string
  amountCurrency?: string
  price: string
  /** The wallet after it. */
  balance: string
  time: string
}

/** A request as the books keep it, so that afterwards anybody can compare what was sent with what was written down elsewhere. */
export type StoredRequest = {
  path: string
  /** When it was judged, epoch ms. */
  at: number
  externalId?: string
  transactionId?: string
  /** Rightly signed, and refused because its key was not greater than the one before. */
  staleKey?: string
}

/** What one request changes, written as one line: all of it is kept, or nothing. */
export type Change = {
  key?: string
  request?: StoredRequest
  transaction?: StoredTransaction
  debit?: LedgerEntry
  balance?: string
  /** An external id (or account or service, where none came; account and amount id, where there is none) whose first check was cut off. */
  lostCheck?: string
  priceGeneration?: number
}

/** Everything the practice service remembers. */
export type LedgerStore = {
  highestKey: () => bigint
  balance: () => Fils
  ledger: () => readonly LedgerEntry[]
  transaction: (id: string) => StoredTransaction | undefined
  byExternalId: (externalId: string) => StoredTransaction | undefined
  /** In the order of their checks. */
  transactions: () => readonly StoredTransaction[]
  /** Whether there is a transaction already whose code would be made of this seed. */
  isSeedTaken: (seed: string) => boolean
  isCheckLost: (name: string) => boolean
  /** How often the international prices have changed. */
  priceGeneration: () => number
  /** Durable when it returns, if there is a folder. */
  record: (change: Change) => void
  close: () => void
}

const OPENING_BALANCE = fils('4318.50')
const FILE = 'ledger.jsonl'

/** Opens the books of `folder`, read again from the start; without a folder they live in memory. */
export function openLedgerStore(folder?: string): LedgerStore {
  let highestKey = 0n
  let balance = OPENING_BALANCE
  const ledger: LedgerEntry[] = []
  const debited = new Set<string>()
  const transactions = new Map<string, StoredTransaction>()
  const externalIds = new Map<string, string>()
  const codeSeeds = new Set<string>()
  const lostChecks = new Set<string>()
  let priceGeneration = 0

  const apply = (change: Change) => {
    if (change.key !== undefined) highestKey = BigInt(change.key)
    if (change.transaction) {
      transactions.set(change.transaction.id, change.transaction)
      codeSeeds.add(codeSeed(change.transaction.id))
      if (change.transaction.externalId !== undefined)
        externalIds.set(change.transaction.externalId, change.transaction.id)
    }
    if (change.debit) {
      ledger.push(change.debit)
      debited.add(change.debit.transactionId)
      balance = fils(change.debit.balance)
    }
    if (change.balance !== undefined) balance = fils(change.balance)
    if (change.lostCheck !== undefined) lostChecks.add(change.lostCheck)
    if (change.priceGeneration !== undefined) priceGeneration = change.priceGeneration
  }

  const file = folder === undefined ? undefined : openLines(folder)
  for (const line of file?.lines ?? []) apply(line as Change)
  // What the wallet began with stands in the books, too.
  if (file?.lines.length === 0) file.append({ balance: filsText(balance) })

  return {
    highestKey: () => highestKey,
    balance: () => balance,
    ledger: () => [...ledger],
    transaction: (id) => transactions.get(id),
    byExternalId: (externalId) => transactions.get(externalIds.get(externalId) ?? ''),
    transactions: () => [...transactions.values()],
    isSeedTaken: (seed) => codeSeeds.has(seed),
    isCheckLost: (name) => lostChecks.has(name),
    priceGeneration: () => priceGeneration,
    record: (change) => {
      const { debit } = change
      if (debit && debited.has(debit.transactionId))
        throw new Error(`a second debit of transaction ${debit.transactionId}`)
      file?.append(change)
      apply(change)
    },
    close: () => file?.close(),
  }
}

/** The wallet after a debit; nothing when it does not hold enough. */
export function balanceAfter(store: LedgerStore, price: string): string | undefined {
  const left = store.balance() - fils(price)
  return left < 0n ? undefined : filsText(left)
}

function openLines(folder: string): { lines: unknown[]; append: (line: Change) => void; close: () => void } {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, FILE)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // What follows the last newline was being written when the power went: nobody was answered for it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

  const file = openSync(path, 'a')
  if (whole.length < text.length) {
    ftruncateSync(file, Buffer.byteLength(whole))
    fsyncSync(file)
  }
  return {
    lines,
    append: (line) => {
      appendFileSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}
