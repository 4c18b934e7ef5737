import { SHOWN } from '#contract/wholesaler/loose.ts'
import { isEmptyReceipt, RECEIPT_PARTS, type Receipt } from '#domain/receipt.ts'
import { isJsonObject } from './parse-json.ts'
import { plainLines } from './plain-text.ts'

/** The receipt of an answer, `undefined` while there is none: absent, `{}` or `[]` (spec 2.12). */
export function findReceipt(value: unknown): Receipt | undefined {
  if (!isJsonObject(value)) return undefined
  const receipt: Receipt = {}
  for (const part of RECEIPT_PARTS) {
    const text = value[part]
    if (typeof text === 'string') receipt[part] = plainLines(text, SHOWN.receiptPart)
  }
  return isEmptyReceipt(receipt) ? undefined : receipt
}
