import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Sale } from '#domain/sale/sale.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { useIsKiosk } from '../../kiosk.ts'
import { paths } from '../../paths.ts'
import { appearanceOf } from '../../sale/SaleChip.tsx'
import { Toast } from '../../ui/Toast.tsx'

const LOOK_INTERVAL_MS = 500
/** The first category and those below it: products are shown, and none is picked. */
const BETWEEN_SALES = /^\/sell(\/category\/[^/]+)?$/

/** What this till has told already, by sale and state. The sales stay among the open items until they are opened. */
const useTold = create<{ told: readonly string[] }>()(
  persist(() => ({ told: [] as readonly string[] }), {
    name: 'toptill-told',
    merge: (stored, initial) => ({ told: readTold(stored) ?? initial.told }),
  }),
)

/**
 * What became of a sale while its cashier did something else: told once, to that cashier alone, and only between two sales, so that it never
 * covers what is being sold.
 */
export function Notifications() {
  const { data: session } = useQuery(sessionQuery)
  const { data } = useQuery(openItemsQuery)
  const told = useTold((state) => state.told)
  const isKiosk = useIsKiosk()
  const isBetweenSales = useIsBetweenSales()
  const unread = data?.sales.filter(({ isUnread, cashier }) => isUnread && cashier.id === session?.person?.id)
  const news = unread?.filter((sale) => !told.includes(keyOf(sale))) ?? []
  const [first] = news
  if (!isBetweenSales || !unread || !first) return null

  // A kiosk has no list of what is open: one after the other is told there.
  const now = isKiosk ? [first] : news
  const close = () => {
    const isTold = (sale: Sale) => now.includes(sale) || told.includes(keyOf(sale))
    // What was opened is no longer unread, and need not be remembered.
    useTold.setState({ told: unread.filter(isTold).map(keyOf) })
  }
  return (
    <div className="z-3 self-end p-4 [grid-area:stage] md:[grid-area:tray]">
      <Notification key={now.map(keyOf).join()} sale={first} count={now.length} onClose={close} />
    </div>
  )
}

type NotificationProps = {
  sale: Sale
  /** Of several only how many is told. */
  count: number
  onClose: () => void
}

function Notification({ sale, count, onClose }: NotificationProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const { tone } = appearanceOf(sale)
  const isList = count > 1
  const open = () => {
    onClose()
    void navigate(isList ? paths.openItems() : paths.sale(sale.id))
  }
  const named = { number: formatSaleNumber(sale), amount: formats.money(sale.pays) }
  return (
    <Toast
      icon={Bell}
      {...(isList || tone === 'open' ? {} : { tone })}
      action={{ text: t('alerts.open'), onPress: open }}
      onClose={onClose}
    >
      {isList ? t('alerts.updates', { count }) : t(wordingOf(sale), named)}
    </Toast>
  )
}

function wordingOf({ voucher, state }: Sale): 'alerts.codeCame' | 'alerts.wentThrough' | 'alerts.updateHeading' {
  if (voucher === 'ready') return 'alerts.codeCame'
  return state === 'succeeded' ? 'alerts.wentThrough' : 'alerts.updateHeading'
}

const keyOf = ({ id, state, voucher }: Sale) => `${id} ${voucher ?? state}`

/** Whether products are shown with no ticket, review or question over them. */
function useIsBetweenSales(): boolean {
  const { pathname } = useLocation()
  const [hasDialog, setHasDialog] = useState(true)
  useEffect(() => {
    const look = () => setHasDialog(document.querySelector('dialog[open]') !== null)
    look()
    const timer = setInterval(look, LOOK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return BETWEEN_SALES.test(pathname) && !hasDialog
}

/** Storage can hold anything: what is no list was never told. */
function readTold(stored: unknown): readonly string[] | undefined {
  const told = typeof stored === 'object' && stored !== null && 'told' in stored ? stored.told : undefined
  return Array.isArray(told) ? told.filter((each) => typeof each === 'string') : undefined
}
