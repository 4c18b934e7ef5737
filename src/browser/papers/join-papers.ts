import type { Paper, PaperLine } from '../device/paper.ts'

/** Several receipts to be printed in one go, each cut off from the next. */
export const joinReceipts = (receipts: readonly Paper[]): Paper => ({
  kind: 'receipt',
  lines: receipts.flatMap(({ lines }, index): readonly PaperLine[] =>
    index === 0 ? lines : [{ kind: 'cut' }, ...lines],
  ),
})
