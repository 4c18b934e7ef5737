import { useState } from 'react'
import { ulid } from 'ulid'

import type { OpenShiftAnswer } from '#contract/proxy/shifts.ts'
import { decimalsOf, findDecimal } from '#domain/money.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../api/failure-message.ts'
import { useAddMovement } from '../api/shifts.ts'
import { useText } from '../i18n/use-text.ts'
import { useTerminalPrinter } from '../printing/terminal-printer.ts'
import { usePrintContext } from '../sale/documents/print-context.ts'
import { DialogForm } from '../ui/DialogForm.tsx'
import { Field, WordsField } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Radios } from '../ui/Radios.tsx'
import { openedDocument } from './report-document.ts'
import { usePrint } from './ReportDialog.tsx'

type MovementDialogProps = {
  shift: OpenShiftAnswer
  terminal?: string | undefined
  /** `no-sale`: the drawer is opened, and nothing is put in or taken out. */
  kind: 'cash' | 'no-sale'
  onClose: () => void
}

const LONGEST_REASON = 200

/** Cash is put in or taken out, or the drawer is opened without a sale: always with a reason, and in the log. */
export function MovementDialog({ shift, terminal, kind, onClose }: MovementDialogProps) {
  const t = useText()
  const { currency } = shift.start
  const [direction, setDirection] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  // The same movement is sent again when its answer was lost, and written once.
  const [id] = useState(() => ulid())
  const add = useAddMovement(terminal)
  const openDrawer = useOpenDrawer(shift)
  const isAmountMissing = kind === 'cash' && !isPayable(amount, currency)
  const isReasonMissing = !isReadable(reason) || findHiddenCharacter(reason) !== undefined

  const submit = () => {
    setIsTried(true)
    if (isAmountMissing || isReasonMissing) return
    const movement = kind === 'cash' ? { kind: direction, amount } : { kind: 'no-sale' as const }
    add.mutate(
      { shiftId: shift.id, id, ...movement, reason },
      {
        onSuccess: () => {
          if (kind === 'no-sale') openDrawer(reason)
          onClose()
        },
      },
    )
  }
  return (
    <DialogForm
      heading={t(kind === 'cash' ? 'shift.cashInOut' : 'shift.openDrawer')}
      action={t(kind === 'cash' ? 'shift.write' : 'shift.openDrawer')}
      isPending={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
            maxLength={16}
            problem={isTried && isAmountMissing ? t('shift.amount.missing') : undefined}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value.trim())}
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
      {add.error && (
        <Notice tone="bad" role="alert">
          {t(failureMessage(add.error))}
        </Notice>
      )}
    </DialogForm>
  )
}

function isPayable(text: string, currency: string): boolean {
  const amount = findDecimal(text)
  return amount !== undefined && amount.units > 0n && (text.split('.')[1] ?? '').length <= decimalsOf(currency)
}

/** Opens the drawer that hangs on the receipt printer, with a slip that says why; without such a drawer it is opened by its key. */
function useOpenDrawer(shift: OpenShiftAnswer): (reason: string) => void {
  const words = usePrintContext()
  const { print } = usePrint()
  const hasDrawer = useTerminalPrinter(({ hasDrawer: has, printer }) => has && printer !== 'browser')
  return (reason) => {
    if (!hasDrawer) return
    const slip = { till: shift.terminal.name, by: '', at: Date.now(), reason }
    void print(openedDocument(slip, words), true)
  }
}
