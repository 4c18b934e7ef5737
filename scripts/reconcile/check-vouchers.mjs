/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 */

const STAGES = ['coming', 'ready', 'delivered']
/** For this long after the delivery, the cashier may reveal the code again. */
const LOOKS_ON_MS = 2 * 60_000
/** A reveal and the delivery before it are written one after the other. */
const WRITTEN_DOWN_MS = 50

/** Every voucher that was sold has a status, every reveal of its code was counted and allowed, and none was printed while a print was unclear. @returns {string[]} */
export function checkVouchers(/** @type {Journal} */ { sales }) {
  return sales.flatMap((sale) => [...checkStage(sale), ...checkShowings(sale), ...checkPrints(sale)])
}

/** @returns {string[]} */
function checkStage(/** @type {JournalSale} */ { record, events }) {
  const { number, kind, state, voucher, delivered } = record
  const name = `sale ${number}`
  const has = (/** @type {string} */ what) => events.some((event) => event.kind === what)
  // Only a few international products come with a code; a sale without one is complete.
  const mayHaveCode = kind === 'voucher' || (kind === 'international' && voucher !== undefined)
  const isSold = mayHaveCode && state === 'succeeded'
  if (!isSold) return voucher === undefined ? [] : [`${name} is no voucher that was sold, and its code is ${voucher}`]
  if (voucher === undefined || !STAGES.includes(voucher))
    return [`${name} is a voucher that was sold, and does not say where its code is`]
  const problems = []
  if (voucher === 'coming' && kind === 'international')
    problems.push(`${name} is international, and its code is coming`)
  if (voucher === 'coming' && has('code-arrived')) problems.push(`${name} had its code, and its code is coming`)
  if (voucher !== 'coming' && has('code-coming') && !has('code-arrived'))
    problems.push(`${name} had no code when it was sold, none came, and its code is ${voucher}`)
  if ((voucher === 'delivered') !== has('delivered') || (voucher === 'delivered') !== (delivered !== undefined))
    problems.push(`${name} has two answers for whether its code was handed over`)
  return problems
}

/** @returns {string[]} */
function checkShowings(/** @type {JournalSale} */ { record, events }) {
  const name = `sale ${record.number}`
  /** @type {string | undefined} */
  let cashier
  let handedOverAt = Infinity
  let times = 0
  /** @type {string[]} */
  const problems = []
  for (const { kind, at, by, note } of events) {
    if (kind === 'opened' || kind === 'taken-over') cashier = by
    if (kind === 'delivered') handedOverAt = Math.min(handedOverAt, at)
    if (kind !== 'code-revealed') continue
    times += 1
    const mayLook = by !== undefined && by === cashier && at < handedOverAt + LOOKS_ON_MS + WRITTEN_DOWN_MS
    if (!mayLook && (by === undefined || !note))
      problems.push(`the code of ${name} was shown to ${by ?? 'nobody'} without a reason`)
  }
  if (times !== (record.revealCount ?? 0))
    problems.push(`the code of ${name} was shown ${times} times, and it counts ${record.revealCount ?? 0}`)
  return problems
}

/** What a print may end with, where a person or the printer knows it. */
const ON_PAPER = ['printed', 'given']

/** @returns {string[]} */
function checkPrints(/** @type {JournalSale} */ { record, events }) {
  const name = `sale ${record.number}`
  let isUnderWay = false
  /** @type {string[]} */
  const problems = []
  for (const { kind, reason = '' } of events) {
    if (kind === 'print-started' && isUnderWay) problems.push(`the code of ${name} was printed again without an answer`)
    if (kind === 'print-started' || kind === 'print-unclear') isUnderWay = true
    if (kind === 'not-printed' || (kind === 'delivered' && ON_PAPER.includes(reason))) isUnderWay = false
  }
  if (isUnderWay !== (record.print !== undefined))
    problems.push(`${name} has two answers for whether its code is on paper`)
  return problems
}
