import { isCompleteState } from './check-steps.mjs'
import { groupBy, repeated } from './amount.mjs'
import { isForgotten } from './restores.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 * @typedef {import('./journal-content.mjs').SaleEvent} SaleEvent
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 * @typedef {import('./read-ledger.mjs').Request} Request
 */

/** Journal and ledger get their times from two processes of one machine, whose clocks drift apart while they run. */
const CLOCKS_DIFFER_MS = 1_000
/** For what follows its own approval within a moment: a larger tolerance would hide the violations we look for. */
const CLOCKS_DIFFER_A_LITTLE_MS = 100
/** For which of two requests an event answers: another find may follow the first after a tenth of a second. */
const CLOCKS_HARDLY_DIFFER_MS = 20

const CHECK = '/transaction/check'
const CONFIRM = '/transaction/confirm'
const FIND = '/transaction/find'
const APPROVALS = new Set(['approved', 'confirm-repeated'])

/**
 * Nothing reached the service that the journal did not contain before, and no sale is called not executed without proof.
 * @param {Journal} journal
 * @param {Ledger} ledger
 * @param {number} confirmGraceMs The pause between two finds that prove it.
 * @returns {string[]}
 */
export function checkConfirms(journal, ledger, confirmGraceMs) {
  const { sales } = journal
  const transactions = [...ledger.transactions.values()]
  const ids = new Map(transactions.map(({ id, externalId }) => [id, externalId]))
  const ourIdOf = (/** @type {Request} */ { externalId, transactionId }) => externalId ?? ids.get(transactionId ?? '')
  // The check of an international sale has no id of ours; `check-international.mjs` compares it.
  const isNameless = (/** @type {Request} */ { path, externalId }) => path === CHECK && externalId === undefined
  const executed = new Map(transactions.map(({ externalId, executedAt }) => [externalId, executedAt]))
  const known = new Map(sales.map((sale) => [sale.record.id, sale]))
  const requests = groupBy(
    ledger.accepted.filter(
      (request) =>
        [CHECK, CONFIRM, FIND].includes(request.path) && !isNameless(request) && !isForgotten(journal, request.at),
    ),
    ourIdOf,
  )
  const strangers = [...requests].filter(([id]) => id === undefined || !known.has(id))
  return [
    ...strangers.flatMap(([id, sent]) =>
      sent.map(({ path }) => `a ${path} for ${id ?? 'nothing we know'} reached the service, and no sale has that id`),
    ),
    ...sales.flatMap((sale) => {
      const sent = requests.get(sale.record.id) ?? []
      const executedAt = executed.get(sale.record.id)
      return [
        ...checkOpening(sale, sent),
        ...checkApprovals(sale, sent),
        ...checkProofs(sale, sent, executedAt, confirmGraceMs),
      ]
    }),
  ]
}

/** The sale is in the journal before its check is sent. @returns {string[]} */
function checkOpening(/** @type {JournalSale} */ { record }, /** @type {Request[]} */ sent) {
  const early = sent.find(({ path, at }) => path === CHECK && at < record.openedAt - CLOCKS_DIFFER_MS)
  return early ? [`the check of sale ${record.number} reached the service before the sale was opened`] : []
}

/** At most one confirm for each approval, after it and by a named person, and none once the sale has ended. @returns {string[]} */
function checkApprovals(/** @type {JournalSale} */ { record, events }, /** @type {Request[]} */ sent) {
  const name = `sale ${record.number}`
  const confirms = sent.filter(({ path }) => path === CONFIRM)
  const approvals = events.filter(isApproval)
  const settled = events.find(isEnding)
  const problems = approvals
    .filter(({ kind, by }) => kind === 'approved' && !by)
    .map(() => `${name} was approved by nobody`)
  if (confirms.length > 0 && approvals.length > 0 && !record.approval?.by?.name)
    problems.push(`${name} does not say who approved it`)

  const used = new Set()
  for (const { at } of confirms) {
    const approval =
      approvals.findLast((one) => one.at <= at + CLOCKS_DIFFER_A_LITTLE_MS) ??
      approvals.find((one) => one.at <= at + CLOCKS_DIFFER_MS)
    if (!approval)
      problems.push(`a confirm of ${name} reached the service without an approval in the journal before it`)
    else if (used.has(approval)) problems.push(`${name} was confirmed twice on one approval`)
    used.add(approval)
    if (settled && at > settled.at + CLOCKS_DIFFER_MS)
      problems.push(`${name} was confirmed after it was settled ("${settled.kind}")`)
  }
  return problems
}

const isEnding = (/** @type {SaleEvent} */ { kind }) => kind === 'final' || isCompleteState(kind)

/**
 * A sale is called not executed only if no confirm was sent, or if two finds that are later than the last confirm and a pause apart said so.
 * @param {JournalSale} sale
 * @param {Request[]} sent
 * @param {number | undefined} executedAt
 * @param {number} confirmGraceMs
 * @returns {string[]}
 */
function checkProofs({ record, events }, sent, executedAt, confirmGraceMs) {
  const calledSo = events.flatMap(({ kind }, index) => (kind === 'not-executed' ? [index] : []))
  return calledSo.flatMap((index) => {
    const approved = events.slice(0, index).findLastIndex(isApproval)
    const next = events.slice(index).find(isApproval)
    const problems = []
    if (executedAt !== undefined && executedAt < (next?.at ?? Infinity) - CLOCKS_DIFFER_A_LITTLE_MS)
      problems.push('when the service had executed it')
    if (approved < 0) problems.push('and nobody had approved it')
    else problems.push(...findGaps(events.slice(approved, index + 1), sent, confirmGraceMs))
    return problems.map((problem) => `sale ${record.number} was called not executed ${problem}`)
  })
}

/**
 * What the proof lacks.
 * @param {SaleEvent[]} since From the last approval to the proof.
 * @param {Request[]} sent
 * @param {number} confirmGraceMs
 * @returns {string[]}
 */
function findGaps(since, sent, confirmGraceMs) {
  const [from, to] = [(since[0]?.at ?? 0) - CLOCKS_DIFFER_MS, (since.at(-1)?.at ?? 0) + CLOCKS_DIFFER_MS]
  const mayHaveLeft = since.some(({ kind }) =>
    ['confirm-lost', 'confirm-refused', 'restarted', 'restored'].includes(kind),
  )
  if (!mayHaveLeft && since.at(-2)?.kind === 'confirm-not-sent') return []
  // A find of an earlier process proves nothing, because its time comes from another clock.
  const own = since.slice(since.findLastIndex(({ kind }) => kind === 'restarted' || kind === 'restored') + 1)
  const asked = own.filter(({ kind, state }) => kind === 'still-reserved' && state === -1)
  const finds = sent.filter(({ path, at }) => path === FIND && at >= from && at <= to)
  if (asked.length < 2) return [`after ${asked.length} answered finds instead of two`]
  if (finds.length < 2) return [`after ${finds.length} finds that reached the service instead of two`]
  // As the service saw them: an event has the time at which it was written, which on a busy machine is later than the answer.
  const [firstAt = 0, proofAt = 0] = [asked[0]?.at, since.at(-1)?.at]
  // A find asked for by hand may arrive right after the first was answered, and must not be taken for the first.
  const first = lastUntil(finds, firstAt) ?? lastUntil(finds, firstAt + CLOCKS_HARDLY_DIFFER_MS) ?? firstAt
  const second = lastUntil(finds, proofAt + CLOCKS_HARDLY_DIFFER_MS) ?? proofAt
  const pause = second - first
  return pause < confirmGraceMs
    ? [`after a pause of ${pause / 1000} s between two finds instead of ${confirmGraceMs / 1000} s`]
    : []
}

/** When the last of these requests until then reached the service. */
const lastUntil = (/** @type {Request[]} */ sent, /** @type {number} */ until) =>
  sent.findLast(({ at }) => at <= until)?.at

const isApproval = (/** @type {SaleEvent} */ { kind }) => APPROVALS.has(kind)

/** Keys grow in the order of calls, none is used twice, and none is above the key mark in the journal. @returns {string[]} */
export function checkKeys(/** @type {Journal} */ { mark }, /** @type {Ledger} */ { accepted, stale }) {
  const all = [...accepted, ...stale]
  const fallen = accepted.filter(({ key }, index) => index > 0 && key <= (accepted[index - 1]?.key ?? 0n))
  return [
    ...fallen.map(({ key, path }) => `key ${key} of ${path} was accepted after a key that is not smaller`),
    ...repeated(all.map(({ key }) => key)).map((key) => {
      const paths = all.filter((request) => request.key === key).map(({ path }) => path)
      return `key ${key} was used ${paths.length} times: ${paths.join(', ')}`
    }),
    ...all
      .filter(({ key }) => key > mark)
      .map(({ key, path }) => `key ${key} of ${path} lies above the journal's mark ${mark}`),
  ]
}
