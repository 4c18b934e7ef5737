import { useQuery } from '@tanstack/react-query'
import { Headset, Share2, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { foundSaleQuery } from '../../api/sale-lists.ts'
import { saleQuery } from '../../api/sale.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { actionOfSale, SALE_ACTION_ICONS } from '../../sale/sale-action.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { SellAgainButton } from '../../sale/SellAgainButton.tsx'
import { usePrintRight } from '../../sale/use-sale-rights.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ColleagueSummary, DrawerSummary } from './DrawerSummary.tsx'
import { ReportDialog } from './ReportDialog.tsx'

type SaleDrawerProps = {
  saleId: string
  /** The filters of the list below, which stay. */
  search: string
  /** What that list said of a colleague's sale: it is not read a second time. */
  listed: SaleSummary | undefined
}

/** The details of a sale over the list: its facts, what happened, and what can be done with it. The list is inert meanwhile. */
export function SaleDrawer({ saleId, search, listed }: SaleDrawerProps) {
  const onClose = useClose(search)
  const id = findSaleId(saleId)
  return id ? <KnownSale id={id} listed={listed} onClose={onClose} /> : <NoDetails why="missing" onClose={onClose} />
}

type OpenProps = { onClose: () => void }

function KnownSale({ id, listed, onClose }: OpenProps & { id: SaleId; listed: SaleSummary | undefined }) {
  const t = useText()
  const { sale, why } = useSaleDetails(id, listed)
  if (!sale) return <NoDetails why={why} onClose={onClose} />
  const close = <CloseButton onClose={onClose} />
  const label = t('salesList.saleNumber', { number: formatSaleNumber(sale.number) })
  return isSummary(sale) ? (
    <Drawer label={label} onClose={onClose}>
      <ColleagueSummary summary={sale} end={close} />
      <p className="px-2 text-ink-2">{t('salesList.byNumber')}</p>
    </Drawer>
  ) : (
    <Drawer label={label} foot={<Actions sale={sale} />} onClose={onClose}>
      <DrawerSummary sale={sale} end={close} />
      <SaleTimeline sale={sale} place="tray" />
    </Drawer>
  )
}

type Why = 'reading' | 'missing' | { error: Error }

/** Why there is nothing to show, or not yet. */
function NoDetails({ why, onClose }: OpenProps & { why: Why }) {
  const t = useText()
  return (
    <Drawer label={t('salesList.details')} onClose={onClose}>
      <div className="flex items-center justify-between gap-3">
        {why === 'reading' ? (
          <p role="status">{t('salesList.opening')}</p>
        ) : why === 'missing' ? (
          <h2 className="text-4">{t('salesList.noneFound')}</h2>
        ) : (
          <p role="alert">{t(failureMessage(why.error))}</p>
        )}
        <CloseButton onClose={onClose} />
      </div>
    </Drawer>
  )
}

function CloseButton({ onClose }: OpenProps) {
  const t = useText()
  return (
    <span className="-me-3">
      <IconButton icon={X} label={t('shell.close')} onClick={onClose} />
    </span>
  )
}

/** At the foot: the way on or the receipt again, and what support needs. */
function Actions({ sale }: { sale: Sale }) {
  const t = useText()
  const [isReporting, setIsReporting] = useState(false)
  const action = actionOfSale(sale, usePrintRight(sale))
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-3 has-[>:nth-child(4)]:grid-flow-row has-[>:nth-child(4)]:grid-cols-2">
        <ButtonLink
          variant={action === 'details' ? 'secondary' : 'primary'}
          size="lg"
          icon={SALE_ACTION_ICONS[action]}
          to={paths.sale(sale.id)}
        >
          {t(action === 'details' ? 'openItems.open' : `salesList.${action}`)}
        </ButtonLink>
        {action === 'reprint' && (
          <ButtonLink size="lg" icon={Share2} to={paths.sale(sale.id)}>
            {t('delivery.share')}
          </ButtonLink>
        )}
        <SellAgainButton sale={sale} />
        <Button size="lg" icon={Headset} onClick={() => setIsReporting(true)}>
          {t('salesList.report')}
        </Button>
      </div>
      {isReporting && <ReportDialog sale={sale} onClose={() => setIsReporting(false)} />}
    </>
  )
}

/** What is known of a sale to anyone who has its id. A colleague's complete sale is only found by its number, as a summary. */
function useSaleDetails(
  id: SaleId,
  listed: SaleSummary | undefined,
): { sale: Sale | SaleSummary; why?: never } | { sale?: never; why: Why } {
  const own = useQuery({ ...saleQuery(id), enabled: !listed })
  const isNotOwn = own.error instanceof ProxyFailure && own.error.failure.code === 'not-found'
  const found = useQuery({ ...foundSaleQuery(id), enabled: isNotOwn && !listed })
  const sale = listed ?? (isNotOwn ? found.data : own.data)
  if (sale) return { sale }
  if (sale === null) return { why: 'missing' }
  const error = isNotOwn ? found.error : own.error
  return { why: error ? { error } : 'reading' }
}

/** Back to the list, by the way it was left. */
function useClose(search: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOverList = typeof state === 'object' && state !== null && 'isOverList' in state
  return () => {
    if (isOverList) void navigate(-1)
    else void navigate({ pathname: paths.sales(), search }, { replace: true })
  }
}
