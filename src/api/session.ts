import * as v from 'valibot'

import { LANGUAGES } from '#domain/language.ts'
import { Person, Terminal } from '#domain/person.ts'
import { time } from '#domain/schema-parts.ts'
import { enrollmentCode, nameText, NoContent, personId, pinText } from './input-parts.ts'
import { TillSettings } from './settings.ts'

/** Without a terminal there is no staff list. */
export const Session = v.strictObject({
  terminal: v.nullable(Terminal),
  /** The shop: in an installation with several by its own name, else from the wholesaler's point information, once it has been read. */
  shop: v.exactOptional(v.strictObject({ name: v.string() })),
  /** The people who may sign in: id, name and role. */
  staff: v.array(Person),
  /** The person who is signed in, with their permissions and their language. */
  person: v.exactOptional(Person),
  /** The terminal locks after this long without input from a person (ms). */
  idleMs: v.exactOptional(v.number()),
  /** The sandbox is the service of the whole shop: no money moves. One till in practice has `terminal.isPractice`. */
  isPractice: v.boolean(),
  /** A supervisor's PIN can switch this till to practice and back. */
  hasPractice: v.exactOptional(v.literal(true)),
  /** For a browser that is no terminal: there are several shops, so a code begins with the id of its shop. */
  hasShops: v.exactOptional(v.literal(true)),
  /** For a browser that is no terminal: nobody was ever added to this shop, so its first supervisor comes by the link of the console. */
  isNew: v.exactOptional(v.literal(true)),
  /** Practice only: the demo staff's PINs, by staff id. */
  demoPins: v.exactOptional(v.record(v.string(), v.string())),
  /** The shop's time zone, an IANA name. Screens and print documents show times in it. */
  timeZone: v.string(),
  /** The hour (0 to 23) at which the shop's day begins; absent for a browser that is no terminal. */
  dayStartHour: v.exactOptional(v.number()),
  /** What this till needs of the shop's settings, once somebody is signed in. */
  settings: v.exactOptional(TillSettings),
  /** Changes with `settings`, `idleMs` and `dayStartHour`. */
  settingsVersion: v.exactOptional(v.string()),
  version: v.string(),
})
export type Session = v.InferOutput<typeof Session>

/** What the person who sends it reads from now on, at every till. */
export const ChooseLanguage = v.strictObject({ language: v.picklist(LANGUAGES) })
export type ChooseLanguage = v.InferOutput<typeof ChooseLanguage>

/** The code of the link that the first start printed, and the first supervisor. */
export const Setup = v.strictObject({
  code: enrollmentCode,
  name: nameText,
  pin: pinText,
  terminal: nameText,
})
export type Setup = v.InferOutput<typeof Setup>

/** A sign-in that has not ended. */
export const SessionEntry = v.strictObject({
  id: v.string(),
  person: v.omit(Person, ['permissions']),
  terminal: Terminal,
  since: time,
  lastActivityAt: time,
  /** The session that sent the request. */
  isThis: v.boolean(),
})
export type SessionEntry = v.InferOutput<typeof SessionEntry>

/** Who is signed in where. */
export const SessionList = v.strictObject({ sessions: v.array(SessionEntry) })
export type SessionList = v.InferOutput<typeof SessionList>

export const sessionEndpoints = {
  'GET /api/session': { answer: Session },
  'POST /api/session': { body: v.strictObject({ staffId: personId, pin: pinText }), answer: Session },
  'DELETE /api/session': { answer: Session },
  /** A person enters their own PIN again, for something sensitive. */
  'POST /api/session/step-up': { body: v.strictObject({ pin: pinText }), answer: Session },
  'PUT /api/session/language': { body: ChooseLanguage, answer: Session },
  /** A person used the terminal, so the session stays alive. */
  'POST /api/session/heartbeat': { body: NoContent, answer: v.strictObject({}) },
  'POST /api/setup': { body: Setup, answer: Session },
  'GET /api/sessions': { answer: SessionList },
  'POST /api/sessions/:id/end': { body: NoContent, answer: v.strictObject({}) },
}
