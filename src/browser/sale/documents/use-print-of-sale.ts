import type { SaleId } from '#domain/sale/id.ts'
import type { SaleDocument } from '#domain/printer-connection.ts'
import { usePrintSteps } from '../../api/printers.ts'
import type { PrintDocument } from '../../printing/print-document.ts'
import { printDocument, type PrintOutcome } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'

/** If a network printer leaves the print unclear, the server records that in the sale. */
export function usePrintOfSale(id: SaleId) {
  const { print } = usePrintSteps()
  return (document: PrintDocument, paper: Exclude<SaleDocument, 'receipt'>): Promise<PrintOutcome> => {
    const { networkId } = useTerminalPrinter.getState()
    if (networkId === undefined) return printDocument(document)
    return printDocument(document, { send: (body) => print({ id, printerId: networkId, paper, ...body }) })
  }
}
