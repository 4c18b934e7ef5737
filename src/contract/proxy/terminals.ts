import * as v from 'valibot'

import type { Terminal } from '#domain/person.ts'
import { nameText, personId, pinText } from './session.ts'

/** An enrolled browser, as supervisors see it. Times are epoch ms. */
export type TerminalEntry = Terminal & {
  createdAt: number
  revokedAt?: number
  /** Who is signed in there now. */
  person?: { id: string; name: string }
  lastSeenAt?: number
  /** The one that asks. */
  isThis: boolean
}
/** `GET /api/terminals`: those in use first. */
export type TerminalList = { terminals: TerminalEntry[] }

/** `POST /api/terminals/codes`: a one-time code for a new terminal. */
export const IssueCode = v.strictObject({ name: nameText, kiosk: v.optional(v.boolean()) })
export type IssueCode = v.InferOutput<typeof IssueCode>
export type IssuedCode = { code: string; expiresAt: number }

/** `PUT /api/terminals/:id/kiosk`. */
export const SetKiosk = v.strictObject({ kiosk: v.boolean() })
export type SetKiosk = v.InferOutput<typeof SetKiosk>

/** `POST /api/terminals/leave-kiosk`: at the kiosk itself, with a supervisor's PIN, whoever is signed in. */
export const LeaveKiosk = v.strictObject({ staffId: personId, pin: pinText })
export type LeaveKiosk = v.InferOutput<typeof LeaveKiosk>
