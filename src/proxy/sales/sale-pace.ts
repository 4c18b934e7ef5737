import type { FindPace } from '#domain/find-schedule.ts'
import type { SaleKind } from '#domain/sale.ts'

/** How often find is asked, for direct recharges and vouchers and for international top-ups (spec 8), and the pause between two finds of rule 5, in ms. */
export type SalePace = { pace: FindPace; internationalPace: FindPace; settleMs: number }

export const paceOf = (kind: SaleKind, { pace, internationalPace }: SalePace): FindPace =>
  kind === 'international' ? internationalPace : pace
