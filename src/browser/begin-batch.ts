import { ulid } from 'ulid'

import * as v from 'valibot'

import { MAX_LINES, OpenServiceSale } from '#contract/proxy/sales.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import { beginSale, forgetOldest, newSaleId } from './begin-sale.ts'

/** What every line of a quantity asks for. */
export type LineContent = Omit<OpenServiceSale, 'batch' | 'duplicateOf'>

/** A quantity this tab began, or goes on with. */
export type BatchRequest = {
  content: LineContent
  of: number
  /** By line, from 1: the sale each line is, or is to be; another one where a line is sold anew. */
  saleIds: Record<number, SaleId>
  tileId?: string | undefined
  /** A person said that the lines which are not sold stay so. */
  isEnded?: true | undefined
}

const KEEP = 10
const PREFIX = 'batch:'

const KeptBatch: v.GenericSchema<unknown, BatchRequest> = v.object({
  content: v.omit(OpenServiceSale, ['batch', 'duplicateOf']),
  of: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINES)),
  saleIds: v.record(
    v.pipe(v.string(), v.transform(Number)),
    v.custom<SaleId>((id) => typeof id === 'string' && findSaleId(id) !== undefined),
  ),
  tileId: v.optional(v.string()),
  isEnded: v.optional(v.literal(true)),
})

/** Ids for a quantity and for each of its lines, remembered before anything leaves. Answers the first line, whose review stands for all. */
export function beginBatch(content: LineContent, of: number, tileId?: string): SaleId {
  const id = ulid()
  const saleIds: Record<number, SaleId> = {}
  for (let line = 1; line <= of; line++) saleIds[line] = newSaleId()
  forgetOldest(PREFIX, KEEP)
  keepBatch(id, { content, of, saleIds, tileId })
  return beginSale({ ...content, batch: { id, line: 1, of } }, tileId, saleIds[1])
}

export function keepBatch(id: string, request: BatchRequest): void {
  sessionStorage.setItem(PREFIX + id, JSON.stringify(request))
}

export function findBatch(id: string): BatchRequest | undefined {
  const text = sessionStorage.getItem(PREFIX + id)
  if (text === null) return undefined
  try {
    const read = v.safeParse(KeptBatch, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}
