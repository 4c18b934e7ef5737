import { useRef, useState } from 'react'

import type { PrintResult } from '#api/printing.ts'
import { usesCash } from '#domain/money/payment.ts'
import { PRINT_WAYS } from '#domain/printer-connection.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod } from '#domain/catalog/voucher.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { usePrintSteps } from '../../api/printers.ts'
import { useMarkDelivered } from '../../api/sale-steps.ts'
import { printDocument, type FailedPrintMethod, type PrintOutcome } from '../../printing/print.ts'
import { copyCode, shareText } from '../../printing/share.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { joinReceipts } from '../documents/receipt-document.ts'

/** The notice about the last delivery. `sales` are the sales that were delivered. */
export type DeliveryNotice =
  | { kind: 'printing' }
  /** Only a person can tell whether it was printed; `isBroken`: the printer stopped midway. */
  | { kind: 'asked'; isBroken: boolean; failed: readonly FailedPrintMethod[]; sales: readonly SaleId[] }
  | { kind: 'printed'; count: number }
  /** The server asks until someone answers the sale's `PrintQuestion`. */
  | { kind: 'unclear'; failed: readonly FailedPrintMethod[] }
  /** Nothing was printed, so the customer can only read the screen. */
  | { kind: 'not-printed'; failed: readonly FailedPrintMethod[] }
  | { kind: 'copied' | 'copy-failed' | 'shared' | 'share-failed' }
  /** A batch line's code is missing: nothing is printed, or the available codes are shown. */
  | { kind: 'no-code'; line: number; isPrint: boolean; error?: unknown }
  | { kind: 'given-asked'; neverShown: number }

/** The receipt of a sale, with the code if it is undelivered. */
export type SaleDocument = { sale: Sale; paper: PrintDocument; isCopy: boolean }

type Note = { how: DeliveryMethod; sales: readonly SaleId[] }

/** Deliveries that are certain are recorded at once, others when a person confirms them. */
export function useDeliveryMethods() {
  const { mutateAsync: deliver } = useMarkDelivered()
  const [notice, setNotice] = useState<DeliveryNotice>()
  const [noting, setNoting] = useState<Note>()
  const [unsaved, setUnnoted] = useState<Note & { error: unknown }>()
  const steps = usePrintSteps()
  /** The open question of this page, as reported to the server. */
  const reported = useRef<{ ids: readonly SaleId[]; done: Promise<unknown> }>(undefined)
  const isGiving = useRef(false)
  /** A print question stays until it is answered. */
  const tell = (next: DeliveryNotice | undefined) => setNotice((now) => (now?.kind === 'asked' ? now : next))

  /** Resolves to whether all deliveries were recorded. */
  const note = async ({ how, sales }: Note): Promise<boolean> => {
    setNoting({ how, sales })
    const left: SaleId[] = []
    let error: unknown
    for (const id of sales) {
      try {
        await deliver({ id, method: how })
      } catch (why) {
        left.push(id)
        error = why
      }
    }
    setUnnoted(left.length > 0 ? { how, sales: left, error } : undefined)
    setNoting(undefined)
    return left.length === 0
  }

  const recordPrinted = (sales: readonly SaleId[]) => {
    reported.current = undefined
    setNotice({ kind: 'printed', count: sales.length })
    void note({ how: 'printed', sales })
  }

  /** Printing again means that the print in question failed. */
  const denyAsked = async () => {
    if (!reported.current) return
    const { ids, done } = reported.current
    reported.current = undefined
    await done
    await Promise.allSettled(ids.map((id) => steps.deny(id)))
  }

  const print = async (papers: readonly SaleDocument[]) => {
    await denyAsked()
    const { printer, networkId } = useTerminalPrinter.getState()
    if (printer === 'network' && networkId !== undefined) return printEach(papers, networkId)
    const opensDrawer = papers.some(opensDrawerFor)
    const outcome = await printDocument(joinReceipts(papers.map(({ paper }) => paper)), { opensDrawer })
    return tellOutcome(outcome, papers)
  }

  /** On a network printer each code is a separate job that the server records. Stops at the first failure. */
  const printEach = async (papers: readonly SaleDocument[], printerId: string) => {
    for (const one of papers) {
      const { id, voucher } = one.sale
      let result: PrintResult | undefined
      const outcome = await printDocument(one.paper, {
        opensDrawer: opensDrawerFor(one),
        send: async (body) => {
          const printed = await steps.print({ id, printerId, ...body })
          result = printed.result
          return printed
        },
      })
      if (result?.kind === 'unclear' && voucher === 'ready')
        return setNotice({ kind: 'unclear', failed: outcome.failed })
      if (outcome.by !== 'printer') return tellOutcome(outcome, [one])
    }
    return setNotice({ kind: 'printed', count: papers.length })
  }

  const tellOutcome = (outcome: PrintOutcome, papers: readonly SaleDocument[]) => {
    const { failed } = outcome
    const sales = papers.map(({ sale }) => sale.id)
    if (outcome.by === 'printer') return recordPrinted(sales)
    if (outcome.by === 'nothing' && !outcome.mayHavePrinted) return setNotice({ kind: 'not-printed', failed })
    // Reported to the server, because leaving or reloading the page discards the question.
    const method = outcome.by === 'browser' ? outcome.by : failed.at(-1)?.method
    const way = PRINT_WAYS.find((each) => each === method)
    const ids = papers.filter(({ sale }) => sale.voucher === 'ready').map(({ sale }) => sale.id)
    if (way) reported.current = { ids, done: Promise.allSettled(ids.map((id) => steps.report({ id, way }))) }
    return setNotice({ kind: 'asked', isBroken: outcome.by === 'nothing', failed, sales })
  }

  return {
    notice,
    setNotice,
    tell,
    print,
    /** A person saw the print. */
    confirmPrinted: () => notice?.kind === 'asked' && recordPrinted(notice.sales),
    /** Resolves to whether the delivery was recorded. Also answers a print question. */
    give: async (sales: readonly SaleId[]): Promise<boolean> => {
      // Ignores a second tap.
      if (isGiving.current) return false
      isGiving.current = true
      setNotice(undefined)
      const isNoted = await note({ how: 'given', sales })
      isGiving.current = false
      return isNoted
    },
    dismiss: () => setNotice(undefined),
    copy: async (sales: readonly SaleId[], code: string) => {
      const isCopied = await copyCode(code)
      if (isCopied) void note({ how: 'copied', sales })
      tell({ kind: isCopied ? 'copied' : 'copy-failed' })
    },
    share: async (sales: readonly SaleId[], title: string, text: string) => {
      const outcome = await shareText(title, text)
      if (outcome === 'shared') void note({ how: 'shared', sales })
      tell(outcome === 'canceled' ? undefined : { kind: outcome === 'shared' ? 'shared' : 'share-failed' })
    },
    saveError: unsaved?.error,
    isSaving: noting !== undefined,
    /** A print counts even before it is recorded. */
    isNotingPrint: noting?.how === 'printed',
    saveAgain: () => {
      if (unsaved && !noting) void note(unsaved)
    },
  }
}

/** For cash, and for any method if the shop records none. For a copy, the cash is already in the drawer. */
const opensDrawerFor = ({ isCopy, sale }: SaleDocument): boolean => !isCopy && usesCash(sale)
