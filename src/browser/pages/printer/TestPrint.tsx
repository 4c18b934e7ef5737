import { Printer } from 'lucide-react'
import { useState } from 'react'

import type { PrintDocument } from '../../printing/print-document.ts'
import { printDocument, type PrintOutcome } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import { PrintProblems } from '../../printing/PrintProblems.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

type TestPrintProps = { makePaper: (from: 'printer' | 'browser') => PrintDocument }

/** Prints the test page and says what became of it, rung by rung. */
export function TestPrint({ makePaper }: TestPrintProps) {
  const t = useText()
  const [outcome, setOutcome] = useState<PrintOutcome>()
  const [isPrinting, setPrinting] = useState(false)

  const print = async (from: 'printer' | 'browser') => {
    setOutcome(undefined)
    setPrinting(true)
    const printed = await printDocument(makePaper(from), { from })
    // It is right as it is.
    if (printed.by !== 'nothing') useTerminalPrinter.getState().choose({})
    setOutcome(printed)
    setPrinting(false)
  }

  return (
    <>
      {outcome && (
        <Notice kind="info" role="status" heading={t(`printer.outcome.${wordsOf(outcome)}`)}>
          <PrintProblems failed={outcome.failed} />
          {outcome.by === 'nothing' && outcome.mayHavePrinted && (
            <button type="button" className="btn mt-2" onClick={() => void print('browser')}>
              {t('printer.byBrowserInstead')}
            </button>
          )}
        </Notice>
      )}
      <ActionButton
        icon={<Printer className="ic" size={24} />}
        isBusy={isPrinting}
        onPress={() => void print('printer')}
      >
        {t('printer.printTest')}
      </ActionButton>
    </>
  )
}

function wordsOf(outcome: PrintOutcome): 'printer' | 'browser' | 'nothing' | 'mayHavePrinted' {
  return outcome.by === 'nothing' && outcome.mayHavePrinted ? 'mayHavePrinted' : outcome.by
}
