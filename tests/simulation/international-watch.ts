import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '#server/lib/clock.ts'
import { INTERNATIONAL } from './international.ts'
import type { DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Call } from './network.ts'
import type { Debits, Service } from './service.ts'
import type { Report } from './violation.ts'

type Shown = { amount: string; currency: string }

export type InternationalWatch = ReturnType<typeof createInternationalWatch>

type InternationalWatchOptions = {
  now: () => number
  drift?: number
  internationalOf: Service['international']
  saleOfTransaction: (id: string) => string | undefined
  readJournal: (id: string) => SaleRecord | undefined
  report: Report
}

type Known = {
  shown: string[]
  isAccepted: boolean
  mayCheck: boolean
  checks: number
  answers: number
  /** The last find, and whether anything allows the next one before the polling interval has passed. */
  lastFindAt: number
  isFree: boolean
  isAsked: boolean
  /** A person requested the last find, which may be a moment before the second find of the proof is due. */
  wasAsked: boolean
  /** When the confirm was answered, and when the sale became pending because of that answer. */
  confirmedAt: number
  pendingSince: number | undefined
  /** When a process resumed the sale, if that process has not found it yet. */
  resumedAt: number
}

const LONG_AGO = Number.NEGATIVE_INFINITY
const NOTHING_YET: Omit<Known, 'shown'> = {
  isAccepted: false,
  mayCheck: true,
  checks: 0,
  answers: 0,
  lastFindAt: LONG_AGO,
  isFree: false,
  isAsked: false,
  wasAsked: false,
  confirmedAt: LONG_AGO,
  pendingSince: undefined,
  resumedAt: LONG_AGO,
}
/** The polling intervals of international sales (spec 8, rule 8): the shortest, and the longest plus a tenth. */
const FIRST_MS = 30_000
const MAX_MS = 66_000
/** How long a find may wait for a connection and its turn. */
const FIND_WAITS_MS = 15_000
const A_DAY_MS = 24 * 60 * 60_000
const MAX_REFUSAL = 200

/**
 * Checks that international top-ups are checked once, sold only for the country and provider that a person chose or accepted, and polled in time
 * (rules 8 to 10).
 */
export function createInternationalWatch(options: InternationalWatchOptions) {
  const { now, drift = 0, internationalOf, saleOfTransaction, readJournal, report } = options
  const known = new Map<string, Known>()
  const opened = new Map<string, SaleRecord>()
  const saleOfCheck = new WeakMap<Call, string>()
  const brought = new Set<string>()
  let clock: Clock | undefined

  const knownOf = (sale: string) => entryOf(known, sale, () => ({ ...NOTHING_YET, shown: [] }))

  function left(call: Call): void {
    const { path, body, ext, id } = call
    const named = ext === undefined ? undefined : readJournal(saleOfTransaction(ext) ?? ext)
    const isForInternational = body.product === INTERNATIONAL || named?.kind === 'international'
    if ((isForInternational || id !== undefined) && !isExact(call)) {
      report('request with other fields', ext ?? '', `${path} with ${Object.keys(body).join(', ')}`)
    }
    if (path.endsWith('/check')) return isForInternational ? checkLeft(call) : undefined
    const sale = readJournal(saleOfTransaction(id ?? '') ?? '')
    if (sale?.kind !== 'international') return
    if (path.endsWith('/confirm')) confirmLeft(sale, id ?? '')
    if (path.endsWith('/find')) findLeft(sale)
  }

  function checkLeft(call: Call): void {
    const { account = '', amount_id: amountId } = call.body.fields ?? {}
    const alike = openedWith(account, amountId)
    const sale = alike.find(({ id }) => knownOf(id).mayCheck)
    if (!sale) return report('check sent again', alike[0]?.id ?? '', `to ${account} of ${amountId}`)
    const it = knownOf(sale.id)
    it.mayCheck = false
    it.checks += 1
    saleOfCheck.set(call, sale.id)
  }

  const openedWith = (account: string | undefined, amountId: string | undefined) =>
    [...opened.values()].filter(
      ({ account: its, international }) => its === account && international?.denomination.id === amountId,
    )

  /**
   * A check names no sale, so any of several open sales with the same content may have sent it. If a sale has not sent
   * its check although it was answered, that check was counted for it by mistake: another sale, which signs its own
   * check again, gets it back.
   */
  function passOnCheck({ account, international, checksSent, state }: SaleRecord, it: Known): void {
    // A sale that is rejected after code 1 did not have to sign its check again.
    const hasSentIt = checksSent > 0 && (it.checks === 0 || state !== 'refused')
    if (!it.mayCheck || !hasSentIt) return
    it.mayCheck = false
    letAnotherCheck(account, international?.denomination.id)
  }

  function letAnotherCheck(account: string | undefined, amountId: string | undefined): void {
    const other = openedWith(account, amountId).find(({ id }) => knownOf(id).checks > 0 && !knownOf(id).mayCheck)
    if (other) knownOf(other.id).mayCheck = true
  }

  function confirmLeft({ id: sale, international }: SaleRecord, transactionId: string): void {
    const it = knownOf(sale)
    it.isFree = true
    const detected = internationalOf(transactionId)?.detected
    if (!detected) return
    const { country, operator } = detected
    if (country.iso !== international?.country.id) {
      report('confirmed against another country', sale, `${country.iso}, not ${international?.country.id}`)
    } else if (String(operator.id) !== international.provider.id && !it.isAccepted) {
      report('confirmed against another operator', sale, `${operator.name}, not ${international.provider.name}`)
    }
  }

  function findLeft({ id: sale, state }: SaleRecord): void {
    const it = knownOf(sale)
    const since = Math.min(now() - it.lastFindAt, now() - (it.pendingSince ?? LONG_AGO))
    const isFirst = it.lastFindAt < (it.pendingSince ?? LONG_AGO)
    // A person may poll before the first find, but after it not sooner than the polling interval allows.
    const isFollowed = state === 'unknown' || state === 'pending'
    // The find with which a process resumes a sale may still wait for its turn when a person has already confirmed the
    // sale.
    const isResumed = now() - it.resumedAt < FIND_WAITS_MS
    const isAllowed =
      !isFollowed || it.isFree || isResumed || (isFirst && it.isAsked) || (state === 'unknown' && it.wasAsked)
    if (since < FIRST_MS * (1 - drift) && !isAllowed)
      report('asked too soon', sale, `${state}, after ${since / 1000} s`)
    it.lastFindAt = now()
    it.resumedAt = LONG_AGO
    it.wasAsked = it.isAsked
    it.isFree = it.isAsked = false
  }

  function answered(call: Call, body: Record<string, unknown>): void {
    note(call, [idIn(body)], isCodeOne(body))
  }

  /**
   * The server accepts a wrong id if it is the first one it receives, so later answers may be about another
   * transaction.
   */
  function damaged(call: Call, body: Record<string, unknown>, text: string): void {
    if (!isWatched(call)) return
    const id = idIn(body)
    note(call, [id, id && `x${id}`], /"code": ?"?1"?[,}]/.test(text.slice(0, MAX_REFUSAL)))
  }

  const isWatched = (call: Call) => saleOfCheck.has(call) || call.id !== undefined

  function note(call: Call, ids: (string | undefined)[], isSignedAnew: boolean): void {
    const checked = saleOfCheck.get(call)
    if (checked !== undefined) {
      const it = knownOf(checked)
      it.answers += 1
      // No sale waits for a check after its answer, so a check that was counted for a sale that is no longer open was
      // sent by another sale.
      if (isSignedAnew && !opened.has(checked)) letAnotherCheck(call.body.fields?.account, call.body.fields?.amount_id)
      else if (isSignedAnew) it.mayCheck = true
      for (const id of ids) if (id !== undefined) brought.add(id)
    }
    const sale = saleOfTransaction(call.id ?? '')
    if (sale === undefined) return
    // The answer is stored some time after it arrives; the polling intervals count from its arrival.
    if (call.path.endsWith('/confirm')) knownOf(sale).confirmedAt = now()
    else if (isSignedAnew) knownOf(sale).isFree = true
  }

  function wrote({ before, after }: DurableWrite): void {
    if (after.kind !== 'international') return
    const it = knownOf(after.id)
    if (!before) checkPrice(after, it)
    if (after.state === 'opened') return void opened.set(after.id, after)
    if (opened.delete(after.id)) {
      passOnCheck(after, it)
      checkCheck(after, it)
    }
    if (before?.state === 'confirming' && after.state === 'pending') {
      it.pendingSince = it.confirmedAt
      it.isFree = false
    }
    checkNext(after)
  }

  function checkPrice({ id, pays }: SaleRecord, { shown }: Known): void {
    if (shown.length === 0 || shown.includes(`${pays.amount} ${pays.currency}`)) return
    report('opened at a price nobody was told', id, `${pays.amount}, and ${shown.join(', ')} was shown`)
  }

  /** A lost check ends the sale and gives the reason. Only an answer lets the sale continue. */
  function checkCheck({ id, state, transactionId, problem }: SaleRecord, { checks, answers }: Known): void {
    if (state === 'refused') {
      if (checks > 0 && answers === 0 && problem?.code !== 'no-answer') {
        report('lost check is not told', id, problem?.code ?? 'no problem')
      }
    } else if (!brought.has(transactionId ?? '')) {
      report('went on without an answer to check', id, `${state}, as ${transactionId ?? 'nothing'}`)
    }
  }

  function checkNext({ id, state, resolution, confirmedAt = 0, next }: SaleRecord): void {
    if (!clock || resolution || next?.kind !== 'find' || (state !== 'pending' && state !== 'unknown')) return
    const age = clock.now() - confirmedAt
    const wait = next.at - clock.now()
    if (age >= 0 && age < A_DAY_MS && wait > MAX_MS + 1) report('asked too late', id, `${state}, in ${wait / 1000} s`)
  }

  return {
    begun: (its: Clock) => {
      clock = its
      for (const it of known.values()) {
        it.isFree = true
        it.resumedAt = now()
      }
      // Sales that an earlier process opened are not checked by this one.
      for (const sale of opened.keys()) knownOf(sale).mayCheck = false
    },
    left,
    answered,
    damaged,
    wrote,
    openAsked: (sale: string, shown: Shown | undefined) => {
      if (shown) knownOf(sale).shown.push(`${shown.amount} ${shown.currency}`)
    },
    accepted: (sale: string) => {
      knownOf(sale).isAccepted = true
    },
    asked: (sale: string) => {
      knownOf(sale).isAsked = true
    },
    /** The sale for which a check was sent. The check itself does not name it. */
    saleOfCheck: (call: Call) => saleOfCheck.get(call),
    checkDebit: (
      { id, account, international, mismatch }: SaleRecord,
      { account: sentTo, international: abroad }: Debits,
    ) => {
      if (!abroad || !international) return
      const { country, operator } = abroad.detected
      const isWanted =
        account === sentTo &&
        abroad.amountId === international.denomination.id &&
        country.iso === international.country.id &&
        (String(operator.id) === international.provider.id || mismatch?.accepted !== undefined)
      if (!isWanted) report('debit for something else', id, `${operator.name} of ${country.iso} to ${sentTo}`)
    },
  }
}

function isExact({ path, body }: Call): boolean {
  const isOnly = (what: object, ...names: string[]) => Object.keys(what).toSorted().join() === names.join()
  if (!path.endsWith('/check')) return isOnly(body, 'transaction_id') && typeof body.transaction_id === 'string'
  const { fields = {} } = body
  const areTexts = typeof fields.amount_id === 'string' && /^\d+$/.test(fields.account ?? '')
  // A test transaction is marked with a number (spec 4.9).
  const { simulation, ...always } = body as Call['body'] & { simulation?: unknown }
  const isMarked = simulation === undefined || simulation === 1
  return isOnly(always, 'fields', 'product') && isMarked && isOnly(fields, 'account', 'amount_id') && areTexts
}

const idIn = ({ transaction }: Record<string, unknown>) => (transaction as { id: string } | undefined)?.id

const isCodeOne = ({ error }: Record<string, unknown>) => (error as { code: unknown } | undefined)?.code === 1
