import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'

import { type Money as MoneyValue, timesMoney } from '#domain/money/money.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { formatAccount } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { formatSaleAccount, productOfSale } from '../../sale/sale-naming.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { Money } from '../../ui/Money.tsx'
import { PHONE, useMedia } from '../../lib/use-media.ts'

type ReadBackProps = {
  sale: Sale
  tileId: string | undefined
  /** The size of the batch whose first line this is. */
  count: number | undefined
  paysHint: string | undefined
  /** The button back to the ticket. */
  edit: ReactNode
}

export function ReadBack({ sale, tileId, count, paysHint, edit }: ReadBackProps) {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const tile = (tileId && shop?.storefront.find(tileId)) || shop?.tileSelling(sale.serviceId)
  const warning = tile && shop?.storefront.warningOf(tile.id)
  const isVoucher = sale.kind === 'voucher'
  const worth = count === undefined ? 'sale.faceValueHint' : 'sale.faceValueEach'

  return (
    <ReadBackCard heading={t('sale.readThis')}>
      <ReadBackProduct sale={sale} end={isVoucher && edit}>
        {isVoucher ? t('sale.codesHere', { count: count ?? 1 }) : undefined}
      </ReadBackProduct>
      <div className="flex flex-col gap-4">
        <ReadBackNumber sale={sale} end={!isVoucher && edit}>
          {sale.kind === 'direct' && readUaeNumber(sale.account ?? '').status !== 'mobile' && (
            <p className="font-semibold">{t('sale.notMobile')}</p>
          )}
        </ReadBackNumber>
        {sale.customer !== undefined && <ReadBackContact label={t('sale.customer')} contact={sale.customer} />}
      </div>
      <ReadBackAmounts>
        <AmountBox
          label={t(isVoucher ? 'money.faceValue' : 'money.recipientGets')}
          money={sale.amount}
          hint={t(isVoucher ? worth : 'sale.recipientGetsHint')}
        />
        <AmountBox isPaid label={t('money.customerPays')} money={timesMoney(sale.pays, count ?? 1)} hint={paysHint} />
      </ReadBackAmounts>
      <CustomerWarning>{warning}</CustomerWarning>
    </ReadBackCard>
  )
}

type ReadBackCardProps = { heading: string; end?: ReactNode; children: ReactNode }

/** Product, number and amounts keep their places from one sale to the next, local or international; what varies follows. */
export function ReadBackCard({ heading, end, children }: ReadBackCardProps) {
  const t = useText()
  const state = t('state.checked.heading')
  useAnnouncement(state)
  return (
    <section className="flex flex-1 flex-col" aria-label={t('sale.readBack')}>
      <h1 className="sr-only">{state}</h1>
      <div className="paper flex flex-1 flex-col gap-4 rounded-3 border-1 border-paper-line bg-paper p-4 max-sm:gap-3 md:p-6 low:gap-3 low:md:p-5">
        <div className="flex min-h-hit flex-wrap items-center gap-x-3 text-3 text-paper-ink">
          <MessageSquareQuote size={24} aria-hidden />{' '}
          <span className={end ? 'flex-1 max-sm:sr-only' : 'flex-1'}>{heading}</span>
          {end}
        </div>
        <div className="flex flex-1 flex-col gap-4 max-sm:gap-3 md:gap-5 low:gap-3">{children}</div>
      </div>
    </section>
  )
}

/** What the recipient gets, and at the end side what the customer pays. */
export const ReadBackAmounts = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">{children}</div>
)

type AmountBoxProps = {
  label: string
  money: MoneyValue
  hint?: ReactNode
  /** The customer pays this amount here. */
  isPaid?: boolean
  isOld?: boolean
}

export function AmountBox({ label, money, hint, isPaid = false, isOld = false }: AmountBoxProps) {
  return (
    <div
      className={`@container min-w-0 rounded-3 border-1 p-4 max-sm:p-3 lg:p-5 low:p-4 ${isPaid ? 'border-transparent bg-paper-2' : 'border-paper-line'}`}
    >
      <div className="text-2 text-paper-ink sm:text-3 md:text-4">{label}</div>
      <div className={isOld ? 'text-paper-ink line-through' : ''}>
        <Money money={money} size={isPaid ? 'pays' : 'fit'} />
      </div>
      {hint !== undefined && <div className="text-paper-ink">{hint}</div>}
    </div>
  )
}

type ReadBackProductProps = {
  sale: Sale
  /** Replaces the product's name. */
  name?: string
  /** Replaces the brand, which is hidden if it only repeats the name. */
  children?: ReactNode
  end?: ReactNode
}

export function ReadBackProduct({ sale, name, children, end }: ReadBackProductProps) {
  const t = useText()
  const product = productOfSale(sale, t)
  const brand = sale.international ? t('sale.international.title') : sale.brand
  const isPhone = useMedia(PHONE)
  const isRepeated = product.toLowerCase() === brand.toLowerCase()
  return (
    <div className="flex items-center gap-4 max-sm:gap-3 md:gap-5">
      <SalePicture sale={sale} size={isPhone ? 40 : 96} />
      <div className="min-w-0 flex-1">
        <h2 className="text-4 wrap-anywhere sm:text-6">
          <bdi>{name ?? product}</bdi>
        </h2>
        {children !== undefined ? (
          <p className="text-3 text-paper-ink md:text-4">{children}</p>
        ) : (
          !isRepeated && (
            <p className="text-3 text-paper-ink md:text-4">
              <bdi>{brand}</bdi>
            </p>
          )
        )}
      </div>
      {end}
    </div>
  )
}

type ReadBackNumberProps = { sale: Sale; children?: ReactNode; end?: ReactNode }

/** The number in spoken groups; nothing for a voucher without an account. */
export function ReadBackNumber({ sale, children, end }: ReadBackNumberProps) {
  const t = useText()
  if (sale.account === undefined) return null
  if (sale.kind === 'voucher') return <ReadBackContact label={t('sale.toThisAccount')} contact={sale.account} />
  return (
    <div>
      <div className="text-3 text-paper-ink md:text-4">{t('sale.toThisNumber')}</div>
      <div className="mt-1 flex items-center gap-3 border-y-1 border-dashed border-paper-line-strong py-3 max-sm:py-1 low:py-2">
        <LargeNumber>{formatSaleAccount(sale)}</LargeNumber>
        {end}
      </div>
      {children}
    </div>
  )
}

/** As large as the space allows: country code, then the country's digit groups. */
export function LargeNumber({ children: number }: { children: string }) {
  const [code = '', ...groups] = number.split(' ')
  // A digit is 0.6 em wide, a space at most 0.3 em.
  const ems = { '--ems': (number.length - groups.length / 2) * 0.6 } as CSSProperties
  return (
    <div className="@container min-w-0 flex-1">
      <bdi
        dir="ltr"
        className="block text-start rtl:text-end text-[min(var(--largest),calc(100cqi/var(--ems)))] leading-[1.15] [--largest:theme(fontSize.7)] lg:[--largest:4rem] font-medium tracking-1 whitespace-nowrap"
        style={ems}
      >
        {groups.length > 0 ? (
          <>
            <span className="text-paper-ink">{code}</span> {groups.join(' ')}
          </>
        ) : (
          code
        )}
      </bdi>
    </div>
  )
}

function ReadBackContact({ label, contact }: { label: string; contact: string }) {
  return (
    <div>
      <div className="text-3 text-paper-ink md:text-4">{label}</div>
      <bdi dir="ltr" className="block text-5 font-medium wrap-anywhere rtl:text-end sm:text-6">
        {formatAccount(contact)}
      </bdi>
    </div>
  )
}
