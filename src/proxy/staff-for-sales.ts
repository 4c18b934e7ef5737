import type { SaleStaff } from './sales/sale-staff.ts'
import type { StaffServices } from './staff/open-staff.ts'

/** The shop's people as the money path asks for them. */
export const staffForSales = ({ people, settings, pinGuard, audit }: StaffServices): SaleStaff => ({
  limitsFor: async ({ id, role }) => ({
    person: role === 'cashier' ? await people.limitsOf(id) : undefined,
    shop: settings.current().limits ?? undefined,
  }),
  verifyPin: (approver) => pinGuard.identify({ ...approver, purpose: 'override' }),
  audit: audit.append,
})
