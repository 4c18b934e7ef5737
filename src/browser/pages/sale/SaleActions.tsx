import { Stamp } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { isWaiting, saleCan, type Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { TakeOverButton } from '../../sale/TakeOverButton.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { ResolveDialog } from './ResolveDialog.tsx'
import { WaitingSlipButton } from './WaitingSlipButton.tsx'

type SaleActionsProps = {
  sale: Sale
  /** What else can be done here. */
  children?: ReactNode
}

/** Below an open sale: the slip for the customer, going on with it in a colleague's place, and a supervisor's word. */
export function SaleActions({ sale, children }: SaleActionsProps) {
  const t = useText()
  const { isMine, isSupervisor } = useSaleRights(sale)
  const [isClosing, setIsClosing] = useState(false)
  const mayTake = !isMine && saleCan.takeOver(sale)
  const mayClose = isSupervisor && sale.attention !== undefined

  if (!isWaiting(sale) && !mayTake && !mayClose && !children) return null
  return (
    <>
      <div className="deeds">
        {isWaiting(sale) && <WaitingSlipButton sale={sale} />}
        {children}
        {mayTake && <TakeOverButton sale={sale} />}
        {mayClose && (
          <button type="button" className="btn btn--lg" onClick={() => setIsClosing(true)}>
            <Stamp className="ic" size={20} aria-hidden="true" /> {t('sale.resolve')}
          </button>
        )}
      </div>
      {isClosing && <ResolveDialog sale={sale} onClose={() => setIsClosing(false)} />}
    </>
  )
}
