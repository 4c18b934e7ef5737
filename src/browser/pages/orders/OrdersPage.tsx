import { useQuery } from '@tanstack/react-query'
import { ShoppingBasket } from 'lucide-react'
import { useNavigate, useParams } from 'react-router-dom'

import { decimal, formatDecimal } from '#domain/money.ts'
import type { Order } from '#domain/order.ts'
import { arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ordersQuery, useReleaseOrder, useTakeOrder } from '../../api/orders.ts'
import { useCurrentUser } from '../../current-user.ts'
import { formatAccount, useFormats } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Table, type Column } from '../../ui/Table.tsx'

const COLUMNS: Column<Order>[] = [
  { id: 'label', header: 'orders.number', width: 'fit', cell: (order) => <Label order={order} /> },
  { id: 'product', header: 'orders.product', width: 'third', cell: (order) => <Product order={order} /> },
  { id: 'account', header: 'orders.account', cell: ({ account }) => <bdi dir="ltr">{formatAccount(account)}</bdi> },
  { id: 'until', header: 'orders.until', width: 'fit', cell: ({ expiresAt }) => formatTime(expiresAt) },
  {
    id: 'actions',
    header: 'staff.actions',
    hideHeader: true,
    align: 'end',
    cell: (order) => <Actions order={order} />,
  },
]

/** What customers ordered at a tablet. Whoever takes an order has it on their ticket, and goes on as always; nothing was asked or charged before. */
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

const Label = ({ order: { label } }: { order: Order }) => (
  <bdi className="text-4 font-semibold whitespace-nowrap" dir="ltr">
    {label}
  </bdi>
)

function Product({ order: { serviceName, amount } }: { order: Order }) {
  const formats = useFormats()
  return (
    <>
      <span className="block font-medium">
        <bdi>{serviceName}</bdi>
      </span>
      <span className="text-1 text-ink-2">{formats.money(amount)}</span>
    </>
  )
}

/** The order whose QR code was scanned, ready to be taken. */
function Scanned({ order }: { order: Order }) {
  const formats = useFormats()
  const { label, serviceName, amount, account } = order
  return (
    <section className="flex flex-col gap-3 rounded-3 bg-surface p-5" aria-label={label}>
      <h2 className="text-7">
        <bdi dir="ltr">{label}</bdi>
      </h2>
      <p className="text-4 wrap-anywhere">
        <bdi className="font-semibold">{serviceName}</bdi> {formats.money(amount)}
      </p>
      {account !== undefined && (
        <p className="text-4">
          <bdi dir="ltr">{formatAccount(account)}</bdi>
        </p>
      )}
      <Actions order={order} isScanned />
    </section>
  )
}

/** Take it, go on with it, or put it back; or who has it. */
function Actions({ order, isScanned = false }: { order: Order; isScanned?: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const { person, isSupervisor } = useCurrentUser()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const take = useTakeOrder()
  const release = useReleaseOrder()
  const { id, label, taken } = order
  const isMine = taken?.by.id === person.id
  const open = () =>
    take.mutate(id, {
      onSuccess: (mine) => {
        fillTicket(mine)
        const tile = shop?.tileSelling(mine.serviceId)
        void navigate(tile ? paths.product(tile.id) : paths.service(mine.serviceId))
      },
    })
  const error = take.error ?? release.error
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {taken && !isMine && <span className="text-ink-2">{t('orders.takenBy', { name: taken.by.name })}</span>}
      {(!taken || isMine) && (
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

/** Puts an order on the ticket, as if it had been typed there. */
function fillTicket({ id, kind, serviceId, account, amount }: Order): void {
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
}
