import type { ReportAnswer } from '#api/reports.ts'
import type { Figures } from '#domain/reports/reports.ts'
import { aed } from './a-shop.ts'

const nothing = { count: 0, amount: [] }

export const figures = (count: number, paid: string, cost: string, margin: string): Figures => ({
  count,
  paid: [aed(paid)],
  cost: [aed(cost)],
  margin: [aed(margin)],
  withoutMargin: 0,
})

type Parts = Partial<Omit<ReportAnswer, 'totals'>> & { totals?: Partial<ReportAnswer['totals']> }

export const aReport = ({ totals, ...rows }: Parts = {}): ReportAnswer => ({
  totals: {
    count: 0,
    paid: [],
    cost: [],
    margin: [],
    withoutMargin: 0,
    sold: 0,
    notSold: 0,
    waiting: 0,
    unknown: 0,
    tests: nothing,
    refundsDue: nothing,
    losses: { refunded: nothing, belowCost: nothing },
    ...totals,
  },
  byKind: [],
  byService: [],
  byCategory: [],
  byOperator: [],
  byCashier: [],
  byTerminal: [],
  byPayment: [],
  byHour: [],
  byDay: [],
  losses: [],
  times: { all: { count: 0 }, byService: [], byDay: [] },
  ...rows,
})
