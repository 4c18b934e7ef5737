import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { openItemsQuery } from '../../api/sale-lists.ts'
import { statusQuery } from '../../api/status.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { KEYS } from '../../keys.ts'
import { paths } from '../../paths.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/**
 * How many sales of this kiosk are open, in words; a press or F8 lists them. It is amber while they only wait, and coral when somebody has to
 * hand over a code or refund money.
 */
export function OpenSalesChip() {
  const t = useText()
  const locale = useLocale()
  const { data: status } = useQuery(statusQuery)
  const [isShown, setIsShown] = useState(false)
  const { waiting = 0, undelivered = 0, refundsDue = 0, unread = 0 } = status ?? {}
  const count = waiting + undelivered + refundsDue + unread
  const isAny = count > 0

  useHotkeys([{ ...KEYS.openItems, run: isAny ? () => setIsShown(true) : undefined }])

  if (!isAny) return null
  const hasTask = undelivered + refundsDue > 0
  const [Icon, color] = hasTask ? [CircleAlert, 'bg-night-bad'] : [Clock, 'bg-night-wait']
  const parts = [
    waiting > 0 && t('alerts.waiting', { count: waiting }),
    undelivered > 0 && t('alerts.undelivered', { count: undelivered }),
    refundsDue > 0 && t('alerts.refund', { count: refundsDue }),
    unread > 0 && t('alerts.updates', { count: unread }),
  ].filter((words) => words !== false)
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-hit shrink-0 items-center"
        aria-keyshortcuts="F8"
        aria-label={`${t('kiosk.openItems', { count })}: ${new Intl.ListFormat(locale, { type: 'unit' }).format(parts)}`}
        onClick={() => setIsShown(true)}
      >
        <span
          className={`inline-flex h-6 items-center gap-2 rounded-full ps-2 pe-3 font-semibold text-night-on ${color}`}
        >
          <Icon size={18} aria-hidden />
          <span className="max-sm:hidden">{t('kiosk.openItems', { count })}</span>
          <span className="sm:hidden">{t('kiosk.open', { count })}</span>
        </span>
      </button>
      {isShown && <OpenSales onClose={() => setIsShown(false)} />}
    </>
  )
}

/** The open sales of this kiosk and person; a press leads to one. */
function OpenSales({ onClose }: { onClose: () => void }) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const { data: sales = [], isPending } = useQuery({ ...openItemsQuery, select: (page) => page.sales })
  const open = (id: string) => {
    onClose()
    void navigate(paths.sale(id))
  }
  return (
    <Dialog
      heading={t('kiosk.openSales')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('kiosk.close')}
        </Button>
      }
      onClose={onClose}
    >
      {!isPending && sales.length === 0 && <p className="text-ink-2">{t('kiosk.noOpenSales')}</p>}
      <ul className="divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id}>
            <button type="button" className="flex min-h-[72px] w-full items-center gap-3" onClick={() => open(sale.id)}>
              <SalePicture sale={sale} size={40} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="block font-semibold">
                  <bdi>{productOfSale(sale, t)}</bdi>
                </b>
                <span className="text-1 text-ink-2">
                  {formats.money(sale.pays)}
                  {sale.account !== undefined && (
                    <>
                      , <bdi dir="ltr">{formatSaleAccount(sale)}</bdi>
                    </>
                  )}
                </span>
              </span>
              <SaleChip sale={sale} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
