import { groupBy, repeated } from './amount.ts'
import type { Journal, JournalSale, SaleEvent } from './journal-content.ts'
import type { Ledger, Request } from './read-ledger.ts'
import { isErased } from './restores.ts'

const COMPLETE = new Set(['refused', 'succeeded', 'failed', 'canceled', 'replaced', 'abandoned'])
const FINAL = new Map([
  [1, 'succeeded'],
  [2, 'failed'],
  [3, 'canceled'],
  [4, 'replaced'],
])

/** The states in which each event may occur, and the state to which it leads. */
const STEPS: Record<string, { from: string[]; to?: string | ((event: SaleEvent) => string | undefined) }> = {
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

/** States in a backup that are unknown after its restore. */
const NOT_KNOWN_AFTER_RESTORE = new Set(['opened', 'checked', 'confirming', 'not-executed'])

export const isCompleteState = (state: string) => COMPLETE.has(state)

/** Sold but not complete, because its code is still coming. */
export const isWithoutCode = ({ voucher }: JournalSale['record']) => voucher === 'coming'

/** A sale never returns to an earlier state, and the record has the state that its events lead to. */
export function checkSteps({ sales }: Journal): string[] {
  return sales.flatMap((sale) => {
    const { record, columns, events } = sale
    const { state, problems } = follow(sale)
    if (events[0]?.kind !== 'opened') problems.push(`sale ${record.number} does not begin with its opening`)
    if (state !== record.state && problems.length === 0)
      problems.push(`sale ${record.number} is ${record.state} in the journal, and what happened to it ends in ${state}`)
    return [...problems, ...checkColumns(columns, record)]
  })
}

function follow({ record, events }: JournalSale) {
  let state = 'opened'
  let hasStarted = false
  let isUnapproved = true
  const problems: string[] = []
  for (const event of events) {
    // A confirm in flight when the process ended counts as sent.
    if (event.kind === 'restarted' && state === 'confirming') state = 'unknown'
    if (event.kind === 'approved') isUnapproved = false
    // After a restore the result of an open sale is unknown.
    if (event.kind === 'restored' && NOT_KNOWN_AFTER_RESTORE.has(state)) state = 'unknown'
    // It was not approved in this journal and nothing was executed, so it is closed without a person.
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

function checkColumns(columns: JournalSale['columns'], record: JournalSale['record']): string[] {
  const pairs: [name: string, column: unknown, said: unknown][] = [
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

/** The most daily finds after a supervisor resolved a sale. */
const DAILY_FINDS = 30

const DECIDED_BY_PEOPLE = new Set(['not-executed'])
/** Two finds are at most a day plus a tenth of a day apart. */
const MAX_PAUSE_MS = 27 * 60 * 60_000

/** Every sale that is not complete has a next step and its time, or waits for a person's decision. */
export function checkNext({ sales }: Journal): string[] {
  const last = sales.reduce((latest, { record, events }) => {
    const times = [record.openedAt, record.lastFindAt ?? 0, ...events.map(({ at }) => at)]
    return Math.max(latest, ...times)
  }, 0)
  return sales.flatMap(({ record, events }) => {
    const { number, state, voucher, next, resolution, dailyFinds = 0 } = record
    // After a restore, find cannot look for an international top-up whose check was not answered in the backup.
    const cannotBeFound =
      record.kind === 'international' &&
      record.transactionId === undefined &&
      events.some(({ kind }) => kind === 'restored')
    if (cannotBeFound && state === 'unknown') return []
    // A coming code is polled for; after a resolution, only for thirty days.
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

/** Journal and ledger are timed by two processes of one machine, whose clocks drift apart. */
const CLOCKS_DIFFER_MS = 1_000
/** For the events right after their own approval: a larger tolerance would hide the violations that we look for. */
const CLOCKS_DIFFER_A_LITTLE_MS = 100
/** For matching an event to one of two requests: another find may follow after a tenth of a second. */
const CLOCKS_HARDLY_DIFFER_MS = 20

const CHECK = '/transaction/check'
const CONFIRM = '/transaction/confirm'
const FIND = '/transaction/find'
const APPROVALS = new Set(['approved', 'confirm-repeated'])

/**
 * Nothing reached the service that the journal did not contain before, and no sale is called not executed without proof.
 * @param confirmGraceMs The pause between two finds that prove it.
 */
export function checkConfirms(journal: Journal, ledger: Ledger, confirmGraceMs: number): string[] {
  const { sales } = journal
  const transactions = [...ledger.transactions.values()]
  const ids = new Map(transactions.map(({ id, externalId }) => [id, externalId]))
  const ourIdOf = ({ externalId, transactionId }: Request) => externalId ?? ids.get(transactionId ?? '')
  // The check of an international sale has no id of ours; `check-vouchers.ts` compares it.
  const isNameless = ({ path, externalId }: Request) => path === CHECK && externalId === undefined
  const executed = new Map(transactions.map(({ externalId, executedAt }) => [externalId, executedAt]))
  const known = new Map(sales.map((sale) => [sale.record.id, sale]))
  const requests = groupBy(
    ledger.accepted.filter(
      (request) =>
        [CHECK, CONFIRM, FIND].includes(request.path) && !isNameless(request) && !isErased(journal, request.at),
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

/** The sale is in the journal before its check is sent. */
function checkOpening({ record }: JournalSale, sent: Request[]): string[] {
  const early = sent.find(({ path, at }) => path === CHECK && at < record.openedAt - CLOCKS_DIFFER_MS)
  return early ? [`the check of sale ${record.number} reached the service before the sale was opened`] : []
}

/** At most one confirm for each approval, after it and by a named person, and none once the sale has ended. */
function checkApprovals({ record, events }: JournalSale, sent: Request[]): string[] {
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

const isEnding = ({ kind }: SaleEvent) => kind === 'final' || isCompleteState(kind)

/** Not executed requires that no confirm was sent, or that two finds said so, after the last confirm and a pause apart. */
function checkProofs(
  { record, events }: JournalSale,
  sent: Request[],
  executedAt: number | undefined,
  confirmGraceMs: number,
): string[] {
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
 * Returns what the proof lacks.
 * @param since The events from the last approval to the proof.
 */
function findGaps(since: SaleEvent[], sent: Request[], confirmGraceMs: number): string[] {
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
  // Uses the service's times: an event gets its time when it is written, which on a busy machine can be after the answer.
  const [firstAt = 0, proofAt = 0] = [asked[0]?.at, since.at(-1)?.at]
  // A find that a person requested may arrive right after the first find was answered, and must not be mistaken for it.
  const first = lastUntil(finds, firstAt) ?? lastUntil(finds, firstAt + CLOCKS_HARDLY_DIFFER_MS) ?? firstAt
  const second = lastUntil(finds, proofAt + CLOCKS_HARDLY_DIFFER_MS) ?? proofAt
  const pause = second - first
  return pause < confirmGraceMs
    ? [`after a pause of ${pause / 1000} s between two finds instead of ${confirmGraceMs / 1000} s`]
    : []
}

const lastUntil = (sent: Request[], until: number) => sent.findLast(({ at }) => at <= until)?.at

const isApproval = ({ kind }: SaleEvent) => APPROVALS.has(kind)

/** Keys grow in the order of calls, no key is used twice, and none is above the key mark in the journal. */
export function checkKeys({ mark }: Journal, { accepted, stale }: Ledger): string[] {
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
