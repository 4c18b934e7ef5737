import { useQuery } from '@tanstack/react-query'

import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'

/** The shop, at the top of every paper. */
export function PaperHead() {
  const t = useText()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: session } = useQuery(sessionQuery)
  return (
    <>
      {session?.practice && <p className="font-semibold">{t('sale.receipt.practice')}</p>}
      {point && (
        <>
          <h2>{point.receiptName || point.agentName}</h2>
          {point.address !== '' && <div>{point.address}</div>}
          <hr />
        </>
      )}
    </>
  )
}

/** Which sale it is: number, time, till, cashier, product and account. */
export function PaperFacts({ sale, at }: { sale: Sale; at: number }) {
  const t = useText()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  return (
    <>
      <div className="kv">
        <span>{t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
        <span className="num">{formatStamp(at)}</span>
      </div>
      <div className="kv">
        <span>{point && t('sale.receipt.till', { id: point.posId })}</span>
        <span>{t('sale.receipt.servedBy', { name: firstName(sale.cashier.name) })}</span>
      </div>
      <hr />
      <div className="font-semibold">{sale.serviceName}</div>
      <div className="kv">
        <span>{t('sale.number')}</span>
        <span className="num">{formatAccount(sale.account)}</span>
      </div>
    </>
  )
}
