import { amountOf, amountText } from './amount.mjs'
import { groupBy, repeated } from './group-by.mjs'
import { findLostDebits } from './restores.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 * @typedef {import('./read-ledger.mjs').Debit} Debit
 */

/** What each state says about the wallet. The others leave it open. */
const CHARGED = new Set(['succeeded'])
const NOT_CHARGED = new Set(['opened', 'refused', 'checked', 'not-executed', 'failed', 'abandoned'])

export const isExcluded = (/** @type {Pick<JournalSale, 'record'>} */ { record }) =>
  record.conflicting === true || record.resolution !== undefined

/** One debit for every succeeded sale, none for a sale that is not sold, and every debit belongs to a sale. @returns {string[]} */
export function checkDebits(/** @type {Journal} */ journal, /** @type {Ledger} */ ledger) {
  const { sales } = journal
  const { debits, transactions } = ledger
  const lost = new Set(findLostDebits(journal, ledger))
  const debitsOf = groupBy(debits, ({ externalId }) => externalId)
  const known = new Set(sales.map(({ record }) => record.id))
  return [
    ...sales.flatMap((sale) => problemsOf(sale, debitsOf.get(sale.record.id) ?? [])),
    ...debits
      .filter((debit) => !lost.has(debit) && (debit.externalId === undefined || !known.has(debit.externalId)))
      .map(
        ({ transactionId, externalId, price }) =>
          `the service debited ${amountText(price)} for transaction ${transactionId} (our id: ${externalId ?? 'none'}), and no sale has it`,
      ),
    ...repeated(debits.map(({ transactionId }) => transactionId)).map((id) => `transaction ${id} was debited twice`),
    ...checkTransactionIds(sales, transactions),
    ...checkLines(sales, debitsOf),
  ]
}

/** States in which a sale leaves its batch line free for another sale. */
const FREES_LINE = new Set(['refused', 'failed', 'abandoned'])

/**
 * A batch line has at most one sale that is sold or may be, and at most one debit.
 * @param {JournalSale[]} sales
 * @param {Map<string | undefined, Debit[]>} debitsOf
 * @returns {string[]}
 */
function checkLines(sales, debitsOf) {
  const lines = groupBy(
    sales.flatMap(({ record }) => (record.batch ? [{ record, batch: record.batch }] : [])),
    ({ batch }) => `line ${batch.line} of ${batch.of} of quantity ${batch.id}`,
  )
  return [...lines].flatMap(([line, those]) => {
    const numbers = (/** @type {typeof those} */ some) => some.map(({ record }) => record.number).join(', ')
    const holders = those.filter(({ record }) => !FREES_LINE.has(record.state))
    const paid = those.filter(({ record }) => debitsOf.has(record.id) && !isExcluded({ record }))
    return [
      ...(holders.length > 1 ? [`${line} has ${holders.length} sales: ${numbers(holders)}`] : []),
      ...(paid.length > 1 ? [`${line} was debited ${paid.length} times: sales ${numbers(paid)}`] : []),
    ]
  })
}

/** @returns {string[]} */
function problemsOf(/** @type {JournalSale} */ sale, /** @type {Debit[]} */ debits) {
  const { number, state, amount, account, serviceId } = sale.record
  const name = `sale ${number}`
  const paid = debits.map(({ price, transactionId }) => `${amountText(price)} for ${transactionId}`).join(', ')
  const problems = []
  if (debits.length > 1) problems.push(`${name} was debited ${debits.length} times: ${paid}`)
  // Whether the service charges a test transaction is not known: with and without a debit it is right.
  if (debits.length === 0 && CHARGED.has(state) && !isExcluded(sale) && !sale.record.isTest)
    problems.push(`${name} is ${state} without a debit`)
  if (debits.length > 0 && NOT_CHARGED.has(state) && !isExcluded(sale))
    problems.push(`${name} is ${state}, and the service debited ${paid}`)
  for (const debit of debits) {
    const isSameAmount = debit.amount === amountOf(amount.amount) && debit.currency === amount.currency
    if (!isSameAccount(debit.account, account) || debit.serviceId !== serviceId || !isSameAmount) {
      const worth =
        debit.currency === amount.currency ? amountText(debit.amount) : `${debit.currency} ${amountText(debit.amount)}`
      problems.push(
        `${name} is ${amount.amount} of ${serviceId}${forWhom(account)}, and the service executed ${worth} of ${debit.serviceId}${forWhom(debit.account)}`,
      )
    }
  }
  return problems
}

/** A journal keeps the last characters of a customer's number once its time is over, behind dots. */
const isSameAccount = (/** @type {string | undefined} */ debited, /** @type {string | undefined} */ ours) =>
  ours?.includes('•') ? debited?.endsWith(ours.replaceAll('•', '')) : debited === ours

const forWhom = (/** @type {string | undefined} */ account) => (account === undefined ? '' : ` for ${account}`)

/** A transaction belongs to one sale, and the sale has the id that the service gave it. @returns {string[]} */
function checkTransactionIds(
  /** @type {JournalSale[]} */ sales,
  /** @type {import('./read-ledger.mjs').Ledger['transactions']} */ transactions,
) {
  const named = sales.filter(({ record }) => record.transactionId !== undefined)
  const shared = repeated(named.map(({ record }) => record.transactionId))
  const byOurId = groupBy(transactions.values(), ({ externalId }) => externalId)
  return [
    ...shared.map((id) => {
      const numbers = named.filter(({ record }) => record.transactionId === id).map(({ record }) => record.number)
      return `transaction ${id} belongs to ${numbers.length} sales: ${numbers.join(', ')}`
    }),
    ...named.flatMap(({ record }) => {
      const theirs = (byOurId.get(record.id) ?? []).map(({ id }) => id)
      if (theirs.includes(record.transactionId ?? '')) return []
      return `sale ${record.number} names transaction ${record.transactionId}, and the service knows it as ${theirs.join(', ') || 'nothing'}`
    }),
  ]
}
