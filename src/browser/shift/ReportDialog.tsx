import { Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'
import { PrintPreview } from '../printing/PrintPreview.tsx'
import { PrintProblems } from '../printing/PrintProblems.tsx'
import type { PrintDocument } from '../printing/print-document.ts'
import { printDocument, type PrintOutcome } from '../printing/print.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'

type ReportDialogProps = {
  heading: string
  paper: PrintDocument
  /** Below the paper, such as a note of a supervisor. */
  children?: ReactNode
  onClose: () => void
}

/** A report as it comes out of the printer, and the button that prints it. */
export function ReportDialog({ heading, paper, children, onClose }: ReportDialogProps) {
  const t = useText()
  const { print, isPrinting, outcome } = usePrint()
  return (
    <Dialog
      heading={heading}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('shift.close')}
          </Button>
          <Button variant="primary" size="lg" icon={Printer} pending={isPrinting} onClick={() => void print(paper)}>
            {t('shift.print')}
          </Button>
        </>
      }
    >
      <PrintPreview paper={paper} width={80} name={heading} qrName="" />
      <PrintNotice outcome={outcome} />
      {children}
    </Dialog>
  )
}

/** A report in a side panel. */
export function ReportPaper({ paper, name }: { paper: PrintDocument; name: string }) {
  return (
    // A long paper is read with the arrow keys, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="shrink-0 pb-3" role="group" aria-label={name} tabIndex={0}>
      <PrintPreview paper={paper} width={80} name={name} qrName="" />
    </div>
  )
}

/** Prints a report, without a pulse for the drawer. */
export function usePrint() {
  const [outcome, setOutcome] = useState<PrintOutcome>()
  const [isPrinting, setIsPrinting] = useState(false)
  const print = async (paper: PrintDocument, opensDrawer = false) => {
    setOutcome(undefined)
    setIsPrinting(true)
    setOutcome(await printDocument(paper, { opensDrawer }))
    setIsPrinting(false)
  }
  return { print, isPrinting, outcome }
}

/** What became of a print, where a person has to know. */
export function PrintNotice({ outcome }: { outcome: PrintOutcome | undefined }) {
  const t = useText()
  const mayHavePrinted = outcome?.by === 'nothing' && outcome.mayHavePrinted
  return (
    // It is there before what it says.
    <div role="status" className="contents">
      {outcome && outcome.by !== 'printer' && (
        <Notice tone="info" heading={t(`printer.outcome.${mayHavePrinted ? 'mayHavePrinted' : outcome.by}`)}>
          <PrintProblems failed={outcome.failed} />
        </Notice>
      )}
    </div>
  )
}
