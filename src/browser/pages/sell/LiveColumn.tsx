import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { maskKnownNumber } from '#domain/phone/known-number.ts'
import { ordersQuery } from '../../api/orders.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { statusQuery } from '../../api/status.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { LastSales } from './LastSales.tsx'

const MOST = 5
const LAST_SALES = 6

/** On screens with room for it: open items, orders and the last sales. */
export function LiveColumn() {
  return (
    <div className="flex w-[22rem] shrink-0 flex-col gap-4 overflow-y-auto [scrollbar-width:thin]">
      <OpenItems />
      <Orders />
      <div>
        <LastSales shown={LAST_SALES} />
      </div>
    </div>
  )
}

function OpenItems() {
  const t = useText()
  const { data } = useQuery(openItemsQuery)
  if (!data) return null
  const sales = data.sales.slice(0, MOST)
  return (
    <Section title="openItems.title" to={paths.openItems()}>
      {sales.length === 0 ? (
        <p className="flex items-center gap-2 py-2 text-ink-2">
          <CircleCheck size={20} aria-hidden /> {t('openItems.empty')}
        </p>
      ) : (
        <ul>
          {sales.map((sale) => (
            <li key={sale.id} className="border-line not-first:border-t">
              <Link to={paths.sale(sale.id)} className="flex min-h-bar items-center gap-3 py-1 text-ink no-underline">
                <SalePicture sale={sale} size={32} />
                <span className="min-w-0 flex-1 leading-5">
                  <bdi className="block font-medium wrap-anywhere">{productOfSale(sale, t)}</bdi>
                  <bdi dir="ltr" className="block text-1 text-ink-2 rtl:text-end">
                    {maskKnownNumber(sale)}
                  </bdi>
                </span>
                <SaleChip sale={sale} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Orders() {
  const { data: waiting = 0 } = useQuery({ ...statusQuery, select: ({ orders }) => orders })
  const { data: orders = [] } = useQuery({ ...ordersQuery, enabled: waiting > 0 })
  if (waiting === 0 || orders.length === 0) return null
  return (
    <Section title="orders.title" to={paths.orders()}>
      <ul>
        {orders.slice(0, MOST).map(({ id, label }) => (
          <li key={id} className="border-line not-first:border-t">
            <Link
              to={paths.order(id)}
              className="flex min-h-hit items-center text-3 font-semibold text-ink no-underline"
            >
              <bdi dir="ltr">{label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({ title, to, children }: { title: MessageId; to: string; children: ReactNode }) {
  const t = useText()
  return (
    <section aria-label={t(title)} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-1 font-medium text-ink-2">{t(title)}</h2>
        <ButtonLink variant="quiet" to={to}>
          {t('openItems.open')}
        </ButtonLink>
      </div>
      <div className="rounded-3 bg-surface px-3 py-1">{children}</div>
    </section>
  )
}
