import { amountOf, amountText, groupBy, repeated } from './amount.ts'
import { isCompleteState, isWithoutCode } from './check-steps.ts'
import { differences, isPaid } from './check-totals.ts'
import { findLostDebits, sumOfPrices } from './restores.ts'
import type { Journal, JournalSale } from './journal-content.ts'
import type { Ledger, Debit } from './read-ledger.ts'

/** In all other states, it is unknown whether the sale was charged. */
const CHARGED = new Set(['succeeded'])
const NOT_CHARGED = new Set(['opened', 'refused', 'checked', 'not-executed', 'failed', 'abandoned'])

export const isExcluded = ({ record }: Pick<JournalSale, 'record'>) =>
  record.conflicting === true || record.resolution !== undefined

/** Every succeeded sale has one debit, a sale that is not sold has none, and every debit belongs to a sale. */
export function checkDebits(journal: Journal, ledger: Ledger): string[] {
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

const FREES_LINE = new Set(['refused', 'failed', 'abandoned'])

/** A batch line has at most one sale that is sold or may be, and at most one debit. */
function checkLines(sales: JournalSale[], debitsOf: Map<string | undefined, Debit[]>): string[] {
  const lines = groupBy(
    sales.flatMap(({ record }) => (record.batch ? [{ record, batch: record.batch }] : [])),
    ({ batch }) => `line ${batch.line} of ${batch.of} of quantity ${batch.id}`,
  )
  return [...lines].flatMap(([line, those]) => {
    const numbers = (some: typeof those) => some.map(({ record }) => record.number).join(', ')
    const holders = those.filter(({ record }) => !FREES_LINE.has(record.state))
    const paid = those.filter(({ record }) => debitsOf.has(record.id) && !isExcluded({ record }))
    return [
      ...(holders.length > 1 ? [`${line} has ${holders.length} sales: ${numbers(holders)}`] : []),
      ...(paid.length > 1 ? [`${line} was debited ${paid.length} times: sales ${numbers(paid)}`] : []),
    ]
  })
}

function problemsOf(sale: JournalSale, debits: Debit[]): string[] {
  const { number, state, amount, account, serviceId } = sale.record
  const name = `sale ${number}`
  const paid = debits.map(({ price, transactionId }) => `${amountText(price)} for ${transactionId}`).join(', ')
  const problems = []
  if (debits.length > 1) problems.push(`${name} was debited ${debits.length} times: ${paid}`)
  // It is unknown whether the service charges a test transaction, so both are accepted.
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

/** Once a number is masked, only its last digits are left, after dots. */
const isSameAccount = (debited: string | undefined, ours: string | undefined) =>
  ours?.includes('•') ? debited?.endsWith(ours.replaceAll('•', '')) : debited === ours

const forWhom = (account: string | undefined) => (account === undefined ? '' : ` for ${account}`)

/** A transaction belongs to one sale, and the sale has the id that the service gave it. */
function checkTransactionIds(sales: JournalSale[], transactions: Ledger['transactions']): string[] {
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

/** In these states, the wallet may have paid without the journal's knowledge. */
const MAY_HAVE_MOVED = new Set(['confirming', 'unknown', 'pending', 'canceled', 'replaced'])

/**
 * Compares the wallet's balance in three ways: by its own entries, by its debits, and by the sales that are sold in the journal (promise 8 of
 * `docs/architecture.md`: opening + refills − sold − what may have moved ≤ balance ≤ opening + refills − sold). Debits for sales that a restore has
 * lost count as sold.
 */
export function checkWallet(journal: Journal, ledger: Ledger): string[] {
  const { sales } = journal
  const { opening, refills, balance, debits } = ledger
  const problems = [...ledger.problems]
  const filled = opening + refills
  const lost = sumOfPrices(findLostDebits(journal, ledger))
  const paid = sumOf(debits.map(({ price }) => price))
  if (filled - paid !== balance) {
    problems.push(
      `the wallet holds ${amountText(balance)}, and ${amountText(filled)} less debits of ${amountText(paid)} are ${amountText(filled - paid)}`,
    )
  }
  // A cost that the journal never learned is taken from the ledger, because this compares sales, not prices.
  const priceOf = new Map(debits.map(({ externalId, price }) => [externalId, price]))
  const costOf = ({ record }: JournalSale) =>
    record.cost ? amountOf(record.cost.amount) : (priceOf.get(record.id) ?? 0n)
  const apart = sumOf(sales.filter(isExcluded).map(costOf))
  // A test transaction counts if the service charged it.
  const judged = sales.filter((sale) => !isExcluded(sale) && (!sale.record.isTest || priceOf.has(sale.record.id)))
  const sold = lost + sumOf(judged.filter(({ record }) => record.state === 'succeeded').map(costOf))
  const open = sumOf(judged.filter(({ record }) => MAY_HAVE_MOVED.has(record.state)).map(costOf))
  const least = filled - sold - open - apart
  if (balance < least || balance > filled - sold) {
    problems.push(
      `the wallet holds ${amountText(balance)}; by the journal it is from ${amountText(least)} to ${amountText(filled - sold)}`,
    )
  }
  return problems
}

const sumOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

const MAY_BE_CHARGED = new Set(['confirming', 'unknown', 'pending', 'canceled', 'replaced'])

/** Whether the cost left the wallet. A test transaction may or may not move money. */
function chargeOf(sale: JournalSale) {
  const { state, conflicting, resolution, cost, isTest } = sale.record
  const isOpen = !isCompleteState(state) || isWithoutCode(sale.record)
  if (conflicting || (!resolution && MAY_BE_CHARGED.has(state))) return isOpen ? 'open' : 'unsure'
  if (!isPaid(sale)) return 'none'
  return cost && !isTest ? 'certain' : 'unsure'
}

const QUARTER_MS = 15 * 60_000

/** As long as the cost is unknown, the price counts. */
const costOf = ({ record: { cost, pays } }: JournalSale) => amountOf((cost ?? pays)?.amount)
const currencyOf = ({ record: { cost, pays } }: JournalSale) => (cost ?? pays)?.currency ?? ''
const sumOfCosts = (sales: JournalSale[]) => sales.reduce((sum, sale) => sum + costOf(sale), 0n)

/** The wallet's status and forecast are based on these totals. */
export function checkWalletTotals({ sales, walletTotals: { charges, quarters, fits } }: Journal): string[] {
  const wrong = sales.filter((sale) => sale.columns.charge !== chargeOf(sale))
  const charged = sales.filter((sale) => ['certain', 'unsure'].includes(chargeOf(sale)))
  const byCurrency = (charge: string) =>
    textsOf(
      charged.filter((sale) => chargeOf(sale) === charge),
      currencyOf,
      (those) => `${sumOfCosts(those)} millionths`,
    )
  const sold = charged.filter((sale) => isPaid(sale) && !sale.record.isTest)
  const intervalOf = (sale: JournalSale) => {
    const at = sale.record.confirmedAt ?? sale.record.openedAt
    return `${at - (at % QUARTER_MS)}, ${currencyOf(sale)}`
  }
  const withFit = sales.filter(({ columns }) => columns.cost_fit !== '')
  return [
    ...wrong.map(({ record, columns }) => `sale ${record.number} is charged as ${columns.charge} to the wallet`),
    ...differences(
      'what the wallet was certainly charged in',
      byCurrency('certain'),
      found(charges, (row) => numberOf(row, 'certain')),
    ),
    ...differences(
      'what the wallet may have been charged in',
      byCurrency('unsure'),
      found(charges, (row) => numberOf(row, 'added') - numberOf(row, 'removed')),
    ),
    ...differences(
      'the cost of the quarter of an hour',
      textsOf(sold, intervalOf, (those) => `${those.length} of ${sumOfCosts(those)} millionths`),
      new Map(
        quarters.map(({ from_at, currency, count, whole, millionths }) => [
          `${from_at}, ${currency}`,
          `${count} of ${BigInt(whole) * 1_000_000n + BigInt(millionths)} millionths`,
        ]),
      ),
    ),
    ...differences(
      'the fit of costs',
      textsOf(
        withFit,
        ({ columns: { kind, cost_fit } }) => `${kind}, ${cost_fit}`,
        (those) => `${those.length}`,
      ),
      new Map(fits.map(({ kind, fit, count }) => [`${kind}, ${fit}`, `${count}`])),
    ),
  ]
}

const textsOf = (
  sales: JournalSale[],
  keyOf: (sale: JournalSale) => string,
  textOf: (those: JournalSale[]) => string,
) => new Map([...groupBy(sales, keyOf)].map(([key, those]) => [key, textOf(those)]))

type Charges = Journal['walletTotals']['charges'][number]

/** Sums by currency. Sums of zero may be absent. */
const found = (charges: Charges[], sumIn: (row: Charges) => bigint) =>
  new Map(charges.flatMap((row) => (sumIn(row) === 0n ? [] : [[row.currency, `${sumIn(row)} millionths`]])))

const numberOf = (row: Charges, sum: string) =>
  BigInt(row[`${sum}_whole`] ?? '') * 1_000_000n + BigInt(row[`${sum}_millionths`] ?? '')
