import * as v from 'valibot'

import type { SaleSummary } from '#domain/sale/summary.ts'
import type { Sold } from '#domain/sold.ts'
import { count, exactly, money, namedRef } from './answer-parts.ts'
import { SaleAnswer } from './sale-answers.ts'
import { type FoundSales, type SaleListPage, type SalesCounts, SalesQuery } from './sales.ts'

/** A colleague's sale, with what its waiting slip shows. */
export const SaleSummaryAnswer = exactly<SaleSummary>()({
  ...v.pick(SaleAnswer, [
    'id',
    'number',
    'isPractice',
    'isTest',
    'kind',
    'state',
    'conflicting',
    'serviceId',
    'serviceName',
    'brand',
    'account',
    'openedAt',
  ]).entries,
  cashier: v.strictObject({ name: v.string() }),
  version: v.exactOptional(v.never()),
})

export const sold = exactly<Sold>()({ amount: v.array(money), count, codesComing: count })

const salesCounts = exactly<SalesCounts>()({
  all: count,
  sold: count,
  waiting: count,
  unknown: count,
  'not-sold': count,
  'not-confirmed': count,
})

const page = exactly<SaleListPage>()({
  sales: v.array(SaleAnswer),
  next: v.exactOptional(v.string()),
  counts: v.exactOptional(salesCounts),
  sold: v.exactOptional(sold),
  services: v.exactOptional(v.array(namedRef)),
  cashiers: v.exactOptional(v.array(namedRef)),
})

/** `GET /api/sales`. With `q` there may also be summaries. */
const SaleListAnswer = exactly<FoundSales>()({
  ...page.entries,
  sales: v.array(v.union([SaleAnswer, SaleSummaryAnswer])),
})

export const saleListEndpoints = {
  'GET /api/sales': { query: SalesQuery, answer: SaleListAnswer },
}
