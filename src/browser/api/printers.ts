import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { PrintBody, Printed, PrintReport, PrintSale } from '#api/printing.ts'
import type { MailReceipt } from '#api/receipt-mail.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { extraPrintMs } from '#receipt-printer/plain-document.ts'
import { call, DEADLINE_MS } from './request.ts'
import { cacheSale, rereadSales, useSaleStep } from './sale.ts'

/** A long paper takes its time. */
const deadlineOf = (body: object): number => DEADLINE_MS + extraPrintMs(JSON.stringify(body).length)

/** Prints what holds no code. Never repeated: it may have come out although no answer came. */
export const printAtPrinter = (printerId: string, body: PrintBody): Promise<Printed> =>
  call('POST /api/printers/:id/print', { id: printerId, body, deadlineMs: deadlineOf(body) })

/** What the proxy writes down of the prints of sales. Nothing is repeated; what became of it is read again with the sale. */
export function usePrintSteps() {
  const queryClient = useQueryClient()
  const onSettled = () => rereadSales(queryClient)
  const cache = (sale: Sale) => cacheSale(queryClient, sale)
  /** Prints the receipt of a sale at a printer in the network. */
  const print = useMutation({
    mutationFn: ({ id, ...body }: PrintSale & { id: SaleId }) =>
      call('POST /api/sales/:id/print', { id, body, deadlineMs: deadlineOf(body) }),
    onSuccess: ({ sale }) => cache(sale),
    onSettled,
  })
  /** Says that a code was printed here, and that nobody knows whether it came out. */
  const report = useMutation({
    mutationFn: ({ id, ...body }: PrintReport & { id: SaleId }) =>
      call('POST /api/sales/:id/print-report', { id, body }),
    onSuccess: cache,
    onSettled,
  })
  /** A person says that a code did not come out, and prints it again. */
  const deny = useMutation({
    mutationFn: (id: SaleId) => call('POST /api/sales/:id/print-answer', { id, body: { isOnPaper: false } }),
    onSuccess: cache,
    onSettled,
  })
  return { print: print.mutateAsync, report: report.mutateAsync, deny: deny.mutateAsync }
}

/** Sends the receipt without its code by e-mail. Never repeated: the customer would get it twice. */
export function useMailReceipt(id: SaleId) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: MailReceipt) => call('POST /api/sales/:id/mail', { id, body }),
    onSuccess: ({ sale }) => cacheSale(queryClient, sale),
    onSettled: () => rereadSales(queryClient),
  })
}

/** A person says whether a code is on paper. */
export function useAnswerPrint(id: SaleId) {
  return useSaleStep((isOnPaper: boolean) => call('POST /api/sales/:id/print-answer', { id, body: { isOnPaper } }))
}
