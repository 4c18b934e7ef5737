import type { PollInterval } from '#domain/sale/input.ts'
import type { SaleKind } from '#domain/sale/sale.ts'

/** Intervals between finds, for recharges and vouchers and for international top-ups (spec 8), and between the two finds of rule 5 (ms). */
export type PollIntervals = { direct: PollInterval; international: PollInterval; confirmGraceMs: number }

export const pollIntervalOf = (kind: SaleKind, { direct, international }: PollIntervals): PollInterval =>
  kind === 'international' ? international : direct
