import { useQuery } from '@tanstack/react-query'
import { Printer, Stamp, UserRoundCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { isWaiting, saleCan, type Resolution, type Sale } from '#domain/sale/sale.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { useResolveSale } from '../../api/sale-steps.ts'
import { sessionQuery, useSignOut } from '../../api/session.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { firstName } from '../../lib/current-user.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { problemOfPrint, type PrintProblem } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { usePrintContext } from '../../sale/documents/print-context.ts'
import { usePrintOfSale } from '../../sale/documents/use-print-of-sale.ts'
import { waitingSlip } from '../../sale/documents/receipt-document.ts'
import { SaleProblem } from '../../sale/SaleProblem.tsx'
import { TakeOverButton } from '../../sale/SellAgainButton.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { WordsField } from '../../ui/Field.tsx'
import { useServerNow } from '../../api/status.ts'

type SaleActionsProps = {
  sale: Sale
  /** Only a supervisor can continue, although nothing is pending. */
  needsHelp?: boolean
  children?: ReactNode
}

/** Stays in reach while content scrolls under it. */
export function SaleActions({ sale, needsHelp = false, children }: SaleActionsProps) {
  const t = useText()
  const { isMine, isSupervisor } = useSaleRights(sale)
  const [isResolving, setIsResolving] = useState(false)
  const mayTake = !isMine && saleCan.takeOver(sale)
  const mayResolve = isSupervisor && sale.attention !== undefined

  if (!isWaiting(sale) && !needsHelp && !mayTake && !mayResolve && !children) return null
  return (
    <>
      <div className="@container flex shrink-0 flex-wrap gap-3 bg-canvas max-sm:gap-2 max-sm:*:min-w-0 max-sm:*:flex-1 md:sticky md:-bottom-4 md:z-1 md:-mb-4 md:pb-4 md:before:pointer-events-none md:before:absolute md:before:inset-x-0 md:before:bottom-full md:before:h-4 md:before:bg-linear-to-t md:before:from-canvas md:before:to-transparent">
        {isWaiting(sale) && <WaitingSlipButton sale={sale} />}
        {children}
        {(isWaiting(sale) || needsHelp) && <CallSupervisorButton sale={sale} />}
        {mayTake && <TakeOverButton sale={sale} />}
        {mayResolve && (
          <Button size="row" icon={Stamp} onClick={() => setIsResolving(true)}>
            {t('sale.resolve')}
          </Button>
        )}
      </div>
      {isResolving && <ResolveDialog sale={sale} onClose={() => setIsResolving(false)} />}
    </>
  )
}

/** Hidden without a printer. */
function WaitingSlipButton({ sale }: { sale: Sale }) {
  const t = useText()
  const words = usePrintContext()
  const now = useServerNow()
  const hasPrinter = useTerminalPrinter(({ mode }) => mode !== 'never')
  const printDocument = usePrintOfSale(sale.id)
  const [isPrinting, setIsPrinting] = useState(false)
  const [problem, setProblem] = useState<PrintProblem>()
  const print = async () => {
    setIsPrinting(true)
    setProblem(problemOfPrint(await printDocument(waitingSlip(sale, words, now), 'waiting')))
    setIsPrinting(false)
  }
  if (!hasPrinter) return null
  return (
    <>
      <Button size="row" icon={Printer} pending={isPrinting} onClick={() => void print()}>
        {t('sale.printWaiting')}
      </Button>
      {problem && !isPrinting && (
        <span className="self-center" role="alert">
          {t(problem)}
        </span>
      )}
    </>
  )
}

function CallSupervisorButton({ sale }: { sale: Sale }) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const [isCalling, setIsCalling] = useState(false)
  if (isSupervisor) return null
  return (
    <>
      <Button size="row" icon={UserRoundCheck} onClick={() => setIsCalling(true)}>
        {t('sale.callSupervisor')}
      </Button>
      {isCalling && <CallSupervisorDialog sale={sale} onClose={() => setIsCalling(false)} />}
    </>
  )
}

type CallSupervisorDialogProps = { sale: Sale; onClose: () => void }

export function CallSupervisorDialog({ sale, onClose }: CallSupervisorDialogProps) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const { data: session } = useQuery(sessionQuery)
  const signOut = useSignOut()
  const names = session?.staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name)) ?? []
  const number = formatSaleNumber(sale)
  return (
    <Dialog
      heading={t('sale.callSupervisor')}
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('shell.close')}
          </Button>
          <Button variant="primary" size="lg" pending={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('sale.callSignIn')}
          </Button>
        </>
      }
    >
      <p>{t('sale.callNames', { names: list.format(names), number })}</p>
      <p className="text-ink-2">{t(sale.attention ? 'sale.callInOpenItems' : 'sale.callInSales')}</p>
    </Dialog>
  )
}

type ResolveDialogProps = { sale: Sale; onClose: () => void }

const MAX_NOTE = 500
const OUTCOMES = ['sold', 'not-sold'] as const satisfies Resolution['outcome'][]

/** With what the wholesaler's support said (rule 15). */
function ResolveDialog({ sale, onClose }: ResolveDialogProps) {
  const t = useText()
  const formats = useFormats()
  const resolve = useResolveSale(sale.id)
  const [outcome, setOutcome] = useState<Resolution['outcome']>()
  const [note, setNote] = useState('')
  const isHidden = findHiddenCharacter(note) !== undefined
  const missing = (() => {
    if (outcome === undefined) return 'sale.resolve.choose'
    if (isHidden) return 'text.hidden'
    return isReadable(note) ? undefined : 'sale.resolve.noteMissing'
  })()

  return (
    <DialogForm
      heading={t('sale.resolveHeading', { number: formatSaleNumber(sale) })}
      action={outcome ? t(`sale.resolve.${outcome}.do`) : ''}
      missing={missing && t(missing)}
      sending={{ isPending: resolve.isPending }}
      onSubmit={() => outcome && resolve.mutate({ outcome, note: note.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('sale.resolve.hint')}</p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('sale.resolve.choose')}</legend>
        {OUTCOMES.map((each) => (
          <label
            key={each}
            className="flex min-h-bar cursor-pointer items-center gap-3 rounded-2 border-1 border-line-strong px-4 py-2 has-checked:border-act has-checked:bg-act-tint has-checked:shadow-act"
          >
            <input
              type="radio"
              name="outcome"
              className="size-[20px] accent-act"
              checked={outcome === each}
              onChange={() => setOutcome(each)}
            />
            <span className="min-w-0 flex-1">
              <b className="block">{t(`sale.resolve.${each}`)}</b>
              <span className="block text-1 text-ink-2">
                {t(
                  each === 'sold' && sale.kind === 'voucher'
                    ? 'sale.resolve.sold.hintVoucher'
                    : `sale.resolve.${each}.hint`,
                  { amount: formats.money(sale.pays) },
                )}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <WordsField
        label={t('sale.resolve.note')}
        rows={3}
        longest={MAX_NOTE}
        text={note}
        problem={isHidden ? t('text.hidden') : undefined}
        onType={setNote}
      />
      <SaleProblem error={resolve.error} />
    </DialogForm>
  )
}
