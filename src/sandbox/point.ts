import type { Account } from './auth.ts'
/** The answer of `/point_info` (spec 2.2). */
export function pointAnswer({ posId }: Account, frontviewId: string | undefined) {
  return {
    agent: {
      name: 'Sidra Corner Shop',
      name_on_receipt: 'SIDRA CORNER SHOP',
      address: 'Al Rigga Street, Deira, Dubai',
      topup_code: '4820771503',
    },
    pos: { id: posId, ...(frontviewId !== undefined && { frontview_id: frontviewId }) },
    support: { email: 'support@wholesale.example' },
  }
}
