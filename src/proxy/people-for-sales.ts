import type { SalePeople } from './sales/sale-people.ts'
import type { Staff } from './staff/open-staff.ts'

/** The shop's people as the money path asks for them. */
export const salePeople = ({ people, settings, pinGuard, audit }: Staff): SalePeople => ({
  limitsFor: async ({ id, role }) => ({
    person: role === 'cashier' ? await people.limitsOf(id) : undefined,
    shop: settings.current().limits ?? undefined,
  }),
  recognise: (approver) => pinGuard.recognise({ ...approver, purpose: 'approve' }),
  note: audit.append,
})
