import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { openItemsQuery } from '../../api/sale-lists.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** The open sales of this kiosk and person; a press leads to one. */
export function OpenSales({ onClose }: { onClose: () => void }) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const { data: sales = [], isPending } = useQuery({ ...openItemsQuery, select: (page) => page.sales })
  const open = (id: string) => {
    onClose()
    void navigate(paths.sale(id))
  }
  return (
    <Dialog heading={t('kiosk.openSales')} onClose={onClose}>
      {!isPending && sales.length === 0 && <p className="muted">{t('kiosk.noOpenSales')}</p>}
      <ul className="opensales">
        {sales.map((sale) => (
          <li key={sale.id}>
            <button type="button" className="minirow" onClick={() => open(sale.id)}>
              <SalePicture sale={sale} size={40} />
              <span className="grow">
                <b>
                  <bdi>{productOfSale(sale, t)}</bdi>
                </b>
                <span className="m">
                  {formats.money(sale.pays)}
                  {sale.account !== undefined && (
                    <>
                      , <span className="num">{formatSaleAccount(sale)}</span>
                    </>
                  )}
                </span>
              </span>
              <SaleChip sale={sale} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn--lg btn--block" onClick={onClose}>
        {t('kiosk.close')}
      </button>
    </Dialog>
  )
}
