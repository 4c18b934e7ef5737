import * as v from 'valibot'

import { ACCENTS } from '#domain/accent.ts'
import { LANGUAGES } from '#domain/language.ts'
import { Person, Terminal } from '#domain/person.ts'
import { time } from '#domain/schema-parts.ts'
import { badgeCode, enrollmentCode, nameText, NoContent, personId, pinText, timeZoneText } from './input-parts.ts'
import { TerminalSettings } from './settings.ts'

/** Without a terminal there is no staff list. */
export const Session = v.strictObject({
  terminal: v.nullable(Terminal),
  /** The shop's configured name if there are several shops; otherwise the name in the wholesaler's point information, once it has been read. */
  shop: v.exactOptional(v.strictObject({ name: v.string(), accent: v.exactOptional(v.picklist(ACCENTS)) })),
  /** The people who may sign in: id, name and role. */
  staff: v.array(Person),
  person: v.exactOptional(Person),
  /** The terminal locks after this long without input (ms). */
  idleMs: v.exactOptional(v.number()),
  /** The whole shop sells from the sandbox: no money moves. For one till, see `terminal.isPractice`. */
  isPractice: v.boolean(),
  /** A supervisor's PIN can switch this till to practice mode and back. */
  hasPractice: v.exactOptional(v.literal(true)),
  /** For a browser that is not a terminal: there are several shops, so codes begin with the id of their shop. */
  hasShops: v.exactOptional(v.literal(true)),
  /** For a browser that is not a terminal: the shop has no staff yet, so its first supervisor uses the link in the console. */
  isNew: v.exactOptional(v.literal(true)),
  /** Nothing is set, so that an account can be connected: in this browser, or at the computer that runs the server. */
  canConnect: v.exactOptional(v.picklist(['here', 'elsewhere'])),
  /** With `isNew`: the first supervisor chooses the time zone. */
  asksTimeZone: v.exactOptional(v.literal(true)),
  /** People of this shop have badges, which sign in at every till that is not a kiosk. */
  hasBadges: v.exactOptional(v.literal(true)),
  /** Practice only: the demo staff's PINs, by staff id. */
  demoPins: v.exactOptional(v.record(v.string(), v.string())),
  /** An IANA name. Screens and documents show times in this zone. */
  timeZone: v.string(),
  /** 0 to 23; absent for a browser that is not a terminal. */
  dayStartHour: v.exactOptional(v.number()),
  /** Present once someone is signed in. */
  settings: v.exactOptional(TerminalSettings),
  /** Changes with `settings`, `idleMs`, `timeZone` and `dayStartHour`. */
  settingsVersion: v.exactOptional(v.string()),
  /** Of the page we serve. */
  build: v.string(),
})
export type Session = v.InferOutput<typeof Session>

/** Applies to the sender at every till. */
export const ChooseLanguage = v.strictObject({ language: v.picklist(LANGUAGES) })
export type ChooseLanguage = v.InferOutput<typeof ChooseLanguage>

/** The code in the link that the first start printed, and the first supervisor. */
export const Setup = v.strictObject({
  code: enrollmentCode,
  name: nameText,
  pin: pinText,
  terminal: nameText,
  timeZone: v.exactOptional(timeZoneText),
})
export type Setup = v.InferOutput<typeof Setup>

export const SessionEntry = v.strictObject({
  id: v.string(),
  person: v.omit(Person, ['permissions']),
  terminal: Terminal,
  since: time,
  lastActivityAt: time,
  isThis: v.boolean(),
})
export type SessionEntry = v.InferOutput<typeof SessionEntry>

export const SessionList = v.strictObject({ sessions: v.array(SessionEntry) })
export type SessionList = v.InferOutput<typeof SessionList>

/** The person whose PIN is needed too. No one is signed in yet. */
export const BadgeNeedsPin = v.strictObject({ needsPinOf: v.string() })

export const sessionEndpoints = {
  'GET /api/session': { answer: Session },
  /** What every till, kiosk and self-order tablet shows of the shop, with or without a person. */
  'GET /api/brand': { answer: v.strictObject({ logo: v.exactOptional(v.string()) }) },
  /** `isVisit`: the session ends after five minutes, even in use. */
  'POST /api/session': {
    body: v.strictObject({ staffId: personId, pin: pinText, isVisit: v.exactOptional(v.literal(true)) }),
    answer: Session,
  },
  /** With a card's code and its person's PIN; without a PIN, signs in only cashiers of shops that allow it. */
  'POST /api/session/badge': {
    body: v.strictObject({ code: badgeCode, pin: v.optional(pinText) }),
    answer: v.union([Session, BadgeNeedsPin]),
  },
  'DELETE /api/session': { answer: Session },
  'POST /api/session/step-up': { body: v.strictObject({ pin: pinText }), answer: Session },
  'PUT /api/session/language': { body: ChooseLanguage, answer: Session },
  /** The terminal is in use, so the session stays alive. */
  'POST /api/session/heartbeat': { body: NoContent, answer: v.strictObject({}) },
  'POST /api/setup': { body: Setup, answer: Session },
  'GET /api/sessions': { answer: SessionList },
  'POST /api/sessions/:id/end': { body: NoContent, answer: v.strictObject({}) },
}
