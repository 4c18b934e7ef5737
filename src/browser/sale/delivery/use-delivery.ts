import { useLayoutEffect, useMemo, useState, useCallback, useEffect, useRef } from 'react'

import type { Revealed } from '#api/sales.ts'
import type { Receipt } from '#domain/receipt.ts'
import { type Sale, saleCan } from '#domain/sale/sale.ts'
import { isUsable, hasSecret, type Voucher } from '#domain/voucher.ts'
import { useMarkDelivered, useRevealSale, type RevealReason } from '../../api/sale.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { documentText } from '../../printing/print-document.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { shopName, usePrintContext } from '../documents/print-context.ts'
import {
  printedReceipt,
  receiptDocument,
  receiptWithoutCode,
  type ReceiptContent,
} from '../documents/receipt-document.ts'
import { formatSaleAccount } from '../sale-naming.ts'
import { useSaleRights, useRevealRight, usePrintRight } from '../use-sale-rights.ts'
import { claimAutoPrint, useDeliveryMethods } from './use-delivery-methods.ts'

export type Delivery = ReturnType<typeof useDelivery>

type HandOutOptions = {
  /** The code came while somebody looked on: it is shown although what was there before was shown already. */
  cameJustNow?: boolean
}

/** Everything the customer of a sold sale takes away: code, receipt, and the ways by which they get it. */
export function useDelivery(sale: Sale, { cameJustNow = false }: HandOutOptions = {}) {
  const words = usePrintContext()
  const { isMine } = useSaleRights(sale)
  const right = useRevealRight(sale)
  const mayPrint = usePrintRight(sale)
  const hasCode = sale.voucher !== undefined
  // Its cashier has the customer there, or finds them when they are back. A second time it takes a press, and a reason after a restore.
  const isDueByItself = sale.voucher === 'ready' && isMine && right === 'yes' && (sale.revealCount === 0 || cameJustNow)
  const shown = useReveal(sale, hasCode ? isDueByItself : sale.state === 'succeeded' && mayPrint)
  const { mutateAsync: deliver } = useMarkDelivered(sale.id)
  const methods = useDeliveryMethods((_, how) => deliver({ method: how }))
  const sales = [sale.id]
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  // What is on screen is what was handed out here, not the copy that would come next.
  const [copiesBefore] = useState(sale.printCount)

  const { now } = shown
  const content = contentOf(sale, now, right === 'yes')
  const paper = useMemo(
    () => receiptDocument(sale, content, words, { copy: copiesBefore }),
    // Its kind and what is shown make the content.
    // oxlint-disable-next-line react/exhaustive-deps
    [sale, content.kind, now, words, copiesBefore],
  )

  const isPrinting = methods.told?.kind === 'printing'
  const maySee = content.kind !== 'hidden' || right === 'yes'
  // What is asked about here is printed again by the person who answers.
  const isFree = !sale.print || (methods.told?.kind === 'asked' && sale.print.way !== undefined)
  const canPrint = mode !== 'never' && saleCan.deliver(sale) && isFree && maySee && mayPrint
  // Pressed while it is being read: it prints once it is there, and not at all when it does not come.
  const [isPrintWanted, setIsPrintWanted] = useState(false)
  const print = () => {
    if (!canPrint || isPrinting || isPrintWanted) return
    if (now.kind !== 'asking' && content.kind !== 'hidden') return printNow()
    setIsPrintWanted(true)
    if (now.kind !== 'asking') void shown.ask()
  }
  const printNow = () => {
    const copy = sale.printCount + (methods.isNotingPrint ? 1 : 0)
    const receipt = receiptDocument(sale, content, words, { copy })
    void methods.print([{ sale, paper: printedReceipt(receipt, sale, words, copy), isCopy: copy > 0 }])
  }

  const voucher = now.kind === 'shown' ? now.voucher : null
  const isReadyToPrint = hasCode ? isUsable(voucher ?? undefined) : now.kind === 'shown'
  const printsByItself = mode === 'auto' && sale.printCount === 0 && isReadyToPrint && canPrint
  const isWaitOver = isPrintWanted && now.kind !== 'asking'
  useLayoutEffect(() => {
    if (isWaitOver) setIsPrintWanted(false)
    const isDue = printsByItself && claimAutoPrint(sale)
    if (isDue || (isWaitOver && now.kind === 'shown' && content.kind !== 'hidden')) printNow()
    // Once, when it becomes due, for both reasons together.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [printsByItself, isWaitOver, sale.id])

  const canHandOver = saleCan.deliver(sale)
  const copyable = voucher?.number ?? voucher?.link
  const title = `${shopName(words)} ${formatSaleNumber(sale)}`.trim()
  return {
    sale,
    shown,
    handing: isPrintWanted && methods.told?.kind !== 'asked' ? { ...methods, told: PRINTING } : methods,
    paper,
    hasPrinter: mode !== 'never',
    canPrint: canPrint && !isPrinting && !isPrintWanted,
    /** It was printed, and a copy is not this person's to make. */
    isCopyForbidden: mode !== 'never' && !mayPrint,
    print,
    /** `pin` or `link`, whichever there is to copy. */
    copies:
      canHandOver && copyable !== undefined
        ? ((voucher?.number === undefined ? 'link' : 'pin') as 'pin' | 'link')
        : undefined,
    copy: () => (copyable === undefined ? Promise.resolve() : methods.copy(sales, copyable)),
    canGive: sale.voucher === 'ready' && voucher !== null,
    give: () => methods.give(sales),
    /** The code in it is as delivered. Without a code it is the receipt alone. */
    share: () => methods.share(sales, title, documentText(receiptDocument(sale, asText(content), words))),
    hasCode,
    canShareCode: voucher !== null,
    /** Whom a recharge went to. A voucher's account may be anything, and its link would carry no code. */
    phone: findPhone(sale),
    /** The same text for whatever it is pasted into, where there is no share sheet. It is logged as copied, and leaves the clipboard as a code does. */
    copyText: () => methods.copy(sales, documentText(receiptDocument(sale, asText(content), words))),
    title,
    /** The receipt without its code, for the browser's dialog to save; whether there is such a dialog. Absent where no copy may be made. */
    savePdf: mayPrint
      ? async (): Promise<boolean> => {
          const { printInBrowser } = await import('../../printing/browser-print.ts')
          return printInBrowser(receiptWithoutCode(sale, words, { copy: sale.printCount }), PDF_WIDTH, title)
        }
      : undefined,
    /** For links: no PIN, no serial, no link, and nothing of the wholesaler's, in which they may stand again. */
    textWithoutCode: () => documentText(receiptWithoutCode(sale, words)),
  }
}

function findPhone(sale: Sale): { digits: string; shown: string } | undefined {
  const { kind, account } = sale
  if (kind === 'voucher' || account === undefined || !/^\d{8,15}$/.test(account)) return undefined
  return { digits: account, shown: formatSaleAccount(sale) }
}

function contentOf(sale: Sale, now: RevealState, isMineToShow: boolean): ReceiptContent {
  if (sale.voucher === undefined) return { kind: 'words', receipt: now.kind === 'shown' ? now.receipt : null }
  if (now.kind === 'shown' && now.voucher) return { kind: 'code', voucher: now.voucher, receipt: now.receipt }
  return { kind: sale.voucher === 'delivered' && !isMineToShow ? 'handed-over' : 'hidden' }
}

/** A file has room for the wide roll. */
const PDF_WIDTH = 80

const PRINTING = { kind: 'printing' } as const

const asText = (content: ReceiptContent): ReceiptContent =>
  content.kind === 'code' ? { ...content, isForText: true } : content

/** A code is taken off the screen again after so long (rule 12). */
const HIDDEN_AFTER_MS = 60_000
const ASK_AGAIN_MS = 3_000
const ASKS_BY_ITSELF = 5

/** What this screen holds of code and receipt. It is nowhere else: not in a cache, not in storage, not in the address. */
export type RevealState =
  | { kind: 'hidden'; wasShown: boolean; error?: unknown }
  | { kind: 'asking' }
  /** Nothing is there now: `isOver` once it is not asked again by itself. */
  | { kind: 'not-there'; isOver: boolean }
  | { kind: 'shown'; voucher: Voucher | null; receipt: Receipt | null }

export type RevealedContent = Pick<Revealed, 'receipt' | 'voucher'>

/**
 * Asks for code and receipt of a sale, holds them while they are shown, and drops them after a minute, when the page is left, and with the
 * screen. Every showing is asked for again, and counted by the proxy.
 */
export function useReveal(sale: Pick<Sale, 'id' | 'voucher'>, asksByItself: boolean) {
  const { mutateAsync: reveal } = useRevealSale(sale.id)
  const [now, setNow] = useState<RevealState>({ kind: 'hidden', wasShown: false })
  // An answer that was overtaken by hiding, leaving or another question is dropped.
  const turn = useRef(0)
  const isCodeThere = sale.voucher === 'ready' || sale.voucher === 'delivered'

  const hide = useCallback(() => {
    turn.current += 1
    setNow({ kind: 'hidden', wasShown: true })
  }, [])

  const askFor = useCallback(
    async (why: RevealReason | undefined, asksLeft: number): Promise<RevealedContent | undefined> => {
      const mine = (turn.current += 1)
      setNow({ kind: 'asking' })
      try {
        const { receipt, voucher } = (await reveal(why)).secret.take()
        if (mine !== turn.current) return undefined
        if (isCodeThere && !voucher) {
          setNow({ kind: 'not-there', isOver: asksLeft === 0 })
          if (asksLeft > 0) {
            setTimeout(
              () =>
                mine === turn.current &&
                void askFor(why?.reason === undefined ? undefined : { reason: why.reason }, asksLeft - 1),
              ASK_AGAIN_MS,
            )
          }
          return undefined
        }
        setNow({ kind: 'shown', receipt, voucher })
        return { receipt, voucher }
      } catch (error) {
        if (mine === turn.current) setNow({ kind: 'hidden', wasShown: false, error })
        return undefined
      }
    },
    [reveal, isCodeThere],
  )
  const ask = useCallback((why?: RevealReason) => askFor(why, ASKS_BY_ITSELF), [askFor])

  // With the commit: a key pressed before it was asked for would print without it.
  useLayoutEffect(() => {
    if (asksByItself) void ask()
    // Once, when it becomes due: what changes while it is asked is no reason to ask again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asksByItself])

  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  const holdsSecret = now.kind === 'shown' && now.voucher !== null && hasSecret(now.voucher)
  useHideInTime(holdsSecret ? now : undefined, hide)

  return { now, ask, hide }
}

/** Hides what is on screen after a minute, and when the page is left. Shown again, it stays for another minute. */
export function useHideInTime(shown: object | undefined, hide: () => void): void {
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(hide, HIDDEN_AFTER_MS)
    // A page that is kept for going back keeps its memory, too.
    window.addEventListener('pagehide', hide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', hide)
    }
  }, [shown, hide])
}
