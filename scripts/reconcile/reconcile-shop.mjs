import { statSync } from 'node:fs'
import { dirname } from 'node:path'

import { CommandError } from '../command.mjs'
import { amountText, groupBy } from './amount.mjs'
import { checkBatches } from './check-batches.mjs'
import { checkConfirms, checkKeys } from './check-confirms.mjs'
import { checkDebits, checkWallet, checkWalletTotals, isExcluded } from './check-wallet.mjs'
import { checkInternational, checkVouchers, isInternational } from './check-vouchers.mjs'
import { checkLimits, checkTotals } from './check-totals.mjs'
import { checkNext, checkSteps, isCompleteState, isWithoutCode } from './check-steps.mjs'
import { findPracticeSecrets, findSecrets, readPlaces } from './find-secrets.mjs'
import { readJournal } from './read-journal.mjs'
import { nameOf, readPostgresJournal } from './read-postgres-journal.mjs'
import { readLedger } from './read-ledger.mjs'
import { checkRestores, findLostDebits, sumOfPrices } from './restores.mjs'

/**
 * @typedef {{ journal: string, ledger: string, texts?: readonly string[], canaries?: readonly string[], confirmGraceMs?: number }} AuditOptions
 * @typedef {{ said: string[], violations: string[], sales: Map<string, number>, unsettled: number[], conflicting: number[], batches: number, running: string[] }} Audit
 * Numbers of sales: the `unsettled` ones wait for an answer or for a code. `running` has the ids of the batches that are being sold.
 */

const CONFIRM_GRACE_MS = 30_000

/** Compares a journal in a file with the sandbox's ledger. @returns {Audit} */
export function reconcileShop(/** @type {AuditOptions} */ { journal: file, texts = [], ...rest }) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`There is no journal ${file}.`)
  // This comes before the journal is opened, because opening it merges its write-ahead log into the file.
  const places = readPlaces([dirname(file), ...texts])
  return reconcileJournal(readJournal(file), { name: file, places, ...rest })
}

/** Compares a journal in PostgreSQL with the sandbox's ledger. @returns {Promise<Audit>} */
export async function reconcilePostgres(/** @type {AuditOptions} */ { journal: url, texts = [], ...rest }) {
  const journal = await readPostgresJournal(url)
  return reconcileJournal(journal, { name: nameOf(url), places: readPlaces(texts), ...rest })
}

/**
 * Compares what was read of a journal with the sandbox's ledger. It shares no code with the programs that write them.
 * @param {import('./journal-content.mjs').Journal} journal
 * @param {Omit<AuditOptions, 'journal' | 'texts'> & { name: string, places: import('./find-secrets.mjs').Place[] }} options
 * @returns {Audit}
 */
export function reconcileJournal(
  journal,
  { name, places, ledger: folder, canaries = [], confirmGraceMs = CONFIRM_GRACE_MS },
) {
  const ledger = nameTransactions(journal, readLedger(folder))
  const searched = [
    ...places,
    { name: `the tables of ${name}`, text: Buffer.from(journal.texts.join('\n')).toString('latin1') },
  ]
  const keys = [...ledger.accepted, ...ledger.stale].map(({ key }) => key)
  const violations = [
    ...journal.problems,
    ...checkDebits(journal, ledger),
    ...checkConfirms(journal, ledger, confirmGraceMs),
    ...checkSteps(journal),
    ...checkNext(journal),
    ...checkVouchers(journal),
    ...checkInternational(journal, ledger),
    ...checkLimits(journal),
    ...checkBatches(journal),
    ...checkTotals(journal),
    ...checkWalletTotals(journal),
    ...checkKeys(journal, ledger),
    ...checkWallet(journal, ledger),
    ...checkRestores(journal, ledger),
    ...findSecrets(searched, { canaries, posId: journal.posId, keys }),
    ...findPracticeSecrets(searched, [...ledger.transactions.keys()]),
  ]
  const sales = new Map(
    [...groupBy(journal.sales, ({ record }) => record.state)].map(([state, those]) => [state, those.length]),
  )
  const open = journal.sales
    .filter(({ record }) => isWithoutCode(record) || !isCompleteState(record.state))
    .filter(({ record }) => record.state !== 'not-executed')
    .map(({ record }) => record.number)
  const conflicting = journal.sales.filter(({ record }) => record.conflicting).map(({ record }) => record.number)
  return {
    said: sayWhat(journal, ledger, sales, places.length, canaries.length),
    violations,
    sales,
    unsettled: open,
    conflicting,
    batches: journal.batches.length,
    running: journal.batches.filter(({ record }) => record.state === 'running').map(({ record }) => record.id),
  }
}

/**
 * @param {import('./journal-content.mjs').Journal} journal
 * @param {import('./read-ledger.mjs').Ledger} ledger
 * @param {Map<string, number>} sales
 * @param {number} files
 * @param {number} canaries
 */
function sayWhat(journal, ledger, sales, files, canaries) {
  const events = journal.sales.reduce((sum, sale) => sum + sale.events.length, 0)
  const confirms = ledger.accepted.filter(({ path }) => path === '/transaction/confirm').length
  const apart = journal.sales.filter(isExcluded)
  const vouchers = journal.sales.filter(({ record }) => record.voucher !== undefined)
  const international = journal.sales.filter(isInternational)
  const mismatched = international.filter(({ events }) => events.some(({ kind }) => kind === 'operator-accepted'))
  const countOf = (/** @type {string} */ stage) => vouchers.filter(({ record }) => record.voucher === stage).length
  return [
    `Sales: ${journal.sales.length} with ${events} events (${[...sales].map(([state, count]) => `${count} ${state}`).join(', ')}).`,
    `Service: ${ledger.accepted.length} requests accepted, ${confirms} of them confirms, ${ledger.stale.length} refused for their key; ${ledger.debits.length} debits.`,
    `Wallet: ${amountText(ledger.opening)} at first, ${amountText(ledger.refills)} refilled, ${amountText(ledger.balance)} left.`,
    `Vouchers: ${vouchers.length} sold, ${countOf('coming')} without their code, ${countOf('ready')} not handed over.`,
    `Quantities: ${journal.batches.length} of ${journal.batchLines.filter(({ is_current }) => is_current === 1).length} lines (${[...groupBy(journal.batches, ({ record }) => record.state)].map(([state, those]) => `${those.length} ${state}`).join(', ')}).`,
    `International: ${international.length} sales, ${mismatched.length} of them by an operator that was accepted.`,
    `Secrets: ${canaries} canaries and every code and receipt of the sandbox looked for in ${files} files and in every table.`,
    ...(journal.recoveries.length > 0 ? [sayRestores(journal, ledger)] : []),
    ...apart.map(
      ({ record }) =>
        `Apart: sale ${record.number} is ${record.state}${record.conflicting ? ', conflicting' : ''}${record.resolution ? `, resolved as ${record.resolution.outcome}` : ''}.`,
    ),
  ]
}

/** @returns {string} */
function sayRestores(
  /** @type {import('./journal-content.mjs').Journal} */ journal,
  /** @type {import('./read-ledger.mjs').Ledger} */ ledger,
) {
  const lost = findLostDebits(journal, ledger)
  return `Restores: ${journal.recoveries.length}; ${lost.length} debits of ${amountText(sumOfPrices(lost))} are of sales that are in no journal.`
}

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 */

/**
 * The ledger with our id on everything that has one. The service has no id of ours for an international transaction; only the sale names that
 * transaction. If two sales name it, it belongs to the first one.
 * @returns {Ledger}
 */
function nameTransactions(/** @type {Journal} */ { sales }, /** @type {Ledger} */ ledger) {
  /** @type {Map<string, string>} */
  const ours = new Map()
  for (const { record } of sales.toReversed()) {
    if (record.kind === 'international' && record.transactionId !== undefined) ours.set(record.transactionId, record.id)
  }
  /** @template {{ externalId?: string }} T @param {T} one @param {string | undefined} id @returns {T} */
  const named = (one, id) => {
    const externalId = one.externalId ?? ours.get(id ?? '')
    return externalId === undefined ? one : { ...one, externalId }
  }
  return {
    ...ledger,
    debits: ledger.debits.map((debit) => named(debit, debit.transactionId)),
    transactions: new Map([...ledger.transactions].map(([id, transaction]) => [id, named(transaction, id)])),
  }
}
