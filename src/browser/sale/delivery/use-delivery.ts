import { useEffectEvent, useLayoutEffect, useRef } from 'react'

import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import { isUndelivered, saleCan, type Sale } from '#domain/sale/sale.ts'
import { isUsable } from '#domain/catalog/voucher.ts'
import { useServerNow } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { documentText } from '../../printing/print-document.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { recall, remember } from '../../lib/storage.ts'
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
import { useDeliveryMethods, type SaleDocument } from './use-delivery-methods.ts'
import { useReveal, type Revealed } from './use-reveal.ts'

type DeliveryOptions = {
  /** The code arrived on screen: show it, even if earlier parts were viewed. */
  cameJustNow?: boolean
  /** The person asked for a copy before this page opened. Called once its print begins. */
  onReprint?: (() => void) | undefined
  /** The sales are a batch's lines, whose undelivered codes its cashier delivers together. */
  quantity?: {
    /** A line is being sold, so printing waits. */
    isSelling: boolean
    /** No more lines will be sold, so automatic printing starts. */
    isEnded: boolean
  }
}

export type Delivery = ReturnType<typeof useDelivery>

/** Codes are in memory only until they are printed or while they are shown (rule 12). */
export function useDelivery(
  sales: readonly Sale[],
  { cameJustNow = false, onReprint, quantity }: DeliveryOptions = {},
) {
  const t = useText()
  const words = usePrintContext()
  const { person } = useCurrentUser()
  const serverNow = useServerNow()
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  const methods = useDeliveryMethods()
  const { notice, setNotice, tell, isSaving } = methods
  // Ignores a second tap.
  const isPrintBegun = useRef(false)
  const isReprinted = useRef(false)

  /** The person who is asked about a print may print it again. */
  const isFreeToPrint = ({ id, print: begun }: Sale) =>
    !begun || (notice?.kind === 'asked' && notice.sales.includes(id) && begun.way !== undefined)
  const due = quantity
    ? sales.filter((sale) => isUndelivered(sale) && isFreeToPrint(sale) && sale.cashier.id === person.id)
    : sales
  const ids = due.map(({ id }) => id)
  const sale = quantity ? undefined : sales[0]
  const right = sale && mayReveal(sale, person, serverNow)
  const mayPrintIt = !sale || mayPrint(sale, person, serverNow)
  const hasCode = !sale || sale.voucher !== undefined
  const reveal = useReveal(due, { isQuantity: quantity !== undefined })
  const { now } = reveal
  // Revealed automatically to their cashier, whose customer is present or returns. The second time requires a press and, after a restore, a reason.
  const isDueByItself =
    due.length > 0 &&
    due.every(
      (each) =>
        each.voucher === 'ready' &&
        each.cashier.id === person.id &&
        mayReveal(each, person, serverNow) === 'yes' &&
        (each.revealCount === 0 || cameJustNow),
    )
  const asksByItself = quantity
    ? quantity.isEnded && isDueByItself
    : hasCode
      ? isDueByItself
      : sale?.state === 'succeeded' && mayPrintIt

  const shownOf = ({ id }: Sale) => (now.kind === 'shown' ? now.codes.find((code) => code.sale.id === id) : undefined)
  const contentOf = (of: Sale): ReceiptContent =>
    contentOfRevealed(of, shownOf(of)) ?? {
      kind: of.voucher === 'delivered' && right !== 'yes' ? 'handed-over' : 'hidden',
    }
  const codes = due.flatMap((each) => shownOf(each)?.voucher ?? [])
  const shown = codes.length > 0 && codes.length === due.length ? codes : undefined

  const isPrinting = notice?.kind === 'printing'
  const isFree =
    !quantity || (!quantity.isSelling && due.length > 0 && !isPrinting && !isSaving && now.kind !== 'asking')
  const maySee = sale && (contentOf(sale).kind !== 'hidden' || right === 'yes')
  const canPrint =
    mode !== 'never' &&
    !isPrinting &&
    isFree &&
    (!sale || (saleCan.deliver(sale) && isFreeToPrint(sale) && maySee && mayPrintIt))

  /** Reads hidden codes first. Prints nothing if one is missing. */
  const print = async (wanted = due) => {
    if (!canPrint || isPrintBegun.current) return
    isPrintBegun.current = true
    setNotice({ kind: 'printing' })
    try {
      const contents = wanted.map(contentOf)
      // A print that is still being recorded counts.
      const isReady = now.kind !== 'asking' && contents.every(({ kind }) => kind !== 'hidden')
      const more = methods.isNotingPrint ? 1 : 0
      if (isReady) return await send(wanted.map((each, at) => paperOf(each, contents[at]!, each.printCount + more)))
      const found = await (quantity ? reveal.read(wanted) : now.kind === 'asking' ? reveal.asked() : reveal.ask())
      if (quantity && found?.missing) return setNotice({ kind: 'no-code', isPrint: true, ...found.missing })
      const papers = (found?.codes ?? []).flatMap((code) => {
        const content = contentOfRevealed(code.sale, code)
        return content ? [paperOf(code.sale, content, code.sale.printCount)] : []
      })
      return papers.length > 0 ? await send(papers) : setNotice(quantity ? undefined : notice)
    } finally {
      isPrintBegun.current = false
    }
  }
  /** Prevents an automatic print after a manual one. */
  const send = (papers: readonly SaleDocument[]) => {
    for (const { sale: each } of papers) claimAutoPrint(each)
    return methods.print(papers)
  }
  const paperOf = (of: Sale, content: ReceiptContent, copy: number): SaleDocument => {
    const receipt = receiptDocument(of, content, words, { copy })
    return { sale: of, paper: printedReceipt(receipt, of, words, copy), isCopy: copy > 0 }
  }

  const show = async () => {
    if (!isFree || isPrintBegun.current) return
    const { missing } = (await reveal.ask()) ?? {}
    if (missing) tell({ kind: 'no-code', isPrint: false, ...missing })
  }
  const askByItself = useEffectEvent(() => void (quantity ? show() : reveal.ask()))
  // A layout effect, because a key pressed earlier would print without the code.
  useLayoutEffect(() => {
    if (asksByItself) askByItself()
  }, [asksByItself])

  const isUnasked = now.kind === 'hidden' && !now.wasShown && now.error === undefined
  const isReadyToPrint =
    quantity || onReprint
      ? quantity?.isEnded !== false && now.kind !== 'asking' && !(asksByItself && isUnasked)
      : hasCode
        ? shown?.every(isUsable) === true
        : now.kind === 'shown'
  const printsByItself =
    (mode === 'auto' || onReprint !== undefined) && canPrint && notice?.kind !== 'asked' && isReadyToPrint
  const printByItself = useEffectEvent(() => {
    if (onReprint) {
      // The page's state may still ask for it when the print is over.
      if (isReprinted.current) return
      isReprinted.current = true
      onReprint()
      return void print()
    }
    const claimed = due.filter((each) => each.printCount === 0 && claimAutoPrint(each))
    if (claimed.length > 0) void print(claimed)
  })
  const dueIds = ids.join(' ')
  // Runs once per code, when the code becomes due.
  useLayoutEffect(() => {
    if (printsByItself) printByItself()
  }, [printsByItself, dueIds])

  const giveNow = async (): Promise<boolean> => isFree && methods.give(ids)
  const neverShown = due.filter((each) => each.revealCount === 0 && !shownOf(each)).length
  const copyable = shown?.map(({ number, link }) => number ?? link ?? '').join('\n')
  const copies: 'all' | 'link' | 'pin' = quantity ? 'all' : shown?.[0]?.number === undefined ? 'link' : 'pin'
  const [first] = sales
  const title = `${shopName(words)} ${sale ? formatSaleNumber(sale) : first ? titleOfSale(first, t) : ''}`.trim()
  /** Codes as delivered, or the receipt alone. */
  const fullText = () =>
    documentText(joinReceipts(due.map((each) => receiptDocument(each, asText(contentOf(each)), words))))

  return {
    ...methods,
    sales,
    sale,
    due: due.length,
    reveal,
    isFreeToPrint,
    contentOf,
    codeOf: (of: Sale) => shownOf(of)?.voucher,
    canShow: isFree,
    show: () => void show(),
    hasPrinter: mode !== 'never',
    canPrint,
    print: () => void print(),
    /** Already printed, and this person may not make a copy. */
    isCopyForbidden: mode !== 'never' && !mayPrintIt,
    /** `pin` or `link` or, for a batch, all due codes, one per line. */
    copies: isFree && copyable ? copies : undefined,
    copy: () => void (copyable && methods.copy(ids, copyable)),
    hasCode,
    isShown: shown !== undefined,
    canGive: sale ? sale.voucher === 'ready' && shown !== undefined : isFree,
    /** Asks first if a code was never viewed, so a mistaken tap does not mark it as delivered. */
    give: () => {
      if (isFree && neverShown > 0) setNotice({ kind: 'given-asked', neverShown })
      else void giveNow()
    },
    giveNow,
    title,
    share: () => methods.share(ids, title, fullText()),
    /** For pasting if there is no share sheet. Logged as copied, and cleared from the clipboard like a code. */
    copyText: () => methods.copy(ids, fullText()),
    /** The number of a top-up. A voucher's account may be anything, and a link to it would have no code. */
    phone: sale && findPhone(sale),
    /** Through the print dialog, without the code. Resolves to whether there is a dialog. Absent if no copy is allowed. */
    savePdf:
      sale && mayPrintIt
        ? async (): Promise<boolean> => {
            const { printInBrowser } = await import('../../printing/browser-print.ts')
            return printInBrowser(receiptWithoutCode(sale, words, { copy: sale.printCount }), PDF_WIDTH, title)
          }
        : undefined,
    /** For links: has no PIN, serial, link or text of the wholesaler, which may repeat them. */
    textWithoutCode: () => documentText(joinReceipts(due.map((each) => receiptWithoutCode(each, words)))),
  }
}

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

/** A file has room for the width of the wide roll. */
const PDF_WIDTH = 80

const MAX_STORED = 20

/** The sale or its batch was confirmed in this tab, and has not printed automatically before, not even before a reload. */
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
