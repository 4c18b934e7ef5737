import { groupBy } from './group-by.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 * @typedef {import('./read-ledger.mjs').Request} Request
 * @typedef {import('./read-ledger.mjs').Transaction} Transaction
 */

/** Journal and ledger get their times from two processes of one machine. */
const CLOCKS_DIFFER_MS = 1_000
const CHECK = '/transaction/check'
const CONFIRM = '/transaction/confirm'

export const isInternational = (/** @type {Pick<JournalSale, 'record'>} */ { record }) =>
  record.kind === 'international'

/**
 * International top-ups are checked once each, never with an id of ours, and confirmed only for the country, provider and denomination that a person
 * chose or accepted.
 * @returns {string[]}
 */
export function checkInternational(/** @type {Journal} */ { sales }, /** @type {Ledger} */ ledger) {
  const international = sales.filter(isInternational)
  const ids = new Set(international.map(({ record }) => record.id))
  const confirmed = new Set(
    ledger.accepted.filter(({ path }) => path === CONFIRM).map(({ transactionId }) => transactionId),
  )
  const isOfInternationalSale = (/** @type {string | undefined} */ id) =>
    ledger.transactions.get(id ?? '')?.international !== undefined
  return [
    ...ledger.accepted.flatMap(({ path, externalId, transactionId }) =>
      externalId !== undefined && (ids.has(externalId) || isOfInternationalSale(transactionId))
        ? [`a ${path} of an international sale names ${externalId}, an id of ours`]
        : [],
    ),
    ...checkChecks(international, ledger),
    ...international.flatMap((sale) => {
      const id = sale.record.transactionId ?? ''
      return checkWhom(sale, confirmed.has(id) ? ledger.transactions.get(id) : undefined)
    }),
  ]
}

/**
 * No sale is checked twice, because a lost check ends it. The ledger has no content for a refused check, so those are only counted. @returns
 * {string[]}
 */
function checkChecks(/** @type {JournalSale[]} */ international, /** @type {Ledger} */ { accepted }) {
  const checks = accepted.filter(({ path, externalId }) => path === CHECK && externalId === undefined)
  // What is left of a customer's number after its time stands for the whole of it.
  const masked = international.flatMap(({ record }) => (record.account?.includes('•') ? [record] : []))
  const accountOf = (/** @type {string} */ account) =>
    masked.find(
      (record) => record.account?.length === account.length && account.endsWith(record.account.replaceAll('•', '')),
    )?.account ?? account
  const contentOf = (/** @type {Request} */ { reserved }) =>
    reserved && `${accountOf(reserved.account)} ${reserved.amountId}`
  const wanted = groupBy(international, ({ record }) => `${record.account} ${record.international?.denomination.id}`)
  const twice = [...groupBy(checks, contentOf)].flatMap(([content, sent]) => {
    if (content === undefined) return []
    const openings = (wanted.get(content) ?? []).map(({ record }) => record.openedAt).toSorted((a, b) => a - b)
    const early = sent.filter(({ at }, index) => at < (openings[index] ?? Infinity) - CLOCKS_DIFFER_MS)
    return early.map(() => `a check of ${content} reached the service, and no sale of that was opened for it`)
  })
  if (checks.length <= international.length) return twice
  return [
    ...twice,
    `${checks.length} checks without an id of ours reached the service for ${international.length} international sales`,
  ]
}

/** @returns {string[]} */
function checkWhom(/** @type {JournalSale} */ { record, events }, /** @type {Transaction | undefined} */ confirmed) {
  const { number, international, mismatch } = record
  const accepted = events.findIndex(({ kind, by }) => kind === 'operator-accepted' && by)
  const approved = events.findIndex(({ kind }) => kind === 'approved')
  const isAccepted = accepted >= 0 && accepted < approved
  const problems = []
  if (mismatch && approved >= 0 && !isAccepted)
    problems.push(`sale ${number} was approved though another operator was detected, and nobody accepted that`)
  const detected = confirmed?.international
  if (!detected || !international) return problems
  const { country, provider, denomination } = international
  if (detected.countryId !== country.id)
    problems.push(`sale ${number} is for ${country.id}, and a transaction for ${detected.countryId} was confirmed`)
  const isSameOperator = String(detected.providerId) === provider.id || isSameName(detected.providerName, provider.name)
  if (!isSameOperator && !isAccepted)
    problems.push(
      `sale ${number} is for ${provider.name}, and a transaction for ${detected.providerName} was confirmed`,
    )
  if (detected.amountId !== denomination.id)
    problems.push(`sale ${number} is for offer ${denomination.id}, and offer ${detected.amountId} was confirmed`)
  return problems
}

const isSameName = (/** @type {string} */ a, /** @type {string} */ b) =>
  a.trim().toLowerCase() === b.trim().toLowerCase()
