import * as v from 'valibot'

import { AUDIT_KINDS, type AuditEntry } from '#domain/audit.ts'
import { count, exactly, namedRef, time } from './answer-parts.ts'
import { cursor } from './input-parts.ts'

/** `GET /api/audit`: newest first, from below `cursor`. */
const AuditQuery = v.strictObject({
  cursor,
  kind: v.optional(v.picklist(AUDIT_KINDS)),
})

const entry = exactly<AuditEntry>()({
  kind: v.picklist(AUDIT_KINDS),
  by: v.exactOptional(namedRef),
  terminal: v.exactOptional(namedRef),
  about: v.exactOptional(namedRef),
  detail: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
})

/** One line of the audit log. `number` grows by one from line to line. */
export const AuditLine = v.strictObject({ ...entry.entries, number: count, at: time })
export type AuditLine = v.InferOutput<typeof AuditLine>

export const AuditPage = v.strictObject({
  lines: v.array(AuditLine),
  next: v.exactOptional(v.string()),
  /** With the first page: whether the chain of all lines is intact. */
  isIntact: v.exactOptional(v.boolean()),
  /** The number of the first line that breaks the chain. */
  firstBadLine: v.exactOptional(count),
})
export type AuditPage = v.InferOutput<typeof AuditPage>

export const auditEndpoints = {
  'GET /api/audit': { query: AuditQuery, answer: AuditPage },
}
