import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { AuditQuery, type AuditPage } from '#contract/proxy/audit.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { StaffServices } from '../staff/open-staff.ts'

/** The audit log, page by page. The first page also says whether its chain holds. */
export function auditRoutes(app: FastifyInstance, { audit, denials }: Pick<StaffServices, 'audit' | 'denials'>): void {
  app.get(proxyPaths.audit, async (request): Promise<AuditPage> => {
    const { cursor, kind } = v.parse(AuditQuery, request.query)
    if (cursor === undefined) await denials.flush()
    const { lines, next } = await audit.page({ below: cursor === undefined ? undefined : Number(cursor), kind })
    const page = { lines, ...(next !== undefined && { next: String(next) }) }
    if (cursor !== undefined) return page
    const verdict = await audit.verify({ known: true })
    return {
      ...page,
      isIntact: verdict.isIntact,
      ...(!verdict.isIntact && { firstBadLine: verdict.firstBadLine }),
    }
  })
}
