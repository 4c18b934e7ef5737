import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'

/** Several receipts to be printed in one go, each cut off from the next. */
export const joinReceipts = (receipts: readonly PrintDocument[]): PrintDocument => ({
  kind: 'receipt',
  lines: receipts.flatMap(({ lines }, index): readonly PrintLine[] =>
    index === 0 ? lines : [{ kind: 'cut' }, ...lines],
  ),
})
