import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { PrintBody, Printed, PrintReport, PrintSale } from '#api/printing.ts'
import type { MailReceipt } from '#api/receipt-mail.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { extraPrintMs } from '#receipt-printer/plain-document.ts'
import { call, DEADLINE_MS } from './request.ts'
import { cacheSale, rereadSales } from './sale.ts'
import { useSaleStep } from './sale-steps.ts'

/** Long documents need more time. */
const deadlineOf = (body: object): number => DEADLINE_MS + extraPrintMs(JSON.stringify(body).length)

/** Prints a document without a code. Not retried: it may have been printed although no response arrived. */
export const printAtPrinter = (printerId: string, body: PrintBody): Promise<Printed> =>
  call('POST /api/printers/:id/print', { id: printerId, body, deadlineMs: deadlineOf(body) })

/** Not retried. */
function usePaperWrite<V, Answer extends Sale | { sale: Sale }>(mutationFn: (variables: V) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => cacheSale(queryClient, 'sale' in answer ? answer.sale : answer),
    onSettled: () => rereadSales(queryClient),
  })
}

export function usePrintSteps() {
  const print = usePaperWrite(({ id, ...body }: PrintSale & { id: SaleId }) =>
    call('POST /api/sales/:id/print', { id, body, deadlineMs: deadlineOf(body) }),
  )
  const report = usePaperWrite(({ id, ...body }: PrintReport & { id: SaleId }) =>
    call('POST /api/sales/:id/print-report', { id, body }),
  )
  const deny = usePaperWrite((id: SaleId) =>
    call('POST /api/sales/:id/print-answer', { id, body: { isOnPaper: false } }),
  )
  return { print: print.mutateAsync, report: report.mutateAsync, deny: deny.mutateAsync }
}

/** Emails the receipt without its code. Not retried, because the customer could get it twice. */
export const useMailReceipt = (id: SaleId) =>
  usePaperWrite((body: MailReceipt) => call('POST /api/sales/:id/mail', { id, body }))

export function useAnswerPrint(id: SaleId) {
  return useSaleStep((isOnPaper: boolean) => call('POST /api/sales/:id/print-answer', { id, body: { isOnPaper } }))
}
