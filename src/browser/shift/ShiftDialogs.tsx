import { Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ulid } from 'ulid'

import type { OpenShiftAnswer } from '#api/shifts.ts'
import { formatDecimal } from '#domain/money/money.ts'
import { cleanAmountText, findPayable } from '#domain/money/typed-amount.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { failureMessage } from '../api/failure-message.ts'
import { useAddMovement, useAddNote } from '../api/shifts.ts'
import { useText } from '../i18n/use-text.ts'
import type { PrintDocument } from '../printing/print-document.ts'
import { printDocument } from '../printing/print.ts'
import { PrintPreview } from '../printing/PrintPreview.tsx'
import { PrintNotice } from '../printing/PrintProblems.tsx'
import { isPrinterSet, useTerminalPrinter } from '../printing/terminal-printer.ts'
import { usePrint } from '../printing/use-print.ts'
import { usePrintContext } from '../sale/documents/print-context.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { Field, WordsField } from '../ui/Field.tsx'
import { Radios } from '../ui/Radios.tsx'
import { openedDocument } from './report-document.ts'

type MovementDialogProps = {
  shift: OpenShiftAnswer
  terminal?: string | undefined
  /** `no-sale`: opens the drawer without moving cash. */
  kind: 'cash' | 'no-sale'
  onClose: () => void
}

const LONGEST_REASON = 200

export function MovementDialog({ shift, terminal, kind, onClose }: MovementDialogProps) {
  const t = useText()
  const { currency } = shift.start
  const [direction, setDirection] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  // The id stays the same after a lost response, so the movement is recorded only once.
  const [id] = useState(() => ulid())
  const add = useAddMovement(terminal)
  const openDrawer = useOpenDrawer(shift)
  const isOpenedByKey = kind === 'no-sale' && !openDrawer
  const moved = findPayable(amount, currency)
  const isAmountMissing = kind === 'cash' && !moved
  const isReasonMissing = !isReadable(reason) || findHiddenCharacter(reason) !== undefined

  const submit = () => {
    setIsTried(true)
    if (isAmountMissing || isReasonMissing) return
    const movement = moved ? { kind: direction, amount: formatDecimal(moved) } : { kind: 'no-sale' as const }
    add.mutate(
      { shiftId: shift.id, id, ...movement, reason },
      {
        onSuccess: () => {
          if (kind === 'no-sale') openDrawer?.(reason)
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm
      heading={t(kind === 'cash' ? 'shift.cashInOut' : 'shift.openDrawer')}
      action={t(kind === 'cash' ? 'shift.write' : 'shift.openDrawer')}
      sending={add}
      onSubmit={submit}
      onClose={onClose}
    >
      {isOpenedByKey && <p className="text-ink-2">{t('shift.openDrawer.byKey')}</p>}
      {kind === 'cash' && (
        <>
          <Radios
            label={t('shift.direction')}
            look="chips"
            options={(['out', 'in'] as const).map((value) => ({ value, text: t(`shift.direction.${value}`) }))}
            value={direction}
            onChange={setDirection}
          />
          <Field
            label={t('shift.amount', { currency })}
            size="lg"
            inputMode="decimal"
            dir="ltr"
            problem={isTried && isAmountMissing ? t('shift.amount.missing') : undefined}
            value={amount}
            onChange={(event) => setAmount(cleanAmountText(event.currentTarget.value))}
          />
        </>
      )}
      <WordsField
        label={t('shift.why')}
        rows={2}
        longest={LONGEST_REASON}
        text={reason}
        problem={
          findHiddenCharacter(reason)
            ? t('text.hidden')
            : isTried && isReasonMissing
              ? t('shift.why.missing')
              : undefined
        }
        onType={setReason}
      />
    </DialogForm>
  )
}

/** Through the receipt printer, with a slip that gives the reason; `undefined` if the drawer is opened with a key. */
function useOpenDrawer(shift: OpenShiftAnswer): ((reason: string) => void) | undefined {
  const words = usePrintContext()
  const { print } = usePrint(printDocument)
  const hasDrawer = useTerminalPrinter(
    (till) => till.hasDrawer && till.mode !== 'never' && till.printer !== 'browser' && isPrinterSet(till),
  )
  if (!hasDrawer) return undefined
  return (reason) => {
    const slip = { till: shift.terminal.name, by: '', at: Date.now(), reason }
    void print(openedDocument(slip, words), { opensDrawer: true })
  }
}

type ReportDialogProps = {
  heading: string
  paper: PrintDocument
  children?: ReactNode
  onClose: () => void
}

export function ReportDialog({ heading, paper, children, onClose }: ReportDialogProps) {
  const t = useText()
  const { print, isPrinting, outcome } = usePrint(printDocument)
  return (
    <Dialog
      heading={heading}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('shift.close')}
          </Button>
          <Button
            variant="primary"
            size="lg"
            icon={Printer}
            pending={isPrinting}
            onClick={() => void print(paper, { opensDrawer: false })}
          >
            {t('shift.print')}
          </Button>
        </>
      }
    >
      <PrintPreview paper={paper} width={80} name={heading} qrName="" />
      {outcome?.by !== 'printer' && <PrintNotice outcome={outcome} />}
      {children}
    </Dialog>
  )
}

export function ReportPaper({ paper, name }: { paper: PrintDocument; name: string }) {
  return (
    // Focusable so that the arrow keys scroll a long report.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="shrink-0 pb-3" role="group" aria-label={name} tabIndex={0}>
      <PrintPreview paper={paper} width={80} name={name} qrName="" />
    </div>
  )
}

const LONGEST_NOTE = 500

export function NoteForm({ shiftId }: { shiftId: string }) {
  const t = useText()
  const [text, setText] = useState('')
  const add = useAddNote(shiftId)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate(text, { onSuccess: () => setText('') })
      }}
    >
      <WordsField
        label={t('shift.note')}
        rows={2}
        longest={LONGEST_NOTE}
        text={text}
        problem={add.error ? t(failureMessage(add.error)) : undefined}
        onType={setText}
      />
      <div>
        <Button type="submit" pending={add.isPending} blocked={text.trim() === '' ? t('shift.note.empty') : undefined}>
          {t('shift.note.add')}
        </Button>
      </div>
    </form>
  )
}
