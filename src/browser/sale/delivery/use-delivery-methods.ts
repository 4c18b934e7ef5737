import { useRef, useState } from 'react'

import type { PrintResult } from '#api/printing.ts'
import { PRINT_WAYS } from '#domain/print-way.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { DeliveryMethod } from '#domain/voucher.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { usePrintSteps } from '../../api/printers.ts'
import { useMarkDelivered } from '../../api/sale.ts'
import { printDocument, type FailedPrintMethod, type PrintOutcome } from '../../printing/print.ts'
import { copyCode, shareText } from '../../printing/share.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { joinReceipts } from '../documents/receipt-document.ts'

/** What the person is told of the last way that was tried, or asked. `sales` are those it was about. */
export type DeliveryNotice =
  | { kind: 'printing' }
  /** Nobody but the person can tell whether it came out; with `isBroken` the printer broke off. */
  | { kind: 'asked'; isBroken: boolean; failed: readonly FailedPrintMethod[]; sales: readonly SaleId[] }
  | { kind: 'printed'; count: number }
  /** The proxy asks whether the code is on paper, until somebody has answered: `CodePrint` of its sale. */
  | { kind: 'unclear'; failed: readonly FailedPrintMethod[] }
  /** The screen is all there is. */
  | { kind: 'not-printed'; failed: readonly FailedPrintMethod[] }
  | { kind: 'copied' | 'copy-failed' | 'shared' | 'share-failed' }
  /** The code of one line of a quantity did not come: then nothing is printed, or those that came are shown. */
  | { kind: 'no-code'; line: number; isPrint: boolean; error?: unknown }
  /** Codes were never shown: whether they were given all the same. */
  | { kind: 'given-asked'; neverShown: number }

/** The paper of a sale, with the code of one that is undelivered. */
export type SalePaper = { sale: Sale; paper: PrintDocument; isCopy: boolean }

type Note = { how: DeliveryMethod; sales: readonly SaleId[] }

/**
 * The ways by which a customer gets codes and receipts, of one sale or of several. What was surely handed over is written down at once, what a
 * person saw when they say so.
 */
export function useDeliveryMethods() {
  const { mutateAsync: deliver } = useMarkDelivered()
  const [told, setTold] = useState<DeliveryNotice>()
  const [noting, setNoting] = useState<Note>()
  const [unnoted, setUnnoted] = useState<Note & { error: unknown }>()
  const steps = usePrintSteps()
  /** The codes that this page asks about, and that the proxy is told of. */
  const reported = useRef<{ ids: readonly SaleId[]; done: Promise<unknown> }>(undefined)
  const isGiving = useRef(false)
  /** Whether it is on paper has to be answered, whatever else is done meanwhile. */
  const tell = (next: DeliveryNotice | undefined) => setTold((now) => (now?.kind === 'asked' ? now : next))

  /** Whether all of it was written down. */
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

  const notePrinted = (sales: readonly SaleId[]) => {
    reported.current = undefined
    setTold({ kind: 'printed', count: sales.length })
    void note({ how: 'printed', sales })
  }

  /** Anyone who prints again says that what is asked about did not come out. */
  const denyAsked = async () => {
    if (!reported.current) return
    const { ids, done } = reported.current
    reported.current = undefined
    await done
    await Promise.allSettled(ids.map((id) => steps.deny(id)))
  }

  const print = async (papers: readonly SalePaper[]) => {
    await denyAsked()
    const { printer, networkId } = useTerminalPrinter.getState()
    if (printer === 'network' && networkId !== undefined) return printEach(papers, networkId)
    const opensDrawer = papers.some(opensDrawerFor)
    const outcome = await printDocument(joinReceipts(papers.map(({ paper }) => paper)), { opensDrawer })
    return tellOutcome(outcome, papers)
  }

  /** At a printer in the network each code is a print of its own, which the proxy writes down. The first that fails is the last. */
  const printEach = async (papers: readonly SalePaper[], printerId: string) => {
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
      if (result?.kind === 'unclear' && voucher === 'ready') return setTold({ kind: 'unclear', failed: outcome.failed })
      if (outcome.by !== 'printer') return tellOutcome(outcome, [one])
    }
    return setTold({ kind: 'printed', count: papers.length })
  }

  const tellOutcome = (outcome: PrintOutcome, papers: readonly SalePaper[]) => {
    const { failed } = outcome
    const sales = papers.map(({ sale }) => sale.id)
    if (outcome.by === 'printer') return notePrinted(sales)
    if (outcome.by === 'nothing' && !outcome.mayHavePrinted) return setTold({ kind: 'not-printed', failed })
    // A page that is left or reloaded takes its own question with it.
    const method = outcome.by === 'browser' ? outcome.by : failed.at(-1)?.method
    const way = PRINT_WAYS.find((each) => each === method)
    const ids = papers.filter(({ sale }) => sale.voucher === 'ready').map(({ sale }) => sale.id)
    if (way) reported.current = { ids, done: Promise.allSettled(ids.map((id) => steps.report({ id, way }))) }
    return setTold({ kind: 'asked', isBroken: outcome.by === 'nothing', failed, sales })
  }

  return {
    told,
    setTold,
    tell,
    print,
    /** It is on paper: a person has seen it. */
    confirmPrinted: () => told?.kind === 'asked' && notePrinted(told.sales),
    /** Whether it was written down. The question about a print is answered by it. */
    give: async (sales: readonly SaleId[]): Promise<boolean> => {
      // Two taps before the first one shows are one.
      if (isGiving.current) return false
      isGiving.current = true
      setTold(undefined)
      const isNoted = await note({ how: 'given', sales })
      isGiving.current = false
      return isNoted
    },
    dismiss: () => setTold(undefined),
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
    /** That it was handed over could not be written down. */
    noteError: unnoted?.error,
    isNoting: noting !== undefined,
    /** A print that is being written down counts for the next one. */
    isNotingPrint: noting?.how === 'printed',
    noteAgain: () => {
      if (unnoted && !noting) void note(unnoted)
    },
  }
}

/** The drawer opens for cash, and for any way to pay where the shop notes none. At a copy the money is in it. */
const opensDrawerFor = ({ isCopy, sale: { paidBy = 'cash' } }: SalePaper): boolean => !isCopy && paidBy === 'cash'
