import type { Ticket } from '#api/displays.ts'
import { isSameQuestion, type CustomerAnswer, type NumberQuestion } from '#domain/customer-display.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'

/** A till repeats its ticket every second or so. One that was not repeated for so long was left, and is shown no longer (ms). */
const TICKET_VALID_MS = 10_000
/** A display that has not read for so long is not there: nobody waits for its customer (ms). */
export const DISPLAY_PRESENT_MS = 5_000

export type TillTickets = ReturnType<typeof createTillTickets>

/** What the customer is asked about a ticket, with the number as they are shown it. */
export type Asked = { question: NumberQuestion; number: string }

type Entry = {
  ticket: Ticket
  toldAt: number
  asked?: Asked | undefined
  /** Grows with each change of what is asked. No two processes begin alike, so no answer of before a restart fits. */
  version: number
  /** `saleId` is the sale or quantity that was shown when it was given, or that went out with it: it counts for no other one. */
  answer?: { said: CustomerAnswer; saleId?: string } | undefined
  /** What has become of the sale as the display last read it, and since when. */
  stage?: { name: string; since: number } | undefined
}

const NO_TICKET: Ticket = { kind: 'none' }

type Deps = {
  clock: Pick<Clock, 'now'>
  /** The displays that are in use as this process starts. */
  paired: readonly { id: string; terminalId: string }[]
}

/** What the tills say that their customers see, and what the customers answer: in memory only, one ticket for each till. */
export function createTillTickets(deps: Deps) {
  const { clock } = deps
  const entries = new Map<string, Entry>()

  function entryOf(terminalId: string): Entry {
    const known = entries.get(terminalId)
    if (known) return known
    const entry: Entry = { ticket: NO_TICKET, toldAt: clock.now(), version: clock.now() }
    entries.set(terminalId, entry)
    return entry
  }

  return {
    ...displayPresence(deps),

    /** Takes what a till says. Where what is asked has changed, or the till was silent meanwhile, the answer to it is void. */
    tell: (terminalId: string, ticket: Ticket, asked?: Asked): void => {
      const entry = entryOf(terminalId)
      const isSame = isSameQuestion(entry.asked?.question, asked?.question)
      if (!isSame || !isYoung(clock, entry.toldAt, TICKET_VALID_MS)) {
        entry.version = Math.max(entry.version + 1, clock.now())
        entry.answer = undefined
      }
      if (JSON.stringify({ ...entry.ticket, given: 0 }) !== JSON.stringify({ ...ticket, given: 0 }))
        entry.stage = undefined
      Object.assign(entry, { ticket, asked, toldAt: clock.now() })
    },

    /** What is on the ticket, and whether it is the one that was told last. */
    current: (terminalId: string) => {
      const entry = entryOf(terminalId)
      const isTold = isYoung(clock, entry.toldAt, TICKET_VALID_MS)
      return {
        ticket: isTold ? entry.ticket : NO_TICKET,
        asked: isTold ? entry.asked : undefined,
        version: entry.version,
        answer: answerFor(entry),
      }
    },

    /** A display reads what has become of the sale on the ticket. Returns how long that has been so (ms), from the first reading on. */
    noteStage: (terminalId: string, name: string): number => {
      const entry = entryOf(terminalId)
      if (entry.stage?.name !== name) entry.stage = { name, since: clock.now() }
      return clock.now() - entry.stage.since
    },

    /** Takes what the customer says. Throws `RequestRefused` 409 where the ticket has another version or number by now. */
    answer: (
      terminalId: string,
      { version, number, answer }: { version: number; number: string; answer: CustomerAnswer },
    ) => {
      const entry = entryOf(terminalId)
      const isAsked = isYoung(clock, entry.toldAt, TICKET_VALID_MS) && entry.asked?.number === number
      if (!isAsked || entry.version !== version)
        throw new RequestRefused(409, 'stale-version', 'The number on the ticket has changed. Check it again.')
      entry.answer = { said: answer, ...('id' in entry.ticket && { saleId: entry.ticket.id }) }
    },

    /**
     * Whether the customer has said that this number is right, for the sale or quantity that is about to go out. From then on that answer is of no
     * other one.
     */
    isConfirmed: (terminalId: string, question: NumberQuestion, saleId: string): boolean => {
      const entry = entries.get(terminalId)
      if (
        !entry?.answer ||
        !isYoung(clock, entry.toldAt, TICKET_VALID_MS) ||
        !isSameQuestion(entry.asked?.question, question)
      )
        return false
      if (answerFor(entry, saleId) !== 'number-correct') return false
      entry.answer.saleId = saleId
      return true
    },
  }
}

/** Which displays are there: those that have read their till's ticket in the last seconds. */
function displayPresence({ clock, paired }: Deps) {
  /** No display can have read before. */
  let reachedAt = clock.now()
  const reads = new Map<string, { terminalId: string; at: number }>()
  /** The tills of all displays in use, by the display. */
  const tills = new Map(paired.map(({ id, terminalId }) => [id, terminalId]))
  const isShowing = (displayId: string): boolean => isYoung(clock, reads.get(displayId)?.at, DISPLAY_PRESENT_MS)
  /** A display that has had no time to read yet counts as there, or a sale would go out past its customer after a change of leader. */
  const isExpected = (terminalId: string): boolean =>
    isYoung(clock, reachedAt, DISPLAY_PRESENT_MS) && [...tills.values()].includes(terminalId)
  const isWatched = (terminalId: string): boolean =>
    isExpected(terminalId) ||
    [...reads].some(([displayId, read]) => read.terminalId === terminalId && isShowing(displayId))

  return {
    /** Whether a display has read its till's ticket in the last seconds, and whether any of this till has, or is about to after a start. */
    isShowing,
    isWatched,
    /** To be called once displays reach this process. */
    begin: (): void => {
      reachedAt = clock.now()
    },
    /** A display belongs to this till, and none of them reads. */
    isUnplugged: (terminalId: string): boolean => !isWatched(terminalId) && [...tills.values()].includes(terminalId),
    /** The display belongs to no till any more. */
    end: (displayId: string): void => void tills.delete(displayId),

    /** A display has read the ticket of its till. */
    noteRead: ({ id, till }: { id: string; till: { id: string } }): void => {
      for (const known of reads.keys()) if (!isShowing(known)) reads.delete(known)
      reads.set(id, { terminalId: till.id, at: clock.now() })
      tills.set(id, till.id)
    },
  }
}

/** The customer's answer to what is asked now, unless it is of another sale than `saleId`. */
function answerFor({ ticket, answer }: Entry, saleId = 'id' in ticket ? ticket.id : undefined) {
  const isUsed = answer?.saleId !== undefined && answer.saleId !== saleId
  return isUsed ? undefined : answer?.said
}

const isYoung = (clock: Deps['clock'], at: number | undefined, ms: number) => {
  const age = at === undefined ? Infinity : clock.now() - at
  return age >= 0 && age < ms
}
