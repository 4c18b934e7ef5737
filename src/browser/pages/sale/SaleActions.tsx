import { useQuery } from '@tanstack/react-query'
import { Printer, Stamp, UserRoundCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { isWaiting, saleCan, type Sale } from '#domain/sale/sale.ts'
import { sessionQuery, useSignOut } from '../../api/session.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { printDocument } from '../../printing/print.ts'
import { useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { usePrintContext } from '../../sale/documents/use-print-context.ts'
import { waitingSlip } from '../../sale/documents/waiting-slip.ts'
import { TakeOverButton } from '../../sale/TakeOverButton.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useProxyNow } from '../../use-proxy-now.ts'
import { ResolveDialog } from './ResolveDialog.tsx'

type SaleActionsProps = {
  sale: Sale
  /** Only a supervisor can go on, although nothing is waited for. */
  needsHelp?: boolean
  /** What else can be done here. */
  children?: ReactNode
}

/**
 * Below an open sale: the slip for the customer, who can help, going on with it in a colleague's place, and a supervisor's decision. They stay in
 * reach however much happened; what goes under them fades.
 */
export function SaleActions({ sale, needsHelp = false, children }: SaleActionsProps) {
  const t = useText()
  const { isMine, isSupervisor } = useSaleRights(sale)
  const [isResolving, setIsResolving] = useState(false)
  const mayTake = !isMine && saleCan.takeOver(sale)
  const mayResolve = isSupervisor && sale.attention !== undefined

  if (!isWaiting(sale) && !needsHelp && !mayTake && !mayResolve && !children) return null
  return (
    <>
      <div className="flex shrink-0 flex-wrap gap-3 bg-canvas md:sticky md:-bottom-4 md:z-1 md:-mb-4 md:pb-4 md:before:pointer-events-none md:before:absolute md:before:inset-x-0 md:before:bottom-full md:before:h-4 md:before:bg-linear-to-t md:before:from-canvas md:before:to-transparent">
        {isWaiting(sale) && <WaitingSlipButton sale={sale} />}
        {children}
        {(isWaiting(sale) || needsHelp) && <CallSupervisorButton sale={sale} />}
        {mayTake && <TakeOverButton sale={sale} />}
        {mayResolve && (
          <Button icon={Stamp} onClick={() => setIsResolving(true)}>
            {t('sale.resolve')}
          </Button>
        )}
      </div>
      {isResolving && <ResolveDialog sale={sale} onClose={() => setIsResolving(false)} />}
    </>
  )
}

/** Paper for the customer of a sale that is not known yet; nothing where there is no printer. */
function WaitingSlipButton({ sale }: { sale: Sale }) {
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
  return (
    <>
      <Button icon={Printer} pending={state === 'printing'} onClick={() => void print()}>
        {t('sale.printWaiting')}
      </Button>
      {state === 'failed' && (
        <span className="self-center" role="alert">
          {t('delivery.notPrinted')}
        </span>
      )}
    </>
  )
}

/** Nothing for a supervisor, who would call themselves. */
function CallSupervisorButton({ sale }: { sale: Sale }) {
  const t = useText()
  const { isSupervisor } = useSaleRights(sale)
  const [isCalling, setIsCalling] = useState(false)
  if (isSupervisor) return null
  return (
    <>
      <Button icon={UserRoundCheck} onClick={() => setIsCalling(true)}>
        {t('sale.callSupervisor')}
      </Button>
      {isCalling && <CallSupervisorDialog sale={sale} onClose={() => setIsCalling(false)} />}
    </>
  )
}

type CallSupervisorDialogProps = { sale: Sale; onClose: () => void }

/** Who can help in this shop and by which number they find the sale, and the till handed to them. */
export function CallSupervisorDialog({ sale, onClose }: CallSupervisorDialogProps) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const { data: session } = useQuery(sessionQuery)
  const signOut = useSignOut()
  const names = session?.staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name)) ?? []
  const number = formatSaleNumber(sale.number)
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
