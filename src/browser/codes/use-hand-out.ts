import { useEffect, useMemo, useState } from 'react'

import type { Paper } from '../device/paper.ts'
import type { Sale } from '#domain/sale.ts'
import { saleCan } from '#domain/sale.ts'
import { isUsable, type Voucher } from '#domain/voucher.ts'
import { useTerminalPrinter } from '../device/terminal-printer.ts'
import { formatSaleNumber } from '../i18n/format-sale-number.ts'
import { paperText } from '../papers/paper-text.ts'
import { receiptPaper, type ReceiptContent } from '../papers/receipt-paper.ts'
import { usePaperWords } from '../papers/use-paper-words.ts'
import { useMyRight, useMyRightToCode } from '../use-my-right.ts'
import { claimAutoPrint } from './auto-print.ts'
import { useHandingOver } from './use-hand-over.ts'
import { useRevealed, type Shown, type ShownNow } from './use-revealed.ts'

export type HandOut = ReturnType<typeof useHandOut>

type HandOutOptions = {
  /** The code came while somebody looked on: it is shown although what was there before was shown already. */
  cameJustNow?: boolean
}

/** Everything the customer of a sold sale takes away: code, receipt, and the ways by which they get it. */
export function useHandOut(sale: Sale, { cameJustNow = false }: HandOutOptions = {}) {
  const words = usePaperWords()
  const { isMine } = useMyRight(sale)
  const right = useMyRightToCode(sale)
  const hasCode = sale.voucher !== undefined
  // Its cashier has the customer there, or finds them when they are back. A second time it takes a press.
  const isDueByItself = sale.voucher === 'ready' && isMine && (sale.shownTimes === 0 || cameJustNow)
  const shown = useRevealed(sale, hasCode ? isDueByItself : sale.state === 'succeeded')
  const handing = useHandingOver(sale)
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  // What is on screen is what was handed out here, not the copy that would come next.
  const [copiesBefore] = useState(sale.printedTimes)

  const { now } = shown
  const content = contentOf(sale, now, right === 'yes')
  const paper = useMemo(
    () => receiptPaper(sale, content, words, { copy: copiesBefore }),
    // Its kind and what is shown make the content.
    // oxlint-disable-next-line react/exhaustive-deps
    [sale, content.kind, now, words, copiesBefore],
  )

  const isPrinting = handing.told?.kind === 'printing'
  const maySee = content.kind !== 'hidden' || right === 'yes'
  const canPrint = mode !== 'never' && saleCan.handOver(sale) && maySee && now.kind !== 'asking'
  const print = async () => {
    if (!canPrint || isPrinting) return
    const printed = content.kind === 'hidden' ? contentOf(sale, shownAs(await shown.ask()), true) : content
    // It was asked for and is not there now: the screen says so.
    if (printed.kind === 'hidden') return
    const copy = sale.printedTimes
    await handing.print(receiptPaper(sale, printed, words, { copy }), { isCopy: copy > 0 })
  }

  const voucher = now.kind === 'shown' ? now.voucher : null
  const isReadyToPrint = hasCode ? isUsable(voucher ?? undefined) : now.kind === 'shown'
  const printsByItself = mode === 'auto' && sale.printedTimes === 0 && isReadyToPrint && canPrint
  useEffect(() => {
    if (printsByItself && claimAutoPrint(sale.id)) void print()
    // Once, when it becomes due.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [printsByItself, sale.id])

  const canHandOver = saleCan.handOver(sale)
  const copyable = voucher?.number ?? voucher?.link
  const title =
    `${words.point ? words.point.receiptName || words.point.agentName : ''} ${formatSaleNumber(sale.number)}`.trim()
  return {
    sale,
    shown,
    handing,
    paper,
    hasPrinter: mode !== 'never',
    canPrint: canPrint && !isPrinting,
    print,
    /** `pin` or `link`, whichever there is to copy. */
    copies:
      canHandOver && copyable !== undefined
        ? ((voucher?.number === undefined ? 'link' : 'pin') as 'pin' | 'link')
        : undefined,
    copy: () => (copyable === undefined ? Promise.resolve() : handing.copy(copyable)),
    canGive: sale.voucher === 'ready' && voucher !== null,
    give: handing.give,
    /** The code in it is as delivered. Without a code it is the receipt alone. */
    share: () => handing.share(title, paperText(receiptPaper(sale, asText(content), words))),
    canShareCode: voucher !== null,
    title,
    /** For links: no PIN, no serial, no link, and nothing of the wholesaler's, in which they may stand again. */
    textWithoutCode: () => paperText(textPaper(sale, words)),
  }
}

function textPaper(sale: Sale, words: ReturnType<typeof usePaperWords>): Paper {
  return receiptPaper(sale, sale.voucher === undefined ? { kind: 'words', receipt: null } : { kind: 'on-slip' }, words)
}

function contentOf(sale: Sale, now: ShownNow, isMineToShow: boolean): ReceiptContent {
  if (sale.voucher === undefined) return { kind: 'words', receipt: now.kind === 'shown' ? now.receipt : null }
  if (now.kind === 'shown' && now.voucher) return { kind: 'code', voucher: now.voucher, receipt: now.receipt }
  return { kind: sale.voucher === 'handed-over' && !isMineToShow ? 'handed-over' : 'hidden' }
}

const shownAs = (shown: Shown | undefined): ShownNow =>
  shown ? { kind: 'shown', ...shown } : { kind: 'hidden', wasShown: false }

const asText = (content: ReceiptContent): ReceiptContent =>
  content.kind === 'code' ? { ...content, isForText: true } : content

/** What is there to be seen of a voucher, for whoever draws it. */
export const shownVoucher = (now: ShownNow): Voucher | undefined =>
  now.kind === 'shown' ? (now.voucher ?? undefined) : undefined
