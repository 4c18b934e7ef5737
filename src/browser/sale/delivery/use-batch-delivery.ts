import { useEffect, useRef, useState } from 'react'

import type { SaleId } from '#domain/sale/id.ts'
import { isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { isUsable, type DeliveryMethod } from '#domain/voucher.ts'
import { useCurrentUser } from '../../current-user.ts'
import { useLineSteps } from '../../api/batch.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { printDocument, type FailedPrintMethod } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { joinReceipts } from '../documents/join-receipts.ts'
import { receiptDocument } from '../documents/receipt-document.ts'
import { usePrintContext } from '../documents/use-print-context.ts'
import { claimAutoPrint } from './auto-print.ts'

/** What the person is told of the last print of several codes, or asked. `sales` are those it was about. */
export type BatchDeliveryNotice =
  | { kind: 'printing' }
  /** Nobody but the person can tell whether they came out; with `isBroken` the printer broke off. */
  | { kind: 'asked'; isBroken: boolean; failed: readonly FailedPrintMethod[]; sales: readonly SaleId[] }
  | { kind: 'printed'; count: number }
  | { kind: 'not-printed'; failed: readonly FailedPrintMethod[] }
  /** One code did not come, so nothing was printed. */
  | { kind: 'no-code'; line: number; error?: unknown }
  /** Some were never shown: whether they were given all the same. */
  | { kind: 'given-asked'; neverShown: number }

type HandOutAllOptions = {
  batchId: string
  /** The sales of the quantity, line by line. */
  sales: readonly Sale[]
  /** A line is being sold: papers wait until that is over. */
  isSelling: boolean
  /** No further line will be sold: a terminal that prints by itself prints now. */
  isEnded: boolean
}

export type BatchDelivery = ReturnType<typeof useBatchDelivery>

/**
 * Hands out the codes of a quantity together: those this person sold, which are there and in nobody's hands. The codes are in memory from the
 * first answer until the printer has them, and nowhere else (DESIGN rule 12); to print again they are asked for anew.
 */
export function useBatchDelivery({ batchId, sales, isSelling, isEnded }: HandOutAllOptions) {
  const words = usePrintContext()
  const steps = useLineSteps(batchId)
  const mode = useTerminalPrinter((preferences) => preferences.mode)
  const { person } = useCurrentUser()
  const [told, setTold] = useState<BatchDeliveryNotice>()
  const [unnoted, setUnnoted] = useState<{ how: DeliveryMethod; sales: readonly SaleId[]; error: unknown }>()
  const [isNoting, setIsNoting] = useState(false)
  const isBusy = useRef(false)
  // What is asked for by a screen that was left is neither kept nor printed.
  const turn = useRef(0)

  const due = sales.filter((sale) => isUndelivered(sale) && sale.cashier.id === person.id)

  const note = async (ids: readonly SaleId[], how: DeliveryMethod) => {
    setIsNoting(true)
    const left: SaleId[] = []
    let error: unknown
    for (const id of ids) {
      try {
        await steps.deliver({ id, method: how })
      } catch (why) {
        left.push(id)
        error = why
      }
    }
    setUnnoted(left.length > 0 ? { how, sales: left, error } : undefined)
    setIsNoting(false)
  }

  /** The papers of all of them, or of none. */
  const readPapers = async (wanted: readonly Sale[], mine: number) => {
    const papers: PrintDocument[] = []
    const printed: Sale[] = []
    for (const { id, batch } of wanted) {
      const line = batch?.line ?? 0
      try {
        const { sale, secret } = await steps.reveal(id)
        const { voucher, receipt } = secret.take()
        if (mine !== turn.current) return undefined
        // Handed over meanwhile, or withheld.
        if (!isUndelivered(sale)) continue
        if (!voucher || !isUsable(voucher)) return { missing: { line } }
        papers.push(receiptDocument(sale, { kind: 'code', voucher, receipt }, words, { copy: sale.printCount }))
        printed.push(sale)
      } catch (error) {
        return mine === turn.current ? { missing: { line, error } } : undefined
      }
    }
    return { papers, printed }
  }

  const printAll = async (wanted: readonly Sale[]): Promise<BatchDeliveryNotice | undefined> => {
    const read = await readPapers(wanted, (turn.current += 1))
    if (!read) return undefined
    if ('missing' in read) return { kind: 'no-code', ...read.missing }
    const { papers, printed } = read
    if (papers.length === 0) return undefined
    const ids = printed.map(({ id }) => id)
    // At copies the money is in the drawer.
    const areCopies = printed.every(({ printCount }) => printCount > 0)
    const outcome = await printDocument(joinReceipts(papers), areCopies ? { opensDrawer: false } : {})
    const { failed } = outcome
    switch (outcome.by) {
      case 'printer':
        await note(ids, 'printed')
        return { kind: 'printed', count: ids.length }
      case 'browser':
        return { kind: 'asked', isBroken: false, failed, sales: ids }
      case 'nothing':
        return outcome.mayHavePrinted
          ? { kind: 'asked', isBroken: true, failed, sales: ids }
          : { kind: 'not-printed', failed }
    }
  }

  const isPrinting = told?.kind === 'printing'
  const isFree = !isSelling && due.length > 0 && !isPrinting && !isNoting
  const canPrint = isFree && mode !== 'never'
  const print = async (wanted: readonly Sale[] = due) => {
    if (!canPrint || isBusy.current) return
    isBusy.current = true
    setTold({ kind: 'printing' })
    try {
      setTold(await printAll(wanted))
    } finally {
      isBusy.current = false
    }
  }

  const printsByItself = isEnded && canPrint && mode === 'auto' && told?.kind !== 'asked'
  const dueIds = due.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!printsByItself) return
    const claimed = due.filter((sale) => sale.printCount === 0 && claimAutoPrint(sale))
    if (claimed.length > 0) void print(claimed)
    // Once for each code, when it becomes due.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [printsByItself, dueIds])

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

  const give = () => {
    setTold(undefined)
    void note(
      due.map(({ id }) => id),
      'given',
    )
  }
  const neverShown = due.filter(({ revealCount }) => revealCount === 0).length
  return {
    told,
    due: due.length,
    hasPrinter: mode !== 'never',
    canPrint,
    print: () => void print(),
    /** They are on paper: a person has seen them. */
    confirmPrinted: () => {
      if (told?.kind !== 'asked') return
      setTold({ kind: 'printed', count: told.sales.length })
      void note(told.sales, 'printed')
    },
    canGive: isFree,
    /** Codes nobody has seen are not given by a slip of the hand. */
    give: () => {
      if (!isFree) return
      if (neverShown > 0) setTold({ kind: 'given-asked', neverShown })
      else give()
    },
    confirmGiven: () => isFree && give(),
    dismiss: () => setTold(undefined),
    /** That they were handed over could not be written down. */
    noteError: unnoted?.error,
    isNoting,
    noteAgain: () => {
      if (unnoted && !isNoting) void note(unnoted.sales, unnoted.how)
    },
  }
}
