import { useQuery } from '@tanstack/react-query'
import { ShoppingBasket } from 'lucide-react'
import { useNavigate, useParams } from 'react-router-dom'

import { decimal, formatDecimal } from '#domain/money/money.ts'
import type { Order } from '#domain/order.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ordersQuery, useReleaseOrder, useTakeOrder } from '../../api/orders.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatAccount, useFormats } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { formatSaleAccount } from '../../sale/sale-naming.ts'
import { repeatInternational } from '../../sale/SellAgainButton.tsx'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

const COLUMNS: Column<Order>[] = [
  { id: 'label', header: 'orders.number', width: 'fit', cell: Label },
  { id: 'product', header: 'orders.product', width: 'third', cell: Product },
  { id: 'account', header: 'orders.account', cell: (order) => <bdi dir="ltr">{formatSaleAccount(order)}</bdi> },
  { id: 'until', header: 'orders.until', width: 'fit', cell: ({ expiresAt }) => formatTime(expiresAt) },
  {
    id: 'actions',
    header: 'staff.actions',
    hideHeader: true,
    align: 'end',
    cell: (order) => <Actions order={order} />,
  },
]

/** Nothing has been charged; taking an order fills the cashier's ticket. */
export default function OrdersPage() {
  const t = useText()
  const { orderId } = useParams()
  const orders = useQuery(ordersQuery)
  return (
    <PageLayout title={t('orders.title')} note={t('orders.lead')}>
      <Async query={orders} loading="orders.loading">
        {(all) => {
          const scanned = orderId === undefined ? undefined : all.find(({ id }) => id === orderId)
          const others = all.filter((order) => order !== scanned)
          return (
            <>
              {scanned && <Scanned order={scanned} />}
              {orderId !== undefined && !scanned && (
                <Notice tone="info" role="alert" heading={t('orders.gone')}>
                  {t('orders.goneNext')}
                </Notice>
              )}
              {(others.length > 0 || !scanned) && (
                <Table
                  label="orders.title"
                  columns={COLUMNS}
                  rows={others}
                  empty="orders.none"
                  narrow="cards"
                  size="lg"
                />
              )}
            </>
          )
        }}
      </Async>
    </PageLayout>
  )
}

function Label({ label }: Order) {
  return (
    <bdi className="text-4 font-semibold whitespace-nowrap" dir="ltr">
      {label}
    </bdi>
  )
}

function Product(order: Order) {
  const formats = useFormats()
  return (
    <>
      <span className="block font-medium">
        <ProductName order={order} />
      </span>
      <span className="text-1 text-ink-2">
        {formats.money(order.amount)} <Price order={order} />
      </span>
    </>
  )
}

function ProductName({ order: { serviceName, international } }: { order: Order }) {
  const t = useText()
  const locale = useLocale()
  if (!international) return <bdi>{serviceName}</bdi>
  return (
    <>
      <bdi>{international.provider.name}</bdi>
      {t('shell.comma')}
      <bdi>{countryName(international.country, locale)}</bdi>
    </>
  )
}

/** The price the customer saw, if it differs from the amount received. */
function Price({ order: { pays } }: { order: Order }) {
  const t = useText()
  const formats = useFormats()
  return pays ? <span>{t('international.pays', { amount: formats.money(pays) })}</span> : null
}

function Scanned({ order }: { order: Order }) {
  const formats = useFormats()
  const { label, amount, account } = order
  return (
    <section className="flex flex-col gap-3 rounded-3 bg-surface p-5" aria-label={label}>
      <h2 className="text-7">
        <bdi dir="ltr">{label}</bdi>
      </h2>
      <p className="text-4 wrap-anywhere">
        <span className="font-semibold">
          <ProductName order={order} />
        </span>{' '}
        {formats.money(amount)} <Price order={order} />
      </p>
      {account !== undefined && (
        <p className="text-4">
          <bdi dir="ltr">{formatSaleAccount(order)}</bdi>
        </p>
      )}
      <Actions order={order} isScanned />
    </section>
  )
}

function Actions({ order, isScanned = false }: { order: Order; isScanned?: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const { person, isSupervisor, may } = useCurrentUser()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const take = useTakeOrder()
  const release = useReleaseOrder()
  const { id, label, taken } = order
  const isMine = taken?.by.id === person.id
  const isAllowed = order.kind !== 'international' || may('international')
  const open = () =>
    take.mutate(id, {
      onSuccess: (mine) => {
        const path = fillTicket(mine)
        const tile = shop?.tileSelling(mine.serviceId)
        void navigate(path ?? (tile ? paths.product(tile.id) : paths.service(mine.serviceId)))
      },
    })
  const error = take.error ?? release.error
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {taken && !isMine && <span className="text-ink-2">{t('orders.takenBy', { name: taken.by.name })}</span>}
      {!isAllowed && <span className="text-ink-2">{t('storefront.notAllowed')}</span>}
      {isAllowed && (!taken || isMine) && (
        <Button
          variant={isScanned ? 'primary' : 'tint'}
          size={isScanned ? 'lg' : 'md'}
          icon={ShoppingBasket}
          autoFocus={isScanned}
          pending={take.isPending}
          aria-label={`${t(isMine ? 'orders.goOn' : 'orders.take')}${t('shell.comma')}${label}`}
          onClick={open}
        >
          {t(isMine ? 'orders.goOn' : 'orders.take')}
        </Button>
      )}
      {taken && (isMine || isSupervisor) && (
        <Button pending={release.isPending} onClick={() => release.mutate(id)}>
          {t('orders.release')}
        </Button>
      )}
      {error && (
        <span role="alert" className="text-bad">
          {t(failureMessage(error))}
        </span>
      )}
    </span>
  )
}

/** Fills the ticket as if typed. Returns the path of the ticket for an international top-up. */
function fillTicket({ id, kind, serviceId, account, amount, international }: Order): string | undefined {
  if (international) {
    const { country, provider, denomination } = international
    return repeatInternational({
      account: account ?? '',
      countryId: country.id,
      providerId: provider.id,
      denominationId: denomination.id,
      offer: { choice: international, gets: amount },
      orderId: id,
    })
  }
  const who =
    kind === 'direct' ? { number: account ?? '', account: '' } : { number: '', account: formatAccount(account ?? '') }
  useDraft.getState().fill({
    ...who,
    customer: '',
    quantity: 1,
    serviceId,
    amount: formatDecimal(decimal(amount.amount)),
    orderId: id,
  })
  return undefined
}
