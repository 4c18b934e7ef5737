import { useQuery } from '@tanstack/react-query'
import { ShoppingBasket } from 'lucide-react'

import { ordersQuery, useReleaseOrder } from '../api/orders.ts'
import { useText } from '../i18n/use-text.ts'
import { useAnnouncement } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The customer's order on the ticket, with a button that releases it for a colleague. */
export function OrderNote({ orderId, onRelease }: { orderId: string | undefined; onRelease: () => void }) {
  return orderId === undefined ? null : <Note key={orderId} orderId={orderId} onRelease={onRelease} />
}

function Note({ orderId, onRelease }: { orderId: string; onRelease: () => void }) {
  const t = useText()
  const { data: order } = useQuery({ ...ordersQuery, select: (orders) => orders.find(({ id }) => id === orderId) })
  const release = useReleaseOrder()
  const said = order ? t('orders.ticketOf', { label: order.label }) : t('orders.ticketOfOne')
  useAnnouncement(said)
  return (
    <div className="pt-3">
      <Notice tone="info" icon={<ShoppingBasket size={24} aria-hidden />}>
        <span className="flex flex-wrap items-center justify-between gap-2">
          <b className="font-semibold">{said}</b>
          <Button pending={release.isPending} onClick={() => release.mutate(orderId, { onSettled: onRelease })}>
            {t('orders.release')}
          </Button>
        </span>
      </Notice>
    </div>
  )
}
