import type { PollInterval } from '#domain/sale/input.ts'
import type { SaleKind } from '#domain/sale/sale.ts'

/** Between finds, for recharges and vouchers and for international top-ups (spec 8), and between the two finds of rule 5 (ms). */
export type PollIntervals = { direct: PollInterval; international: PollInterval; confirmGraceMs: number }

/** The specification's. */
export const PACE: PollIntervals = {
  direct: { firstMs: 5_000, longestMs: 60_000 },
  international: { firstMs: 30_000, longestMs: 60_000 },
  confirmGraceMs: 30_000,
}

export const pollIntervalOf = (kind: SaleKind, { direct, international }: PollIntervals): PollInterval =>
  kind === 'international' ? international : direct
