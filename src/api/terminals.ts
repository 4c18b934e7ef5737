import * as v from 'valibot'

import { NamedRef, Terminal } from '#domain/person.ts'
import { time } from '#domain/schema-parts.ts'
import { enrollmentCode, nameText, NoContent, personId, pinText } from './input-parts.ts'

/** Issued by a supervisor or the command line. */
export const Enroll = v.strictObject({ code: enrollmentCode })
export type Enroll = v.InferOutput<typeof Enroll>

const OwnTerminal = v.strictObject({ terminal: Terminal })

const DisplayEntry = v.strictObject({
  id: v.string(),
  pairedAt: time,
  /** The display has read its till's ticket in the last few seconds. */
  isShowing: v.boolean(),
})

export const TerminalEntry = v.strictObject({
  ...Terminal.entries,
  createdAt: time,
  revokedAt: v.exactOptional(time),
  person: v.exactOptional(NamedRef),
  lastSeenAt: v.exactOptional(time),
  displays: v.array(DisplayEntry),
  isThis: v.boolean(),
})
export type TerminalEntry = v.InferOutput<typeof TerminalEntry>

/** Those in use first. */
export const TerminalList = v.strictObject({ terminals: v.array(TerminalEntry) })
export type TerminalList = v.InferOutput<typeof TerminalList>

export const IssueCode = v.strictObject({
  name: nameText,
  kiosk: v.optional(v.boolean()),
  /** The terminal takes orders instead of being a kiosk. */
  selfOrder: v.optional(v.boolean()),
})
export type IssueCode = v.InferOutput<typeof IssueCode>
export const IssuedCode = v.strictObject({ code: v.string(), expiresAt: time })
export type IssuedCode = v.InferOutput<typeof IssuedCode>

/** Sent by the kiosk itself, with a supervisor's PIN, even if no one is signed in. */
export const LeaveKiosk = v.strictObject({ staffId: personId, pin: pinText })
export type LeaveKiosk = v.InferOutput<typeof LeaveKiosk>

export const terminalEndpoints = {
  'POST /api/terminals/enroll': { body: Enroll, answer: OwnTerminal },
  'GET /api/terminals': { answer: TerminalList },
  'POST /api/terminals/enrollment-codes': { body: IssueCode, answer: IssuedCode },
  'POST /api/terminals/:id/revoke': { body: NoContent, answer: Terminal },
  'PUT /api/terminals/:id/kiosk': { body: v.strictObject({ kiosk: v.boolean() }), answer: Terminal },
  /** Makes a terminal a self-order tablet, or an ordinary terminal again. */
  'PUT /api/terminals/:id/self-order': { body: v.strictObject({ selfOrder: v.boolean() }), answer: Terminal },
  'POST /api/terminals/leave-kiosk': { body: LeaveKiosk, answer: OwnTerminal },
  /** Sent by the till itself, with a supervisor's PIN. `practice` is the new mode. */
  'POST /api/terminals/practice': {
    body: v.strictObject({ staffId: personId, pin: pinText, practice: v.boolean() }),
    answer: OwnTerminal,
  },
}
