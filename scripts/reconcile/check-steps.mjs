/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 * @typedef {import('./journal-content.mjs').SaleEvent} SaleEvent
 */

const COMPLETE = new Set(['refused', 'succeeded', 'failed', 'cancelled', 'replaced', 'abandoned'])
const FINAL = new Map([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'cancelled'],
  [4, 'replaced'],
])

/**
 * What may happen to a sale, in which states, and the state it leads to. No other event changes the state.
 * @type {Record<string, { from: string[], to?: string | ((event: SaleEvent) => string | undefined) }>}
 */
const STEPS = {
  checked: { from: ['opened'], to: 'checked' },
  refused: { from: ['opened'], to: 'refused' },
  'check-lost': { from: ['opened'] },
  'check-not-sent': { from: ['opened'] },
  'started-without-confirm': { from: ['opened'] },
  'operator-differs': { from: ['checked'] },
  'operator-accepted': { from: ['checked'] },
  approved: { from: ['checked', 'not-executed'], to: 'confirming' },
  'confirm-repeated': { from: ['not-executed'], to: 'confirming' },
  'confirm-not-sent': { from: ['confirming'] },
  'confirm-lost': { from: ['confirming'], to: 'unknown' },
  'confirm-refused': { from: ['confirming'], to: 'unknown' },
  'still-reserved': { from: ['unknown'] },
  'not-executed': { from: ['unknown', 'confirming'], to: 'not-executed' },
  pending: { from: ['opened', 'confirming', 'unknown', 'not-executed', 'pending'], to: 'pending' },
  final: {
    from: ['opened', 'confirming', 'unknown', 'not-executed', 'pending'],
    to: ({ state }) => FINAL.get(Number(state)),
  },
  abandoned: { from: ['checked', 'not-executed'], to: 'abandoned' },
  'code-coming': { from: ['succeeded'] },
  'code-arrived': { from: ['succeeded'] },
  delivered: { from: ['succeeded'] },
}

/** What a sale may have been in a backup that is not known any more once it is put back. */
const NOT_KNOWN_AFTER_RESTORE = new Set(['opened', 'checked', 'confirming', 'not-executed'])

export const isCompleteState = (/** @type {string} */ state) => COMPLETE.has(state)

/** The sale is sold and its code is still coming, so it is not complete. */
export const isWithoutCode = (/** @type {JournalSale['record']} */ { voucher }) => voucher === 'coming'

/** A sale never returns to an earlier state, and the record has the state that its events lead to. @returns {string[]} */
export function checkSteps(/** @type {Journal} */ { sales }) {
  return sales.flatMap((sale) => {
    const { record, columns, events } = sale
    const { state, problems } = follow(sale)
    if (events[0]?.kind !== 'opened') problems.push(`sale ${record.number} does not begin with its opening`)
    if (state !== record.state && problems.length === 0)
      problems.push(`sale ${record.number} is ${record.state} in the journal, and what happened to it ends in ${state}`)
    return [...problems, ...checkColumns(columns, record)]
  })
}

/** Replays the events of a sale. */
function follow(/** @type {JournalSale} */ { record, events }) {
  let state = 'opened'
  let hasStarted = false
  let isUnapproved = true
  /** @type {string[]} */
  const problems = []
  for (const event of events) {
    // A confirm that was on its way when the process ended counts as sent.
    if (event.kind === 'restarted' && state === 'confirming') state = 'unknown'
    if (event.kind === 'approved') isUnapproved = false
    // After a restore nothing is known of a sale that is not over.
    if (event.kind === 'restored' && NOT_KNOWN_AFTER_RESTORE.has(state)) state = 'unknown'
    // Nobody approved it in this journal, and nothing was executed: it ends without a person.
    if (event.kind === 'abandoned' && state === 'unknown' && isUnapproved) state = 'not-executed'
    const step = STEPS[event.kind]
    if (!step) continue
    if (!step.from.includes(state)) {
      const fell = COMPLETE.has(state) ? 'fell' : 'went astray'
      problems.push(`sale ${record.number} ${fell}: "${event.kind}" came when it was ${state}`)
    } else if (hasStarted && ['approved', 'confirm-repeated', 'not-executed', 'still-reserved'].includes(event.kind)) {
      problems.push(`sale ${record.number} fell: "${event.kind}" came after the service had said that it moved`)
    }
    if (['pending', 'final', 'started-without-confirm'].includes(event.kind)) hasStarted = true
    const to = typeof step.to === 'function' ? step.to(event) : (step.to ?? state)
    if (to === undefined) problems.push(`sale ${record.number} settled by state ${event.state}, which is not final`)
    else if (problems.length === 0) state = to
  }
  return { state, problems }
}

/** The columns used for search and order repeat the record. @returns {string[]} */
function checkColumns(/** @type {JournalSale['columns']} */ columns, /** @type {JournalSale['record']} */ record) {
  /** @type {[name: string, column: unknown, said: unknown][]} */
  const pairs = [
    ['id', columns.id, record.id],
    ['state', columns.state, record.state],
    ['account', columns.account, record.account ?? ''],
    ['service', columns.service_id, record.serviceId],
    ['transaction', columns.transaction_id, record.transactionId ?? null],
    ['quantity', columns.batch_id ?? null, record.batch?.id ?? null],
    ['next action', columns.next_at, record.next ? Math.ceil(record.next.at) : null],
  ]
  return pairs
    .filter(([, column, said]) => column !== said)
    .map(
      ([name, column, said]) =>
        `sale ${columns.number} has two answers for ${name}: ${String(column)} and ${String(said)}`,
    )
}

/** Daily finds after a supervisor resolved a sale. */
const DAILY_FINDS = 30

/** States in which a person decides. */
const DECIDED_BY_PEOPLE = new Set(['not-executed'])
/** The longest pause between two finds is a day, plus a tenth. */
const MAX_PAUSE_MS = 27 * 60 * 60_000

/** Every sale that is not complete has a next step and its time, or waits for a person's decision. @returns {string[]} */
export function checkNext(/** @type {Journal} */ { sales }) {
  const last = sales.reduce((latest, { record, events }) => {
    const times = [record.openedAt, record.lastFindAt ?? 0, ...events.map(({ at }) => at)]
    return Math.max(latest, ...times)
  }, 0)
  return sales.flatMap(({ record, events }) => {
    const { number, state, voucher, next, resolution, dailyFinds = 0 } = record
    // After a restore nobody can ask for an international top-up whose check was not answered in the backup.
    const cannotBeFound =
      record.kind === 'international' &&
      record.transactionId === undefined &&
      events.some(({ kind }) => kind === 'restored')
    if (cannotBeFound && state === 'unknown') return []
    // A code that is still coming is polled for even if its sale was resolved, for thirty days.
    if (isWithoutCode(record)) {
      const isLeft = resolution !== undefined && dailyFinds >= DAILY_FINDS
      if (!next && !isLeft) return [`sale ${number} is ${state}, its code is ${voucher}, and nobody asks for it`]
    }
    if (next && next.at > last + MAX_PAUSE_MS)
      return [`sale ${number} is ${state}, and its next step is more than a day away`]
    if (next || isCompleteState(state) || resolution || DECIDED_BY_PEOPLE.has(state)) return []
    return [`sale ${number} is ${state}, with no next step and nobody to decide`]
  })
}
