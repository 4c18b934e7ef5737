import * as v from 'valibot'

import { AUDIT_KINDS, AuditEntry } from '#domain/audit.ts'
import { count, time } from '#domain/schema-parts.ts'
import { cursor } from './input-parts.ts'

/** Newest first, starting below `cursor`. */
const AuditQuery = v.strictObject({
  cursor,
  kind: v.optional(v.picklist(AUDIT_KINDS)),
})

/** `number` increases by one with each entry. */
export const AuditLine = v.strictObject({ ...AuditEntry.entries, number: count, at: time })
export type AuditLine = v.InferOutput<typeof AuditLine>

export const AuditPage = v.strictObject({
  lines: v.array(AuditLine),
  next: v.exactOptional(v.string()),
  /** Only with the first page. */
  isIntact: v.exactOptional(v.boolean()),
  /** The number of the first entry that breaks the chain. */
  firstBadLine: v.exactOptional(count),
})
export type AuditPage = v.InferOutput<typeof AuditPage>

export const auditEndpoints = {
  'GET /api/audit': { query: AuditQuery, answer: AuditPage },
}
