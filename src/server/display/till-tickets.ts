import type { Ticket } from '#api/displays.ts'
import { isSameQuestion, type CustomerAnswer, type NumberQuestion } from '#domain/customer-display.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'

/** A till repeats its ticket about every second. Without a repeat for this time (ms) it is no longer shown. */
const TICKET_VALID_MS = 10_000
/** A display that has not read for this time (ms) counts as absent, and its customer is not waited for. */
export const DISPLAY_PRESENT_MS = 5_000

export type TillTickets = ReturnType<typeof createTillTickets>

/** With the number as displayed. */
export type Asked = { question: NumberQuestion; number: string }

type Entry = {
  ticket: Ticket
  reportedAt: number
  asked?: Asked | undefined
  /** Grows with each change of the question. It starts at the current time, so no answer from before a restart fits. */
  version: number
  /** `saleId`: the sale or quantity shown with the question, or sent with it. The answer counts for no other. */
  answer?: { said: CustomerAnswer; saleId?: string } | undefined
  /** The sale's stage as the display last read it, and since when. */
  stage?: { name: string; since: number } | undefined
}

const NO_TICKET: Ticket = { kind: 'none' }

type Deps = {
  clock: Pick<Clock, 'now'>
  /** Displays in use when this process starts. */
  paired: readonly { id: string; terminalId: string }[]
}

/** One ticket per till, with the customer's answer, in memory only. */
export function createTillTickets(deps: Deps) {
  const { clock } = deps
  const entries = new Map<string, Entry>()

  function entryOf(terminalId: string): Entry {
    const known = entries.get(terminalId)
    if (known) return known
    const entry: Entry = { ticket: NO_TICKET, reportedAt: clock.now(), version: clock.now() }
    entries.set(terminalId, entry)
    return entry
  }

  return {
    ...displayPresence(deps),

    /** The answer is void if the question has changed or the till was silent meanwhile. */
    tell: (terminalId: string, ticket: Ticket, asked?: Asked): void => {
      const entry = entryOf(terminalId)
      const isSame = isSameQuestion(entry.asked?.question, asked?.question)
      if (!isSame || !isYoung(clock, entry.reportedAt, TICKET_VALID_MS)) {
        entry.version = Math.max(entry.version + 1, clock.now())
        entry.answer = undefined
      }
      if (JSON.stringify({ ...entry.ticket, cashTendered: 0 }) !== JSON.stringify({ ...ticket, cashTendered: 0 }))
        entry.stage = undefined
      Object.assign(entry, { ticket, asked, reportedAt: clock.now() })
    },

    /** Empty if the ticket was not repeated in time. */
    current: (terminalId: string) => {
      const entry = entryOf(terminalId)
      const isCurrent = isYoung(clock, entry.reportedAt, TICKET_VALID_MS)
      return {
        ticket: isCurrent ? entry.ticket : NO_TICKET,
        asked: isCurrent ? entry.asked : undefined,
        version: entry.version,
        answer: answerFor(entry),
      }
    },

    /** Returns how long the stage has been shown (ms). */
    noteStage: (terminalId: string, name: string): number => {
      const entry = entryOf(terminalId)
      if (entry.stage?.name !== name) entry.stage = { name, since: clock.now() }
      return clock.now() - entry.stage.since
    },

    /** Throws `RequestRefused` 409 if the ticket's version or number has changed. */
    answer: (
      terminalId: string,
      { version, number, answer }: { version: number; number: string; answer: CustomerAnswer },
    ) => {
      const entry = entryOf(terminalId)
      const isAsked = isYoung(clock, entry.reportedAt, TICKET_VALID_MS) && entry.asked?.number === number
      if (!isAsked || entry.version !== version)
        throw new RequestRefused(409, 'stale-version', 'The number on the ticket has changed. Check it again.')
      entry.answer = { said: answer, ...('id' in entry.ticket && { saleId: entry.ticket.id }) }
    },

    /** For the sale or quantity that is about to be sent. From then on the answer counts for no other. */
    isConfirmed: (terminalId: string, question: NumberQuestion, saleId: string): boolean => {
      const entry = entries.get(terminalId)
      if (
        !entry?.answer ||
        !isYoung(clock, entry.reportedAt, TICKET_VALID_MS) ||
        !isSameQuestion(entry.asked?.question, question)
      )
        return false
      if (answerFor(entry, saleId) !== 'number-correct') return false
      entry.answer.saleId = saleId
      return true
    },
  }
}

function displayPresence({ clock, paired }: Deps) {
  /** No display can have read before this time. */
  let reachedAt = clock.now()
  const reads = new Map<string, { terminalId: string; at: number }>()
  /** Tills by display in use. */
  const tills = new Map(paired.map(({ id, terminalId }) => [id, terminalId]))
  const isShowing = (displayId: string): boolean => isYoung(clock, reads.get(displayId)?.at, DISPLAY_PRESENT_MS)
  /** A display that had no time to read yet counts as present, or a sale could be sent without its customer after a change of leader. */
  const isExpected = (terminalId: string): boolean =>
    isYoung(clock, reachedAt, DISPLAY_PRESENT_MS) && [...tills.values()].includes(terminalId)
  const isWatched = (terminalId: string): boolean =>
    isExpected(terminalId) ||
    [...reads].some(([displayId, read]) => read.terminalId === terminalId && isShowing(displayId))

  return {
    /** `isShowing`: this display has read recently. `isWatched`: any display of this till has, or is expected to after a start. */
    isShowing,
    isWatched,
    /** Call once displays can reach this process. */
    begin: (): void => {
      reachedAt = clock.now()
    },
    /** True if the till has a display, but none of them reads. */
    isUnplugged: (terminalId: string): boolean => !isWatched(terminalId) && [...tills.values()].includes(terminalId),
    end: (displayId: string): void => void tills.delete(displayId),

    noteRead: ({ id, till }: { id: string; till: { id: string } }): void => {
      for (const known of reads.keys()) if (!isShowing(known)) reads.delete(known)
      reads.set(id, { terminalId: till.id, at: clock.now() })
      tills.set(id, till.id)
    },
  }
}

/** `undefined` if the answer belongs to a sale other than `saleId`. */
function answerFor({ ticket, answer }: Entry, saleId = 'id' in ticket ? ticket.id : undefined) {
  const isUsed = answer?.saleId !== undefined && answer.saleId !== saleId
  return isUsed ? undefined : answer?.said
}

const isYoung = (clock: Deps['clock'], at: number | undefined, ms: number) => {
  const age = at === undefined ? Infinity : clock.now() - at
  return age >= 0 && age < ms
}
