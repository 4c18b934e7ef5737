import type { Detection } from './international.ts'
import type { LineFault } from './faults.ts'
import type { Execution, Refusal, ServiceTraits, Step } from './service.ts'
import type { Issue } from './voucher-issue.ts'

/** One sale and all its faults: what the network and the wholesaler do to its calls, in order, and what people do. */
export type Scenario = {
  name: string
  /** The last state if the server does not die. By default, `succeeded`. */
  ends?: string
  /** The faults of the first, second, third … exchange of a kind. */
  line?: Partial<Record<Step, (LineFault | undefined)[]>>
  /** The rejections by the wholesaler for the first, second, third … request of a kind. */
  refuses?: Partial<Record<Step, (number | string | Refusal | undefined)[]>>
  answersAfterMs?: Partial<Record<Step, number>>
  execution?: Partial<Execution>
  sells?: 'voucher' | 'international' | 'international, with a code'
  /**
   * A batch with this many lines, at most three if `isBasket`, which its cashier stops at once if `isStopped`. `ends`
   * applies to each line.
   */
  quantity?: { count: number; isStopped?: boolean; isBasket?: boolean }
  issue?: Partial<Issue>
  /** For international top-ups: how the owner of the number is detected; by default as chosen. */
  detects?: Detection
  /** Accepts a provider other than the chosen one. Without it, the cashier confirms out of habit. */
  accepts?: 'operator'
  traits?: Partial<ServiceTraits>
  /** No connection is possible for this long, from the start or from the first approval. */
  noConnection?: { from: 'start' | 'approval'; forMs: number }
  instead?: 'walks away' | 'gives up'
  isTappedTwice?: boolean
  decides?: ('finish' | 'give up' | 'leave')[]
  meanwhile?: 'asks' | 'takes over' | 'supervisor closes'
  stopsAfterMs?: number
}

const though = (code: number): Refusal => ({ code, isDoneAllTheSame: true })
const pending = (meanwhile: unknown, final: Execution['final']): Partial<Execution> => ({
  meanwhile,
  final,
  finalAfterMs: 20_000,
})

export const CHECK_SCENARIOS: Scenario[] = [
  { name: 'all is well' },
  { name: 'the confirm is tapped twice', isTappedTwice: true },
  { name: 'the check is lost on its way', line: { check: ['request dropped'] } },
  { name: 'the answer to the check is lost', line: { check: ['answer dropped'] } },
  { name: 'the answer to the check is cut short', line: { check: ['answer cut short'] } },
  {
    name: 'the check and the find after it are lost',
    line: { check: ['reset within the request'], find: ['reset within the answer'] },
  },
  { name: 'the check arrives twice', line: { check: ['request twice'] } },
  { name: 'the check names another sale', line: { check: ['other sale id'] } },
  { name: 'the product is not available', ends: 'refused', refuses: { check: [101] } },
  { name: 'the account is wrong', ends: 'refused', refuses: { check: [201] } },
  { name: 'the customer is banned', ends: 'refused', refuses: { check: [1200] } },
  { name: 'the wallet is empty at the check', ends: 'refused', refuses: { check: [1001] } },
  { name: 'the provider fails at the check', refuses: { check: [60] } },
  { name: 'the provider fails at the check, yet it is reserved', refuses: { check: [though(60)] } },
  { name: 'the signature of the check is refused', refuses: { check: [1] } },
  { name: 'the id of the check exists already', refuses: { check: [though(105)] } },
  { name: 'the check has an unreadable field', ends: 'refused', line: { check: ['unreadable field'] } },
  { name: 'no connection for the check', ends: 'refused', noConnection: { from: 'start', forMs: 60_000 } },
  { name: 'the customer leaves before the confirm', ends: 'checked', instead: 'walks away' },
  { name: 'the customer says no', ends: 'abandoned', instead: 'gives up' },
]

export const CONFIRM_SCENARIOS: Scenario[] = [
  { name: 'the confirm is lost on its way', line: { confirm: ['reset within the request'] } },
  { name: 'the confirm times out before it arrives', line: { confirm: ['request dropped'] } },
  { name: 'the confirm arrives after its deadline', line: { confirm: ['request delayed'] } },
  { name: 'the confirm arrives twice', line: { confirm: ['request twice'] } },
  { name: 'the answer to the confirm is lost', line: { confirm: ['reset within the answer'] } },
  { name: 'the answer to the confirm times out', line: { confirm: ['answer dropped'] } },
  { name: 'the answer to the confirm is HTML', line: { confirm: ['HTML with 502'] } },
  { name: 'the answer to the confirm is too big', line: { confirm: ['too big'] } },
  { name: 'the confirm names another transaction', line: { confirm: ['other transaction id'] } },
  { name: 'the confirm names another sale', line: { confirm: ['other sale id'] } },
  { name: 'error and transaction at confirm', line: { confirm: ['error and transaction'] } },
  { name: 'the confirm has an unreadable field', line: { confirm: ['unreadable field'] } },
  { name: 'an unknown state at confirm', line: { confirm: ['unknown state'] } },
  {
    name: 'the confirm is lost twice',
    line: { confirm: ['reset within the request', 'reset within the request'] },
    decides: ['finish'],
  },
  {
    name: 'finishing is lost, and executed',
    line: { confirm: ['reset within the request', 'reset within the request', 'reset within the answer'] },
    decides: ['finish', 'finish'],
  },
  { name: 'code 1 at confirm', refuses: { confirm: [1] } },
  { name: 'code 1 at confirm, yet it is executed', refuses: { confirm: [though(1)] } },
  { name: 'code 60 at confirm', refuses: { confirm: [60] } },
  { name: 'code 60 at confirm, yet it is executed', refuses: { confirm: [though(60)] } },
  { name: 'code 23 at confirm', refuses: { confirm: [23] } },
  { name: 'code 1000 at confirm, then finished', refuses: { confirm: [1000] }, decides: ['finish'] },
  {
    name: 'code 1001 at confirm, then abandoned',
    ends: 'abandoned',
    refuses: { confirm: [1001] },
    decides: ['give up'],
  },
  { name: 'code 5 at confirm', ends: 'not-executed', refuses: { confirm: [5] }, decides: ['leave'] },
  { name: 'code 2 at confirm, then abandoned', ends: 'abandoned', refuses: { confirm: [2] }, decides: ['give up'] },
  { name: 'an unlisted code at confirm', refuses: { confirm: ['E7'] }, decides: ['finish'] },
  {
    name: 'code 1200 at confirm, left to others',
    ends: 'not-executed',
    refuses: { confirm: [1200] },
    decides: ['leave'],
  },
  { name: 'the provider is slow to answer the confirm', answersAfterMs: { confirm: 70_000 } },
  { name: 'no connection for the confirm for a moment', noConnection: { from: 'approval', forMs: 5_000 } },
  {
    name: 'no connection for the confirm, then finished',
    noConnection: { from: 'approval', forMs: 40_000 },
    decides: ['finish', 'finish', 'finish'],
  },
  {
    name: 'no connection for the confirm, then abandoned',
    ends: 'abandoned',
    noConnection: { from: 'approval', forMs: 40_000 },
    decides: ['give up'],
  },
]

export const LATER_SCENARIOS: Scenario[] = [
  { name: 'pending, then sold', execution: pending(0, 1) },
  { name: 'pending, then failed', ends: 'failed', execution: pending(0, 2) },
  { name: 'paused by turnover, then sold', execution: pending(6, 1) },
  { name: 'an unlisted state, then sold', execution: pending(7, 1) },
  { name: 'failed at once', ends: 'failed', execution: { final: 2 } },
  { name: 'canceled', ends: 'canceled', execution: { final: 3 } },
  { name: 'replaced', ends: 'replaced', execution: pending(0, 4) },
  { name: 'accepted, and shown only later', execution: { hiddenMs: 25_000 } },
  {
    name: 'accepted, shown later, and its answer lost',
    execution: { hiddenMs: 25_000 },
    line: { confirm: ['reset within the answer'] },
  },
  {
    name: 'the finds after it are lost',
    line: { confirm: ['answer cut short'], find: ['reset within the answer', 'empty answer', 'HTML with 200'] },
  },
  { name: 'the finds after it are refused', execution: pending(0, 1), refuses: { find: [60, 23, 20, 1] } },
  {
    name: 'the finds after it are overtaken',
    execution: pending(0, 1),
    line: { find: ['request overtaken', 'request twice'] },
  },
  {
    name: 'unknown until confirmed, and lost',
    ends: 'unknown',
    traits: { unconfirmed: 'unknown', unconfirmedByItsOwnId: 'unknown' },
    line: { confirm: ['reset within the request'] },
  },
  {
    name: 'unknown by our id until confirmed, and lost',
    traits: { unconfirmed: 'unknown' },
    line: { confirm: ['reset within the request'] },
  },
  {
    name: 'unknown until confirmed, and its answer lost',
    traits: { unconfirmed: 'unknown', unconfirmedByItsOwnId: 'unknown' },
    line: { confirm: ['reset within the answer'] },
  },
  { name: 'a person polls again and again', execution: pending(0, 1), meanwhile: 'asks' },
  { name: 'a colleague takes it over', execution: pending(0, 1), meanwhile: 'takes over' },
  {
    name: 'a supervisor closes it',
    ends: 'unknown',
    line: {
      confirm: ['other transaction id'],
      find: Array.from({ length: 40 }, () => 'other transaction id' as const),
    },
    meanwhile: 'supervisor closes',
  },
  { name: 'a planned stop while it is confirmed', answersAfterMs: { confirm: 3_000 }, stopsAfterMs: 1_000 },
  {
    name: 'a planned stop while a confirm waits for a connection',
    ends: 'not-executed',
    noConnection: { from: 'approval', forMs: 20_000 },
    stopsAfterMs: 5_000,
    decides: ['leave'],
  },
]

const NEVER = Number.POSITIVE_INFINITY

const ofVouchers = (scenarios: Scenario[]): Scenario[] => scenarios.map((one) => ({ ...one, sells: 'voucher' }))

export const VOUCHER_SCENARIOS = ofVouchers([
  { name: 'the code comes at once' },
  { name: 'the code comes later', issue: { after: 2 } },
  {
    name: 'the answer with the code is lost',
    line: { confirm: ['reset within the answer'], find: ['info lost', 'info garbled'] },
  },
  { name: 'no code comes, and a colleague takes it over', issue: { after: NEVER, until: [] }, meanwhile: 'takes over' },
  { name: 'another code comes later', issue: { changesAt: 2 } },
])

export const BATCH_SCENARIOS = ofVouchers([
  { name: 'three vouchers', ends: 'succeeded, succeeded, succeeded', quantity: { count: 3 } },
  {
    name: 'two vouchers whose codes come later',
    ends: 'succeeded, succeeded',
    quantity: { count: 2 },
    issue: { after: 1 },
  },
  {
    name: 'the answer to the first confirm is lost',
    ends: 'succeeded, succeeded',
    quantity: { count: 2 },
    line: { confirm: ['reset within the answer'] },
  },
  { name: 'a basket', ends: 'succeeded, succeeded, succeeded', quantity: { count: 3, isBasket: true } },
  {
    name: 'a basket whose second confirm is refused, and which is sold later',
    ends: 'succeeded, succeeded, succeeded',
    quantity: { count: 3, isBasket: true },
    refuses: { confirm: [undefined, 1000] },
  },
  {
    name: 'the first line is stopped as it is confirmed',
    quantity: { count: 3, isStopped: true },
    answersAfterMs: { confirm: 3_000 },
  },
])
