import { useEffectEvent, useLayoutEffect, useRef } from 'react'

import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import { isUndelivered, saleCan, type Sale } from '#domain/sale/sale.ts'
import { isUsable } from '#domain/voucher.ts'
import { useProxyNow } from '../../api/status.ts'
import { useCurrentUser } from '../../current-user.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { documentText } from '../../printing/print-document.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { recall, remember } from '../../storage.ts'
import { shopName, usePrintContext } from '../documents/print-context.ts'
import {
  joinReceipts,
  printedReceipt,
  receiptDocument,
  receiptWithoutCode,
  type ReceiptContent,
} from '../documents/receipt-document.ts'
import { formatSaleAccount, titleOfSale } from '../sale-naming.ts'
import { findSaleRequest } from '../sale-request.ts'
import { useDeliveryMethods, type SalePaper } from './use-delivery-methods.ts'
import { useReveal, type Revealed } from './use-reveal.ts'

type DeliveryOptions = {
  /** The code came while somebody looked on: it is shown although what was there before was shown already. */
  cameJustNow?: boolean
  /** The sales are the lines of a quantity, whose undelivered codes the person who sold them hands over together. */
  quantity?: {
    /** A line is being sold: papers wait until that is over. */
    isSelling: boolean
    /** No further line will be sold: a terminal that prints by itself prints now. */
    isEnded: boolean
  }
}

export type Delivery = ReturnType<typeof useDelivery>

/**
 * Everything the customer of sold sales takes away: codes, receipts, and the ways by which they get them. What was surely handed over is written
 * down at once, what a person saw when they say so. Codes are in memory until the printer has them or while they are shown (rule 12).
 */
export function useDelivery(sales: readonly Sale[], { cameJustNow = false, quantity }: DeliveryOptions = {}) {
  const t = useText()
  const words = usePrintContext()
  const { person } = useCurrentUser()
  const proxyNow = useProxyNow()
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  const methods = useDeliveryMethods()
  const { told, setTold, tell, isNoting } = methods
  // Two taps before the first one shows are one.
  const isPrintBegun = useRef(false)

  /** What is asked about here is printed again by the person who answers. */
  const isFreeToPrint = ({ id, print: begun }: Sale) =>
    !begun || (told?.kind === 'asked' && told.sales.includes(id) && begun.way !== undefined)
  const due = quantity
    ? sales.filter((sale) => isUndelivered(sale) && isFreeToPrint(sale) && sale.cashier.id === person.id)
    : sales
  const ids = due.map(({ id }) => id)
  const sale = quantity ? undefined : sales[0]
  const right = sale && mayReveal(sale, person, proxyNow)
  const mayPrintIt = !sale || mayPrint(sale, person, proxyNow)
  const hasCode = !sale || sale.voucher !== undefined
  // Its cashier has the customer there, or finds them when they are back. A second time it takes a press, and a reason after a restore.
  const isDueByItself =
    sale?.voucher === 'ready' &&
    sale.cashier.id === person.id &&
    right === 'yes' &&
    (sale.revealCount === 0 || cameJustNow)
  const reveal = useReveal(due, {
    asksByItself: hasCode ? isDueByItself : sale?.state === 'succeeded' && mayPrintIt,
    isQuantity: quantity !== undefined,
  })
  const { now } = reveal

  /** What is on screen of a sale. */
  const shownOf = ({ id }: Sale) => (now.kind === 'shown' ? now.codes.find((code) => code.sale.id === id) : undefined)
  const contentOf = (of: Sale): ReceiptContent =>
    contentOfRevealed(of, shownOf(of)) ?? {
      kind: of.voucher === 'delivered' && right !== 'yes' ? 'handed-over' : 'hidden',
    }
  const codes = due.flatMap((each) => shownOf(each)?.voucher ?? [])
  /** All of them, as they stand on screen. */
  const shown = codes.length > 0 && codes.length === due.length ? codes : undefined

  const isPrinting = told?.kind === 'printing'
  const isFree =
    !quantity || (!quantity.isSelling && due.length > 0 && !isPrinting && !isNoting && now.kind !== 'asking')
  const maySee = sale && (contentOf(sale).kind !== 'hidden' || right === 'yes')
  const canPrint =
    mode !== 'never' &&
    !isPrinting &&
    isFree &&
    (!sale || (saleCan.deliver(sale) && isFreeToPrint(sale) && maySee && mayPrintIt))

  /** What is not on screen is read first. Nothing is printed when it does not come. */
  const print = async (wanted = due) => {
    if (!canPrint || isPrintBegun.current) return
    isPrintBegun.current = true
    setTold({ kind: 'printing' })
    try {
      const contents = wanted.map(contentOf)
      // A print that is being written down counts for this one.
      const isReady = now.kind !== 'asking' && contents.every(({ kind }) => kind !== 'hidden')
      const more = methods.isNotingPrint ? 1 : 0
      if (isReady) return await send(wanted.map((each, at) => paperOf(each, contents[at]!, each.printCount + more)))
      const found = await (quantity ? reveal.read(wanted) : now.kind === 'asking' ? reveal.asked() : reveal.ask())
      if (quantity && found?.missing) return setTold({ kind: 'no-code', isPrint: true, ...found.missing })
      const papers = (found?.codes ?? []).flatMap((code) => {
        const content = contentOfRevealed(code.sale, code)
        return content ? [paperOf(code.sale, content, code.sale.printCount)] : []
      })
      return papers.length > 0 ? await send(papers) : setTold(quantity ? undefined : told)
    } finally {
      isPrintBegun.current = false
    }
  }
  /** What was printed by hand does not print by itself afterwards. */
  const send = (papers: readonly SalePaper[]) => {
    for (const { sale: each } of papers) claimAutoPrint(each)
    return methods.print(papers)
  }
  const paperOf = (of: Sale, content: ReceiptContent, copy: number): SalePaper => {
    const receipt = receiptDocument(of, content, words, { copy })
    return { sale: of, paper: printedReceipt(receipt, of, words, copy), isCopy: copy > 0 }
  }

  const isReadyToPrint = hasCode ? shown?.every(isUsable) === true : now.kind === 'shown'
  const printsByItself =
    mode === 'auto' && canPrint && told?.kind !== 'asked' && (quantity ? quantity.isEnded : isReadyToPrint)
  const printByItself = useEffectEvent(() => {
    const claimed = due.filter((each) => each.printCount === 0 && claimAutoPrint(each))
    if (claimed.length > 0) void print(claimed)
  })
  const dueIds = ids.join(' ')
  // Once for each code, when it becomes due.
  useLayoutEffect(() => {
    if (printsByItself) printByItself()
  }, [printsByItself, dueIds])

  const show = async () => {
    if (!isFree || isPrintBegun.current) return
    const { missing } = (await reveal.ask()) ?? {}
    if (missing) tell({ kind: 'no-code', isPrint: false, ...missing })
  }
  const giveNow = async (): Promise<boolean> => isFree && methods.give(ids)
  const neverShown = due.filter((each) => each.revealCount === 0 && !shownOf(each)).length
  const copyable = shown?.map(({ number, link }) => number ?? link ?? '').join('\n')
  const copies: 'all' | 'link' | 'pin' = quantity ? 'all' : shown?.[0]?.number === undefined ? 'link' : 'pin'
  const [first] = sales
  const title = `${shopName(words)} ${sale ? formatSaleNumber(sale) : first ? titleOfSale(first, t) : ''}`.trim()
  /** The codes in it are as delivered. Without a code it is the receipt alone. */
  const fullText = () =>
    documentText(joinReceipts(due.map((each) => receiptDocument(each, asText(contentOf(each)), words))))

  return {
    ...methods,
    sales,
    /** The one sale; nothing of a quantity. */
    sale,
    due: due.length,
    reveal,
    isFreeToPrint,
    contentOf,
    /** The code of a sale, while it is on screen. */
    codeOf: (of: Sale) => shownOf(of)?.voucher,
    canShow: isFree,
    show: () => void show(),
    hasPrinter: mode !== 'never',
    canPrint,
    print: () => void print(),
    /** It was printed, and a copy is not this person's to make. */
    isCopyForbidden: mode !== 'never' && !mayPrintIt,
    /** `pin` or `link`, whichever there is to copy; of a quantity all codes that are due, one a line. */
    copies: isFree && copyable ? copies : undefined,
    copy: () => void (copyable && methods.copy(ids, copyable)),
    hasCode,
    /** All that is due is on screen. */
    isShown: shown !== undefined,
    canGive: sale ? sale.voucher === 'ready' && shown !== undefined : isFree,
    /** Codes nobody has seen are not given by a slip of the hand. */
    give: () => {
      if (isFree && neverShown > 0) setTold({ kind: 'given-asked', neverShown })
      else void giveNow()
    },
    /** Whether it was written down. */
    giveNow,
    title,
    share: () => methods.share(ids, title, fullText()),
    /** The same text for whatever it is pasted into, where there is no share sheet. It is logged as copied, and leaves the clipboard as a code does. */
    copyText: () => methods.copy(ids, fullText()),
    /** Whom a recharge went to. A voucher's account may be anything, and its link would carry no code. */
    phone: sale && findPhone(sale),
    /** The receipt without its code, for the browser's dialog to save; whether there is such a dialog. Absent where no copy may be made. */
    savePdf:
      sale && mayPrintIt
        ? async (): Promise<boolean> => {
            const { printInBrowser } = await import('../../printing/browser-print.ts')
            return printInBrowser(receiptWithoutCode(sale, words, { copy: sale.printCount }), PDF_WIDTH, title)
          }
        : undefined,
    /** For links: no PIN, no serial, no link, and nothing of the wholesaler's, in which they may stand again. */
    textWithoutCode: () => documentText(joinReceipts(due.map((each) => receiptWithoutCode(each, words)))),
  }
}

/** What stands on the receipt of a sale, once that is read. */
function contentOfRevealed({ voucher: state }: Sale, code: Revealed | undefined): ReceiptContent | undefined {
  if (state === undefined) return { kind: 'words', receipt: code?.receipt ?? null }
  return code?.voucher ? { kind: 'code', voucher: code.voucher, receipt: code.receipt } : undefined
}

const asText = (content: ReceiptContent): ReceiptContent =>
  content.kind === 'code' ? { ...content, isForText: true } : content

function findPhone(sale: Sale): { digits: string; shown: string } | undefined {
  const { kind, account } = sale
  if (kind === 'voucher' || account === undefined || !/^\d{8,15}$/.test(account)) return undefined
  return { digits: account, shown: formatSaleAccount(sale) }
}

/** A file has room for the wide roll. */
const PDF_WIDTH = 80

const MAX_STORED = 20

/** Returns whether the receipt of this sale may print automatically: it or its quantity was confirmed in this tab, and has not printed automatically before, also before a reload. */
function claimAutoPrint({ id, batch }: Sale): boolean {
  const isSentHere = (request: string) => findSaleRequest(request)?.stage === 'sent'
  if (!isSentHere(id) && !(batch && isSentHere(batch.id))) return false
  const known = recall('auto-printed', readIds) ?? []
  if (known.includes(id)) return false
  remember('auto-printed', [...known, id].slice(-MAX_STORED))
  return true
}

const readIds = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined
