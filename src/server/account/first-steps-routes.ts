import { reachableAt } from '../http/reachable-at.ts'
import { access } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  staff: Pick<StaffServices, 'people' | 'settings' | 'terminals'>
  config: Parameters<typeof reachableAt>[0]
  countByState: () => Promise<{ state: string; count: number }[]>
}

export const firstStepsRoutes = ({ staff, config, countByState }: Deps): Route[] => [
  route('GET /api/first-steps', {
    access: access.supervisor,
    handle: async () => {
      const people = (await staff.people.listAll()).filter(({ disabledAt }) => disabledAt === null)
      const tills = (await staff.terminals.listAll()).filter((till) => till.revokedAt === null && !till.isSelfOrder)
      const { limits, wallet } = staff.settings.current()
      const codeValidUntil = await staff.terminals.findOpenCode()
      const states = await countByState()
      return {
        people: people.length,
        hasLimits: limits !== null || people.some(({ limits }) => limits !== undefined),
        hasWarning: wallet.line !== null || wallet.lowBalanceDays !== null,
        hasSold: states.some(({ state, count }) => state === 'succeeded' && count > 0),
        tills: tills.map(({ name }) => name),
        ...(codeValidUntil !== undefined && { codeValidUntil }),
        addresses: reachableAt(config),
      }
    },
  }),
]
