import * as v from 'valibot'

import { optionalText } from './schema-parts.ts'

/** The wholesaler's text for the customer, in its order (spec 2.12): plain text with newlines, never stored (rule 12). */
export const Receipt = v.strictObject({
  header: optionalText,
  subheader: optionalText,
  info: optionalText,
  instruction: optionalText,
  promo: optionalText,
  footer: optionalText,
})
export type Receipt = v.InferOutput<typeof Receipt>

export const RECEIPT_PARTS = ['header', 'subheader', 'info', 'instruction', 'promo', 'footer'] as const

export function isEmptyReceipt(receipt: Receipt): boolean {
  return RECEIPT_PARTS.every((part) => !receipt[part]?.trim())
}
