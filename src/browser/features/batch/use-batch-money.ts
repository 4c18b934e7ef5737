import { useQuery } from '@tanstack/react-query'

import { decimal, money, type Money } from '#domain/money.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import type { LineContent } from '../../begin-batch.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { timesMoney } from '../../quantity-total.ts'
import type { BatchCounts } from './batch-lines.ts'
import type { Sale } from '#domain/sale/sale.ts'

/** The sums of a quantity, as the screen says them. */
export type BatchSums = {
  each: string
  total: Money
  paid: Money
  sold: string
  open: string
  giveBack: string
  apart: string
}

type Counted = { content: LineContent; counts: BatchCounts; of: number; sample: Sale | undefined }

/** Nothing until the currency is known: a sale tells it, or the catalogue. */
export function useBatchMoney(known: Counted | undefined): BatchSums | undefined {
  const formats = useFormats()
  const { data: catalogue } = useQuery(catalogueQuery)
  if (!known) return undefined
  const { content, counts, of, sample } = known
  const each = sample?.pays ?? (catalogue && money(decimal(content.amount), catalogue.currency))
  if (!each) return undefined
  const sum = (count: number) => formats.money(timesMoney(each, count))
  return {
    each: formats.money(each),
    total: timesMoney(each, of),
    paid: timesMoney(each, counts.sold + counts.open),
    sold: sum(counts.sold),
    open: sum(counts.open),
    giveBack: sum(counts['not-sold']),
    apart: sum(counts.apart),
  }
}
