import { Printer } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { printDocument } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { usePrintContext } from '../../sale/documents/use-print-context.ts'
import { waitingSlip } from '../../sale/documents/waiting-slip.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** Paper for the customer of a sale that is not known yet; nothing where there is no printer. */
export function WaitingSlipButton({ sale }: { sale: Sale }) {
  const t = useText()
  const words = usePrintContext()
  const now = useProxyNow()
  const hasPrinter = useTerminalPrinter(({ mode }) => mode !== 'never')
  const [state, setState] = useState<'printing' | 'failed'>()
  const print = async () => {
    setState('printing')
    const { by } = await printDocument(waitingSlip(sale, words, now))
    setState(by === 'nothing' ? 'failed' : undefined)
  }
  if (!hasPrinter) return null
  const isPrinting = state === 'printing'
  return (
    <>
      <button
        type="button"
        className="btn btn--lg"
        aria-disabled={isPrinting}
        onClick={() => !isPrinting && void print()}
      >
        <Printer className="ic" size={20} aria-hidden="true" /> {t('sale.printWaiting')}
      </button>
      {state === 'failed' && (
        <span className="self-center" role="alert">
          {t('delivery.notPrinted')}
        </span>
      )}
    </>
  )
}
