import { ArrowUpRight, Headset, Play, Printer, Share2, Ticket, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SellAgainButton } from '../../sale/SellAgainButton.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { usePrintRight } from '../../sale/use-sale-rights.ts'
import { actionOfSale, type SaleAction } from './sale-action.ts'

const ICONS: Record<SaleAction, LucideIcon> = {
  resume: Play,
  handOver: Ticket,
  reprint: Printer,
  details: ArrowUpRight,
}
const FLIPPED: readonly SaleAction[] = ['resume', 'details']

/** At the foot of the drawer: the paper again, or the way on; and what support needs. */
export function DrawerActions({ sale }: { sale: Sale }) {
  const t = useText()
  const [isReporting, setIsReporting] = useState(false)
  const action = actionOfSale(sale, usePrintRight(sale))
  const Icon = ICONS[action]
  return (
    <div className="drawer__foot">
      <div className="drawer__actions">
        <Link className={action === 'details' ? 'btn btn--lg' : 'btn btn--lg btn--act'} to={paths.sale(sale.id)}>
          <Icon className={FLIPPED.includes(action) ? 'ic flip' : 'ic'} size={20} aria-hidden="true" />
          {t(action === 'details' ? 'openItems.open' : `salesList.${action}`)}
        </Link>
        {action === 'reprint' && (
          <Link className="btn btn--lg" to={paths.sale(sale.id)}>
            <Share2 className="ic" size={20} aria-hidden="true" /> {t('delivery.share')}
          </Link>
        )}
        <SellAgainButton sale={sale} />
        <button type="button" className="btn btn--lg" onClick={() => setIsReporting(true)}>
          <Headset className="ic" size={20} aria-hidden="true" /> {t('salesList.report')}
        </button>
      </div>
      {isReporting && <ReportDialog sale={sale} onClose={() => setIsReporting(false)} />}
    </div>
  )
}
