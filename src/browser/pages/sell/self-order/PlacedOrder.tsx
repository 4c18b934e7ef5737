import { useEffect, useEffectEvent } from 'react'

import type { PlacedOrder as Placed } from '#api/orders.ts'
import { orderCode } from '#domain/order.ts'
import { formatTime } from '../../../i18n/format-time.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useAnnouncement } from '../../../ui/announce.ts'
import { Button } from '../../../ui/Button.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { useNow } from '../../../ui/use-now.ts'

const LOOK_EVERY_MS = 1_000
const QR_PX = 240

type PlacedOrderProps = { placed: Placed; onEnd: () => void }

/** What the customer shows at the counter. Closes when the order expires or the tablet is idle. */
export function PlacedOrder({ placed: { id, label, expiresAt }, onEnd }: PlacedOrderProps) {
  const t = useText()
  useAnnouncement(`${t('selfOrder.goToCounter')} ${label}`)
  const isOver = useNow(LOOK_EVERY_MS) >= expiresAt
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <main className="flex min-h-0 flex-1 flex-col items-center justify-center-safe gap-4 overflow-y-auto p-4 text-center">
      <h1 className="text-5">
        {t('selfOrder.goToCounter')} <span className="sr-only">{label}</span>
      </h1>
      <p className="text-[min(112px,27vw)] leading-none font-semibold text-act-ink" dir="ltr" aria-hidden="true">
        {label}
      </p>
      <QrCode text={orderCode(id)} name={t('selfOrder.qr', { label })} minPx={QR_PX} />
      <p className="text-3 text-ink-2">{t('selfOrder.payThere', { time: formatTime(expiresAt) })}</p>
      <div className="w-dialog max-w-full">
        <Button variant="primary" size="xl" onClick={onEnd}>
          {t('selfOrder.done')}
        </Button>
      </div>
    </main>
  )
}
