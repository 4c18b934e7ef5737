/** What the customer reads, in the wholesaler's order (spec 2.12). Text only; newlines are kept. Never at rest (DESIGN rule 12). */
export type Receipt = {
  header?: string
  subheader?: string
  info?: string
  instruction?: string
  promo?: string
  footer?: string
}

export const RECEIPT_PARTS = ['header', 'subheader', 'info', 'instruction', 'promo', 'footer'] as const

export function isEmptyReceipt(receipt: Receipt): boolean {
  return RECEIPT_PARTS.every((part) => !receipt[part]?.trim())
}
