import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock, ShoppingBasket } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'

import { statusQuery } from '../../api/status.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { formatSince } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useNow } from '../../ui/use-now.ts'

/** A time gets a date once it is old. */
const MINUTE_MS = 60_000

const OUTLINE = 'border-[1.5px] border-rail-ink text-white'
const WAITING = 'bg-night-wait text-night-on'
const TO_DO = 'bg-night-bad text-night-on'

export const OpenItemsChip = () => (
  <>
    <OrdersChip />
    <OpenItems />
  </>
)

function OrdersChip() {
  const t = useText()
  const { data: count = 0 } = useQuery({ ...statusQuery, select: ({ orders }) => orders ?? 0 })
  if (count === 0) return null
  return (
    <Link to={paths.orders()} className="flex min-h-hit shrink-0 items-center rounded-full px-1">
      <span
        className={`flex h-6 items-center gap-[6px] rounded-full ps-2 pe-3 text-2 font-semibold whitespace-nowrap ${OUTLINE}`}
      >
        <ShoppingBasket size={20} aria-hidden />
        <span className="max-sm:sr-only">{t('orders.waiting', { count })}</span>
        <span className="sm:hidden" aria-hidden="true">
          {count}
        </span>
      </span>
    </Link>
  )
}

function OpenItems() {
  const t = useText()
  const { data: status, isError, dataUpdatedAt } = useQuery(statusQuery)
  const now = useNow(MINUTE_MS)
  const navigate = useNavigate()
  useHotkeys([{ ...KEYS.openItems, run: () => void navigate(paths.openItems()) }])
  if (!status || status.openItems === 0) return null

  const { openItems: count, attention, refundsDue, undelivered } = status
  const hasToDo = attention + refundsDue + undelivered > 0
  const Icon = hasToDo ? CircleAlert : Clock
  const looks = isError ? OUTLINE : hasToDo ? TO_DO : WAITING
  return (
    <Link
      to={paths.openItems()}
      aria-keyshortcuts="F8"
      className="flex min-h-hit shrink-0 items-center rounded-full px-1"
    >
      <span
        className={`flex h-6 items-center gap-[6px] rounded-full ps-2 pe-3 text-2 font-semibold whitespace-nowrap ${looks}`}
      >
        <Icon size={20} aria-hidden />
        <span className="max-sm:hidden">
          {isError
            ? t('alerts.openItems.asOf', { count, time: formatSince(dataUpdatedAt, now) })
            : t('alerts.openItems.count', { count })}
        </span>
        <span className="sm:hidden">{t('alerts.openItems.short', { count })}</span>
        {hasToDo && <span className="sr-only">{t('alerts.openItems.toDo')}</span>}
      </span>
    </Link>
  )
}
