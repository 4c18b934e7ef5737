import { Check, Megaphone, Pencil } from 'lucide-react'
import { useState } from 'react'
import { ulid } from 'ulid'

import type { PlacedOrder } from '#contract/proxy/orders.ts'
import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { failureMessage } from '../../../api/failure-message.ts'
import { usePlaceOrder } from '../../../api/orders.ts'
import { formatAccount, useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import type { Chosen } from './OrderTicket.tsx'

export type Wish = Chosen & { service: Service; tile: Tile | undefined; warning: string | undefined }

/** A second press of the button before is none of this one. */
const ARM_DELAY_MS = 600

type ConfirmOrderProps = { wish: Wish; onChange: () => void; onPlaced: (placed: PlacedOrder) => void }

/** The number in large groups, which only the customer knows. *Correct* places the order; nothing is charged. */
export function ConfirmOrder({ wish, onChange, onPlaced }: ConfirmOrderProps) {
  const { service, tile, account, amount, warning } = wish
  const t = useText()
  const formats = useFormats()
  // Sent again, as after an answer that was lost, it is the same order.
  const [id] = useState(() => ulid())
  const place = usePlaceOrder()
  const send = () => {
    const kind = service.kind === 'voucher' ? 'voucher' : 'direct'
    const content = {
      kind,
      serviceId: service.id,
      amount: amount.amount,
      ...(account !== undefined && { account }),
    } as const
    place.mutate({ id, wish: content }, { onSuccess: onPlaced })
  }
  return (
    <main className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4 sm:p-6">
      <div className="mx-auto my-auto flex w-full max-w-page flex-col gap-5">
        <h1 className="text-6 tracking-2">
          {t(account === undefined ? 'selfOrder.isRight' : 'selfOrder.isNumberRight')}
        </h1>
        {account !== undefined && (
          <p className="text-[min(5rem,9vw)] leading-none font-semibold wrap-anywhere rtl:text-end" dir="ltr">
            {formatAccount(account)}
          </p>
        )}
        <div className="flex items-center gap-4">
          <Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size="md" />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="text-4 font-semibold">
              <bdi>{service.name}</bdi>
              {t('shell.comma')}
              {formats.money(amount)}
            </p>
            <p className="text-3 text-ink-2">
              {t(account === undefined ? 'selfOrder.payAtCounter' : 'selfOrder.notBack')}
            </p>
          </div>
        </div>
        {warning !== undefined && (
          <Notice icon={<Megaphone size={24} />}>
            <bdi className="whitespace-pre-line">{warning}</bdi>
          </Notice>
        )}
        {place.error && (
          <Notice tone="bad" role="alert">
            {t(
              failureMessage(place.error, {
                'rate-limited': 'selfOrder.tooMany',
                'content-mismatch': 'selfOrder.again',
              }),
            )}
          </Notice>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button size="xl" icon={Pencil} onClick={onChange}>
            {t('selfOrder.change')}
          </Button>
          <Button
            variant="primary"
            size="xl"
            icon={Check}
            pending={place.isPending}
            armDelayMs={ARM_DELAY_MS}
            onClick={send}
          >
            {t(account === undefined ? 'selfOrder.placeIt' : 'selfOrder.correct')}
          </Button>
        </div>
      </div>
    </main>
  )
}
