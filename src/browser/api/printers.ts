import { useMutation, useQueryClient } from '@tanstack/react-query'

import { dayPaths } from '#api/day-paths.ts'
import type { PrintBody, Printed, PrintedSale, PrintReport, PrintSale } from '#api/printing.ts'
import type { MailedReceipt, MailReceipt } from '#api/receipt-mail.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { extraPrintMs } from '#receipt-printer/plain-document.ts'
import { DEADLINE_MS, request } from './request.ts'
import { cacheSale, rereadSales } from './sale.ts'

/** A long paper takes its time. */
const deadlineOf = (body: object) => ({ body, deadlineMs: DEADLINE_MS + extraPrintMs(JSON.stringify(body).length) })

/** Prints what holds no code. Never repeated: it may have come out although no answer came. */
export const printAtPrinter = (printerId: string, body: PrintBody): Promise<Printed> =>
  request('POST', dayPaths.printDocument(printerId), deadlineOf(body))

/** What the proxy writes down of the prints of sales. Nothing is repeated; what became of it is read again with the sale. */
export function usePrintSteps() {
  const queryClient = useQueryClient()
  const onSettled = () => rereadSales(queryClient)
  const cache = (sale: Sale) => cacheSale(queryClient, sale)
  /** Prints the receipt of a sale at a printer in the network. */
  const print = useMutation({
    mutationFn: ({ id, ...body }: PrintSale & { id: SaleId }) =>
      request<PrintedSale>('POST', dayPaths.printSale(id), deadlineOf(body)),
    onSuccess: ({ sale }) => cache(sale),
    onSettled,
  })
  /** Says that a code was printed here, and that nobody knows whether it came out. */
  const report = useMutation({
    mutationFn: ({ id, ...body }: PrintReport & { id: SaleId }) =>
      request<Sale>('POST', dayPaths.reportPrint(id), { body }),
    onSuccess: cache,
    onSettled,
  })
  /** A person says that a code did not come out, and prints it again. */
  const deny = useMutation({
    mutationFn: (id: SaleId) => request<Sale>('POST', dayPaths.answerPrint(id), { body: { isOnPaper: false } }),
    onSuccess: cache,
    onSettled,
  })
  return { print: print.mutateAsync, report: report.mutateAsync, deny: deny.mutateAsync }
}

/** Sends the receipt without its code by e-mail. Never repeated: the customer would get it twice. */
export function useMailReceipt(id: SaleId) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: MailReceipt) => request<MailedReceipt>('POST', dayPaths.mailReceipt(id), { body }),
    onSuccess: ({ sale }) => cacheSale(queryClient, sale),
    onSettled: () => rereadSales(queryClient),
  })
}

/** A person says whether a code is on paper. */
export function useAnswerPrint(id: SaleId) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOnPaper: boolean) => request<Sale>('POST', dayPaths.answerPrint(id), { body: { isOnPaper } }),
    onSuccess: (sale) => cacheSale(queryClient, sale),
    onSettled: () => rereadSales(queryClient),
  })
}
