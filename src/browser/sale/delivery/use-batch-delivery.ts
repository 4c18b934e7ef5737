import { useCallback, useEffect, useRef, useState } from 'react'

import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { isUsable, type Voucher } from '#domain/voucher.ts'
import { useLineSteps } from '../../api/batch.ts'
import { useCurrentUser } from '../../current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { documentText } from '../../printing/print-document.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { shopName, usePrintContext } from '../documents/print-context.ts'
import { joinReceipts, printedReceipt, receiptDocument, receiptWithoutCode } from '../documents/receipt-document.ts'
import { titleOfSale } from '../sale-naming.ts'
import { claimAutoPrint, useDeliveryMethods } from './use-delivery-methods.ts'
import { useHideInTime, type RevealedContent } from './use-delivery.ts'

type BatchDeliveryOptions = {
  batchId: string
  /** The sales of the quantity, line by line. */
  sales: readonly Sale[]
  /** A line is being sold: papers wait until that is over. */
  isSelling: boolean
  /** No further line will be sold: a terminal that prints by itself prints now. */
  isEnded: boolean
}

export type BatchDelivery = ReturnType<typeof useBatchDelivery>

type Revealed = { sale: Sale; voucher: Voucher; receipt: RevealedContent['receipt'] }

/**
 * Hands out the codes of a quantity together: those this person sold, which are there and in nobody's hands. The codes are in memory until the
 * printer has them or, where they are shown, for a minute, and nowhere else (rule 12); after that they are asked for again.
 */
export function useBatchDelivery({ batchId, sales, isSelling, isEnded }: BatchDeliveryOptions) {
  const t = useText()
  const words = usePrintContext()
  const steps = useLineSteps(batchId)
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  const { person } = useCurrentUser()
  const methods = useDeliveryMethods((id, method) => steps.deliver({ id, method }))
  const { told, setTold } = methods
  const [onScreen, setOnScreen] = useState<readonly Revealed[]>()
  const [isReading, setIsReading] = useState(false)
  const isBusy = useRef(false)
  // What is asked for by a screen that was left is neither kept, shown nor printed.
  const turn = useRef(0)

  const isFreeToPrint = ({ id, print }: Sale) => !print || (told?.kind === 'asked' && told.sales.includes(id))
  const due = sales.filter((sale) => isUndelivered(sale) && isFreeToPrint(sale) && sale.cashier.id === person.id)
  const ids = due.map(({ id }) => id)

  /** The codes of these sales, until one does not come. */
  const read = async (wanted: readonly Sale[]) => {
    const mine = (turn.current += 1)
    const codes: Revealed[] = []
    for (const { id, batch } of wanted) {
      const line = batch?.line ?? 0
      try {
        const { sale, secret } = await steps.reveal(id)
        const { voucher, receipt } = secret.take()
        if (mine !== turn.current) return undefined
        // Handed over meanwhile, or withheld.
        if (!isUndelivered(sale)) continue
        if (!voucher || !isUsable(voucher)) return { codes, missing: { line } }
        codes.push({ sale, voucher, receipt })
      } catch (error) {
        return mine === turn.current ? { codes, missing: { line, error } } : undefined
      }
    }
    return { codes, missing: undefined }
  }

  /** Of all of them, or nothing. */
  const codesOnScreen = (wanted: readonly Sale[]): Revealed[] | undefined => {
    const found = wanted.flatMap((sale) => {
      const code = onScreen?.find((shown) => shown.sale.id === sale.id)
      return code ? { ...code, sale } : []
    })
    return found.length > 0 && found.length === wanted.length ? found : undefined
  }

  const isFree = !isSelling && due.length > 0 && told?.kind !== 'printing' && !methods.isNoting && !isReading
  const canPrint = isFree && mode !== 'never'
  const print = async (wanted: readonly Sale[] = due) => {
    if (!canPrint || isBusy.current) return
    isBusy.current = true
    setTold({ kind: 'printing' })
    try {
      const shown = codesOnScreen(wanted)
      const found = shown ? { codes: shown, missing: undefined } : await read(wanted)
      if (found?.missing) setTold({ kind: 'no-code', isPrint: true, ...found.missing })
      else if (!found || found.codes.length === 0) setTold(undefined)
      else await printCodes(found.codes)
    } finally {
      isBusy.current = false
    }
  }
  const printCodes = (codes: readonly Revealed[]) =>
    methods.print(
      codes.map(({ sale, voucher, receipt }) => {
        const paper = receiptDocument(sale, { kind: 'code', voucher, receipt }, words, { copy: sale.printCount })
        return { sale, paper: printedReceipt(paper, sale, words, sale.printCount), isCopy: sale.printCount > 0 }
      }),
    )

  const printsByItself = isEnded && canPrint && mode === 'auto' && told?.kind !== 'asked'
  const dueIds = ids.join(' ')
  useEffect(() => {
    if (!printsByItself) return
    const claimed = due.filter((sale) => sale.printCount === 0 && claimAutoPrint(sale))
    if (claimed.length > 0) void print(claimed)
    // Once for each code, when it becomes due.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [printsByItself, dueIds])

  const show = async () => {
    if (!isFree || isBusy.current) return
    isBusy.current = true
    setIsReading(true)
    try {
      const found = await read(due)
      if (!found) return
      if (found.codes.length > 0) setOnScreen(found.codes)
      const { missing } = found
      if (missing) setTold((now) => (now?.kind === 'asked' ? now : { kind: 'no-code', isPrint: false, ...missing }))
    } finally {
      isBusy.current = false
      setIsReading(false)
    }
  }
  const hide = useCallback(() => setOnScreen(undefined), [])
  useHideInTime(onScreen, hide)

  useEffect(() => {
    // A page that is kept for going back keeps its memory, too.
    const drop = () => {
      turn.current += 1
    }
    window.addEventListener('pagehide', drop)
    return () => {
      drop()
      window.removeEventListener('pagehide', drop)
    }
  }, [])

  const shown = codesOnScreen(due)
  const copyable = shown?.map(({ voucher }) => voucher.number ?? voucher.link ?? '').join('\n')
  const [first] = sales
  const title = `${shopName(words)} ${first ? titleOfSale(first, t) : ''}`.trim()
  const fullText = () =>
    documentText(
      joinReceipts(
        (shown ?? []).map(({ sale, voucher, receipt }) =>
          receiptDocument(sale, { kind: 'code', voucher, receipt, isForText: true }, words),
        ),
      ),
    )
  const neverShown = due.filter(({ revealCount }) => revealCount === 0).length
  return {
    ...methods,
    due: due.length,
    /** The code of a sale, while it is on screen. */
    codeOf: (sale: Sale): Voucher | undefined => onScreen?.find((each) => each.sale.id === sale.id)?.voucher,
    isShown: onScreen !== undefined,
    isReading,
    canShow: isFree,
    show: () => void show(),
    hide,
    hasPrinter: mode !== 'never',
    canPrint,
    print: () => void print(),
    /** All codes that are due, one a line. */
    canCopy: isFree && copyable !== undefined,
    copy: () => isFree && copyable !== undefined && void methods.copy(ids, copyable),
    canGive: isFree,
    /** Codes nobody has seen are not given by a slip of the hand. */
    give: () => {
      if (!isFree) return
      if (neverShown > 0) setTold({ kind: 'given-asked', neverShown })
      else void methods.give(ids)
    },
    /** Whether it was written down. */
    confirmGiven: async () => isFree && methods.give(ids),
    hasCode: true,
    canShareCode: shown !== undefined,
    phone: undefined,
    title,
    share: () => methods.share(ids, title, fullText()),
    /** Where there is no share sheet: for whatever it is pasted into. */
    copyText: () => methods.copy(ids, fullText()),
    textWithoutCode: () => documentText(joinReceipts(due.map((sale) => receiptWithoutCode(sale, words)))),
  }
}
