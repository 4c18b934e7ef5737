import { Printer } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { printPaper } from '../../device/print-paper.ts'
import { useTerminalPrinter } from '../../device/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { usePaperWords } from '../../papers/use-paper-words.ts'
import { waitingPaper } from '../../papers/waiting-paper.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** Paper for the customer of a sale that is not known yet; nothing where there is no printer. */
export function WaitingSlipButton({ sale }: { sale: Sale }) {
  const t = useText()
  const words = usePaperWords()
  const now = useProxyNow()
  const hasPrinter = useTerminalPrinter(({ mode }) => mode !== 'never')
  const [state, setState] = useState<'printing' | 'failed'>()
  const print = async () => {
    setState('printing')
    const { by } = await printPaper(waitingPaper(sale, words, now))
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
          {t('code.notPrinted')}
        </span>
      )}
    </>
  )
}
