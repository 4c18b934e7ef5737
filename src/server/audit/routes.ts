import { access } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { route, type Route } from '../http/route.ts'

/** The first page also says whether the chain is intact. */
export const auditRoutes = ({ audit, denials }: Pick<StaffServices, 'audit' | 'denials'>): Route[] => [
  route('GET /api/audit', {
    access: access.supervisor,
    handle: async ({ query: { cursor, kind } }) => {
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
    },
  }),
]
