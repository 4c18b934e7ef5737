/** The wholesaler's text for the customer, in its order (spec 2.12). Plain text with newlines. It is never stored (rule 12). */
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
