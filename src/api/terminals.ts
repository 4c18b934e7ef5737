import * as v from 'valibot'

import { namedRef, terminal, time } from './answer-parts.ts'
import { enrollmentCode, nameText, personId, pinText } from './input-parts.ts'

/** `POST /api/terminals/enrol`: the one-time code that a supervisor or the command line issued. */
export const Enrol = v.strictObject({ code: enrollmentCode })
export type Enrol = v.InferOutput<typeof Enrol>

/** The terminal that this browser has become. */
export const OwnTerminal = v.strictObject({ terminal })

/** What every change of a terminal returns. */
export const TerminalAnswer = terminal

/** A customer display of a till, as supervisors see it. */
const DisplayEntry = v.strictObject({
  id: v.string(),
  pairedAt: time,
  /** It has read its till's ticket in the last seconds. */
  isShowing: v.boolean(),
})
type DisplayEntry = v.InferOutput<typeof DisplayEntry>

/** An enrolled browser, as supervisors see it. */
export const TerminalEntry = v.strictObject({
  ...terminal.entries,
  createdAt: time,
  revokedAt: v.exactOptional(time),
  /** The person who is signed in there now. */
  person: v.exactOptional(namedRef),
  lastSeenAt: v.exactOptional(time),
  /** Its customer displays. */
  displays: v.array(DisplayEntry),
  /** The terminal that sent the request. */
  isThis: v.boolean(),
})
export type TerminalEntry = v.InferOutput<typeof TerminalEntry>

/** `GET /api/terminals`: those in use first. */
export const TerminalList = v.strictObject({ terminals: v.array(TerminalEntry) })
export type TerminalList = v.InferOutput<typeof TerminalList>

/** `POST /api/terminals/enrollment-codes`: a one-time code for a new terminal. */
export const IssueCode = v.strictObject({
  name: nameText,
  kiosk: v.optional(v.boolean()),
  /** Instead of a kiosk. */
  selfOrder: v.optional(v.boolean()),
})
export type IssueCode = v.InferOutput<typeof IssueCode>
export const IssuedCode = v.strictObject({ code: v.string(), expiresAt: time })
export type IssuedCode = v.InferOutput<typeof IssuedCode>

/** `PUT /api/terminals/:id/kiosk`. */
export const SetKiosk = v.strictObject({ kiosk: v.boolean() })
export type SetKiosk = v.InferOutput<typeof SetKiosk>

/** `PUT /api/terminals/:id/self-order`. */
export const SetSelfOrder = v.strictObject({ selfOrder: v.boolean() })
export type SetSelfOrder = v.InferOutput<typeof SetSelfOrder>

/** `POST /api/terminals/leave-kiosk`: sent by the kiosk itself, with a supervisor's PIN. Nobody has to be signed in. */
export const LeaveKiosk = v.strictObject({ staffId: personId, pin: pinText })
export type LeaveKiosk = v.InferOutput<typeof LeaveKiosk>

/** `POST /api/terminals/practice`: sent by the till itself, with a supervisor's PIN. `practice` is what it is to be afterwards. */
export const SwitchPractice = v.strictObject({ staffId: personId, pin: pinText, practice: v.boolean() })
export type SwitchPractice = v.InferOutput<typeof SwitchPractice>
