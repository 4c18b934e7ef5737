import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

import { CommandError, runCommand } from './command.mjs'
import { amountText, groupBy } from './reconcile/amount.ts'
import { checkBatches } from './reconcile/check-batches.ts'
import { checkDebits, checkWallet, checkWalletTotals, isExcluded } from './reconcile/check-wallet.ts'
import { checkInternational, checkVouchers, isInternational } from './reconcile/check-vouchers.ts'
import { checkPayments } from './reconcile/check-payments.ts'
import { checkLimits, checkTotals } from './reconcile/check-totals.ts'
import {
  checkConfirms,
  checkKeys,
  checkNext,
  checkSteps,
  isCompleteState,
  isWithoutCode,
} from './reconcile/check-steps.ts'
import { findPracticeSecrets, findSecrets, readPlaces, type Place } from './reconcile/find-secrets.ts'
import { isPostgres, nameOf, readJournal, readPostgresJournal } from './reconcile/read-journal.ts'
import { readLedger, type Ledger } from './reconcile/read-ledger.ts'
import { checkRestores, findLostDebits, sumOfPrices } from './reconcile/restores.ts'
import type { Journal } from './reconcile/journal-content.ts'

const USAGE = `npm run reconcile -- --journal FILE|ADDRESS --ledger FOLDER [--settle SECONDS] [--text FILE …] [--canary TEXT …]
--journal  the journal, or a copy of it: a file, beside which every file is searched for secrets, too, or an address such as
           postgres://user:password@host/database
--ledger   the data folder of the sandbox it sold from
--settle   seconds that a lost confirm may take to appear; 30 when not said
--text     more files or folders to search, such as logs
--canary   a secret that must be nowhere: a token, a PIN
The codes and receipts of the sandbox are looked for by themselves.`

type AuditOptions = {
  journal: string
  ledger: string
  texts?: readonly string[]
  canaries?: readonly string[]
  confirmGraceMs?: number
}
/** `unsettled` sales (by number) wait for an answer or a code. `running` has ids of batches. */
export type Audit = {
  said: string[]
  violations: string[]
  sales: Map<string, number>
  unsettled: number[]
  conflicting: number[]
  batches: number
  running: string[]
}

const CONFIRM_GRACE_MS = 30_000

export function reconcileShop({ journal: file, texts = [], ...rest }: AuditOptions): Audit {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`There is no journal ${file}.`)
  // Read before the journal is opened, because opening it merges its write-ahead log into the file.
  const places = readPlaces([dirname(file), ...texts])
  return reconcileJournal(readJournal(file), { name: file, places, ...rest })
}

export async function reconcilePostgres({ journal: url, texts = [], ...rest }: AuditOptions): Promise<Audit> {
  const journal = await readPostgresJournal(url)
  return reconcileJournal(journal, { name: nameOf(url), places: readPlaces(texts), ...rest })
}

/** Shares no code with the programs that write journal and ledger. */
export function reconcileJournal(
  journal: Journal,
  {
    name,
    places,
    ledger: folder,
    canaries = [],
    confirmGraceMs = CONFIRM_GRACE_MS,
  }: Omit<AuditOptions, 'journal' | 'texts'> & { name: string; places: Place[] },
): Audit {
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
    ...checkPayments(journal),
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

function sayWhat(journal: Journal, ledger: Ledger, sales: Map<string, number>, files: number, canaries: number) {
  const events = journal.sales.reduce((sum, sale) => sum + sale.events.length, 0)
  const confirms = ledger.accepted.filter(({ path }) => path === '/transaction/confirm').length
  const apart = journal.sales.filter(isExcluded)
  const vouchers = journal.sales.filter(({ record }) => record.voucher !== undefined)
  const international = journal.sales.filter(isInternational)
  const mismatched = international.filter(({ events }) => events.some(({ kind }) => kind === 'operator-accepted'))
  const countOf = (stage: string) => vouchers.filter(({ record }) => record.voucher === stage).length
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

function sayRestores(journal: Journal, ledger: Ledger): string {
  const lost = findLostDebits(journal, ledger)
  return `Restores: ${journal.recoveries.length}; ${lost.length} debits of ${amountText(sumOfPrices(lost))} are of sales that are in no journal.`
}

/**
 * The service does not have our id for an international transaction; only the sale has the id of that transaction. If two sales have it, the
 * transaction belongs to the first one.
 */
function nameTransactions({ sales }: Journal, ledger: Ledger): Ledger {
  const ours = new Map<string, string>()
  for (const { record } of sales.toReversed()) {
    if (record.kind === 'international' && record.transactionId !== undefined) ours.set(record.transactionId, record.id)
  }
  const named = <T extends { externalId?: string }>(one: T, id: string | undefined): T => {
    const externalId = one.externalId ?? ours.get(id ?? '')
    return externalId === undefined ? one : { ...one, externalId }
  }
  return {
    ...ledger,
    debits: ledger.debits.map((debit) => named(debit, debit.transactionId)),
    transactions: new Map([...ledger.transactions].map(([id, transaction]) => [id, named(transaction, id)])),
  }
}

async function run() {
  const { journal, ledger, confirmGraceMs, texts, canaries } = readArguments()
  const reconcile = isPostgres(journal) ? reconcilePostgres : reconcileShop
  const { said, violations } = await reconcile({ journal, ledger, confirmGraceMs, texts, canaries })
  for (const line of said) console.log(line)
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  console.log(violations.length === 0 ? 'No violations.' : `${violations.length} violations.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        journal: { type: 'string' },
        ledger: { type: 'string' },
        settle: { type: 'string', default: '30' },
        text: { type: 'string', multiple: true },
        canary: { type: 'string', multiple: true },
      },
    })
    const { journal, ledger, settle, text: texts = [], canary: canaries = [] } = values
    if (journal === undefined || ledger === undefined) throw new Error('--journal and --ledger are needed.')
    if (!/^\d+(\.\d+)?$/.test(settle)) throw new Error('--settle is a number of seconds.')
    return { journal, ledger, confirmGraceMs: Number(settle) * 1000, texts, canaries }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

if (process.argv[1] === import.meta.filename) await runCommand(run, USAGE)
