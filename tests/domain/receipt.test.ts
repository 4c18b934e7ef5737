import { expect, it } from 'vitest'

import { isEmptyReceipt } from '#domain/receipt.ts'

it.each([
  { receipt: {}, is: true },
  { receipt: { header: '', info: ' \n' }, is: true },
  { receipt: { footer: 'Thank you' }, is: false },
  { receipt: { header: '', promo: 'Dial *100#' }, is: false },
])('a receipt of $receipt is empty: $is', ({ receipt, is }) => expect(isEmptyReceipt(receipt)).toBe(is))
