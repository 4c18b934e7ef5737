import * as v from 'valibot'

import { AUDIT_KINDS, AuditEntry } from '#domain/audit.ts'
import { count, time } from '#domain/schema-parts.ts'
import { cursor } from './input-parts.ts'

/** Newest first, from below `cursor`. */
const AuditQuery = v.strictObject({
  cursor,
  kind: v.optional(v.picklist(AUDIT_KINDS)),
})

/** One line of the audit log. `number` grows by one from line to line. */
export const AuditLine = v.strictObject({ ...AuditEntry.entries, number: count, at: time })
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
