import { createHash } from 'node:crypto'
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

import { fils, filsText, type Fils } from './fils.ts'

/** Amounts are decimal text. */
export type StoredTransaction = {
  id: string
  externalId?: string
  serviceId: string
  /** Absent for some vouchers. */
  account?: string
  /** In AED, or in the currency of `international`. */
  amount: string
  price: string
  /** The state of a confirmed transaction follows from its scenario and the number of finds since. */
  step: 'checked' | 'confirmed'
  /** Confirms that were cut off before they had any effect. */
  lostConfirms: number
  finds: number
  time: string
  /** A simulated transaction never charges the wallet. */
  isSimulation: boolean
  international?: StoredInternational
}

export type StoredInternational = {
  countryId: string
  countryName: string
  providerId: number
  providerName: string
  amountId: string
  currency: string
  /** The product has a code with number and serial. */
  isPin?: true
}

/** A transaction has at most one debit, which is never reversed. */
export type LedgerEntry = {
  transactionId: string
  externalTransactionId?: string
  serviceId: string
  account?: string
  /** In AED unless `amountCurrency` is present. */
  amount: string
  amountCurrency?: string
  price: string
  balance: string
  time: string
}

/** Stored so that it can be compared with the server's journal later. */
export type StoredRequest = {
  path: string
  /** Epoch ms. */
  at: number
  externalId?: string
  transactionId?: string
  /** The key, if the hash was right but the key was not greater than the one before. */
  staleKey?: string
}

/** What one request changes. Stored as one line, so it is applied completely or not at all. */
export type Change = {
  key?: string
  request?: StoredRequest
  transaction?: StoredTransaction
  debit?: LedgerEntry
  balance?: string
  /** The external id of a check that was cut off, or else its account or service; in the international flow, its account and amount id. */
  lostCheck?: string
  priceGeneration?: number
}

export type LedgerStore = {
  highestKey: () => bigint
  balance: () => Fils
  ledger: () => readonly LedgerEntry[]
  transaction: (id: string) => StoredTransaction | undefined
  byExternalId: (externalId: string) => StoredTransaction | undefined
  transactions: () => readonly StoredTransaction[]
  isSeedTaken: (seed: string) => boolean
  isCheckLost: (name: string) => boolean
  priceGeneration: () => number
  /** Durable on return, if there is a folder. */
  record: (change: Change) => void
  close: () => void
}

const OPENING_BALANCE = fils('4318.50')
const FILE = 'ledger.jsonl'

/** Opens and reads the ledger in `folder`. Without a folder it is in memory only. */
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
  // The ledger also stores the first balance.
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

/** The balance after a debit, or `undefined` if it would be below `-credit`. */
export function balanceAfter(store: LedgerStore, price: string, credit: Fils): string | undefined {
  const left = store.balance() - fils(price)
  return left < -credit ? undefined : filsText(left)
}

function openLines(folder: string): { lines: unknown[]; append: (line: Change) => void; close: () => void } {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, FILE)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // The last line lacks its newline if the process stopped while writing it; its request then got no reply.
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

const SEEDS = 100_000_000n

/** Eight digits derived from a transaction's id. The code is made from them, so every find returns the same code. */
export function codeSeed(transactionId: string): string {
  const digest = createHash('sha256').update(transactionId).digest('hex')
  return (BigInt(`0x${digest}`) % SEEDS).toString().padStart(8, '0')
}
