import * as v from 'valibot'

import { AUDIT_KINDS, type AuditEntry } from '#domain/audit.ts'

/** One line of the audit log; `at` is epoch ms, `number` grows by one from line to line. */
export type AuditLine = AuditEntry & { number: number; at: number }

/** `GET /api/audit`: newest first, from below `cursor`. `isIntact` says, with the first page, whether the chain of all lines holds. */
export const AuditQuery = v.strictObject({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'the next of the page before'))),
  kind: v.optional(v.picklist(AUDIT_KINDS)),
})
export type AuditQuery = v.InferOutput<typeof AuditQuery>
export type AuditPage = {
  lines: AuditLine[]
  next?: string
  isIntact?: boolean
  /** The first line that does not hold, where the log is not whole. */
  firstBadLine?: number
}
