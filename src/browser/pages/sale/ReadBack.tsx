import { useQuery } from '@tanstack/react-query'
import { Megaphone, MessageSquareQuote } from 'lucide-react'
import type { ReactNode } from 'react'

import { readUaeNumber } from '#domain/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { productOfSale } from '../../sale/sale-naming.ts'
import { timesMoney } from '../../sale/quantity-total.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SalePicture } from './SaleSummary.tsx'

type ReadBackProps = {
  sale: Sale
  tileId: string | undefined
  /** Of a quantity, whose first line it is. */
  count: number | undefined
}

/** The card that is read aloud to the customer before anything is charged. */
export function ReadBack({ sale, tileId, count }: ReadBackProps) {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const tile = (tileId && shop?.storefront.find(tileId)) || shop?.tileSelling(sale.serviceId)
  const warning = tile && shop?.storefront.warningOf(tile.id)

  return (
    <section className="readback" aria-label={t('sale.readBack')}>
      <h1 className="sr">
        <span role="status">{t('state.checked.heading')}</span>
      </h1>
      <div className={`card paper readback__card ${sale.kind === 'voucher' ? 'readback__card--voucher' : ''}`}>
        <div className="row muted gap-3 text-3">
          <MessageSquareQuote className="ic" size={24} aria-hidden="true" /> {t('sale.readThis')}
        </div>
        <div className="mt-6">
          <ReadBackProduct sale={sale}>
            {sale.kind === 'voucher' ? t('sale.codesHere', { count: count ?? 1 }) : sale.brand}
          </ReadBackProduct>
        </div>
        <ReadBackNumber sale={sale}>
          {sale.kind === 'direct' && readUaeNumber(sale.account ?? '').status !== 'mobile' && (
            <p className="font-semibold">{t('sale.notMobile')}</p>
          )}
        </ReadBackNumber>
        {sale.customer !== undefined && <ReadBackContact label={t('sale.customer')} contact={sale.customer} />}
        <ReadBackMoney sale={sale} count={count} />
        {warning !== undefined && (
          <div className="readback__warning text-3">
            <Notice icon={<Megaphone className="ic" size={24} />} heading={t('ticket.tellCustomer')}>
              <bdi className="whitespace-pre-line">{warning}</bdi>
            </Notice>
          </div>
        )}
      </div>
    </section>
  )
}

function ReadBackMoney({ sale: { kind, amount, pays }, count }: Pick<ReadBackProps, 'sale' | 'count'>) {
  const t = useText()
  const isVoucher = kind === 'voucher'
  const voucherHint = count !== undefined ? 'sale.faceValueEach' : 'sale.faceValueHint'
  return (
    <div className="readback__money grid grid-cols-2 gap-4">
      <div className="readback__box">
        <div className="muted text-4">{t(isVoucher ? 'money.faceValue' : 'money.recipientGets')}</div>
        <div className="big font-medium">
          <MoneyText money={amount} />
        </div>
        <div className="muted">{t(isVoucher ? voucherHint : 'sale.recipientGetsHint')}</div>
      </div>
      <div className="readback__box readback__box--pays">
        <div className="muted text-4">{t('money.customerPays')}</div>
        <div className="big">
          <MoneyText money={timesMoney(pays, count ?? 1)} />
        </div>
        <div className="muted">{t('sale.paysHint')}</div>
      </div>
    </div>
  )
}

/** What is sold, large enough to read across the counter. */
export function ReadBackProduct({ sale, children }: { sale: Sale; children?: ReactNode }) {
  const t = useText()
  return (
    <div className="row gap-5">
      <SalePicture of={sale} size={96} />
      <div>
        <h2 className="text-6">
          <bdi>{productOfSale(sale, t)}</bdi>
        </h2>
        <p className="muted text-4">{children ?? (sale.international ? t('sale.international.title') : sale.brand)}</p>
      </div>
    </div>
  )
}

/** The number as the customer would say it; nothing where a voucher goes to nobody in particular. */
export function ReadBackNumber({ sale, children }: { sale: Sale; children?: ReactNode }) {
  const t = useText()
  if (sale.account === undefined) return null
  if (sale.kind === 'voucher') return <ReadBackContact label={t('sale.toThisAccount')} contact={sale.account} />
  return (
    <div className="my-auto py-4">
      <div className="muted text-4">{t('sale.toThisNumber')}</div>
      <div className="seven">
        <span className="num">{formatSaleAccount(sale)}</span>
      </div>
      {children}
    </div>
  )
}

/** An account or a customer: a phone number, or an e-mail address, as long as those may be. */
function ReadBackContact({ label, contact }: { label: string; contact: string }) {
  return (
    <div className="readback__contact">
      <div className="muted text-4">{label}</div>
      <span className="num">{formatAccount(contact)}</span>
    </div>
  )
}
