import * as v from 'valibot'

import type { Person, Terminal } from '#domain/person.ts'

/** `GET /api/session`. Without a terminal there is no staff list. */
export type Session = {
  terminal: Terminal | null
  /** The shop, from the wholesaler's point information, when it has been read. */
  shop?: { name: string }
  /** Who may sign in: id, name and role. */
  staff: Person[]
  /** Who is signed in, with what they may do. */
  person?: Person
  /** After so long without a person's hand the till locks (ms). */
  idleMs?: number
  /** The sandbox is the service: no money moves. */
  isPractice: boolean
  /** Practice only: the demo staff's PINs, by staff id. */
  demoPins?: Record<string, string>
  /** The shop's time zone, IANA name: what the screen and its papers tell the time in. */
  timeZone: string
  version: string
}

export const pinText = v.pipe(v.string(), v.regex(/^\d{4,12}$/, '4 to 12 digits'))
export const personId = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
const oneTimeCode = v.pipe(v.string(), v.minLength(1), v.maxLength(40))
/** As a person or a terminal is called; not trimmed, since that would take hidden characters away unseen. */
export const nameText = v.pipe(
  v.string(),
  v.regex(/\S/, 'a name'),
  v.check((name) => name.trim().length <= 60, 'at most 60 characters'),
)

export const SignIn = v.strictObject({ staffId: personId, pin: pinText })
export type SignIn = v.InferOutput<typeof SignIn>

/** `POST /api/session/step-up`: the own PIN once more, for what takes more than being signed in. */
export const StepUpBody = v.strictObject({ pin: pinText })
export type StepUpBody = v.InferOutput<typeof StepUpBody>

export const Enrol = v.strictObject({ code: oneTimeCode })
export type Enrol = v.InferOutput<typeof Enrol>

/** `POST /api/setup`: the code of the link that was printed at the first start, and the first supervisor. */
export const Setup = v.strictObject({ code: oneTimeCode, name: nameText, pin: pinText, terminal: nameText })
export type Setup = v.InferOutput<typeof Setup>

/** `GET /api/sessions`: who is signed in where. Times are epoch ms. */
export type SessionEntry = {
  id: string
  person: Pick<Person, 'id' | 'name' | 'role'>
  terminal: Terminal
  since: number
  lastActivityAt: number
  /** The one that asks. */
  isThis: boolean
}
export type SessionList = { sessions: SessionEntry[] }
