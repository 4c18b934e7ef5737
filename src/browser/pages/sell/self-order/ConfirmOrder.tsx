import { Check, Megaphone, Pencil } from 'lucide-react'
import { useState } from 'react'
import { ulid } from 'ulid'

import type { PlacedOrder, PlaceOrder } from '#api/orders.ts'
import type { Country } from '#domain/catalog/international.ts'
import type { Money } from '#domain/money/money.ts'
import { failureMessage } from '../../../api/failure-message.ts'
import { usePlaceOrder } from '../../../api/orders.ts'
import { countryName } from '../../../i18n/country-name.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Picture } from '../../../ui/Picture.tsx'

export type OrderRequest = {
  order: PlaceOrder
  name: string
  country?: Country
  picture: string | undefined
  pictureInstead?: string | undefined
  number: string | undefined
  amount: Money
  /** The current price, if it differs from the amount received. */
  pays?: Money
  warning: string | undefined
}

/** A double press on the previous page must not press this button. */
const ARM_DELAY_MS = 600

type ConfirmOrderProps = { wish: OrderRequest; onChange: () => void; onPlaced: (placed: PlacedOrder) => void }

/** In large groups for the customer to check. *Correct* places the order; nothing is charged. */
export function ConfirmOrder({ wish, onChange, onPlaced }: ConfirmOrderProps) {
  const { order, name, country, number, amount, pays, warning } = wish
  const t = useText()
  const formats = useFormats()
  // The id stays the same after a lost response, so the order is not placed twice.
  const [id] = useState(() => ulid())
  const place = usePlaceOrder()
  const locale = useLocale()
  const isVoucher = order.kind === 'voucher'
  const isPhone = number !== undefined && !number.includes('@')
  const send = () => place.mutate({ id, wish: order }, { onSuccess: onPlaced })
  return (
    <main className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4 sm:p-6">
      <div className="mx-auto my-auto flex w-full max-w-[60rem] flex-col gap-5">
        <h1 className="text-6 tracking-2">{t(isPhone ? 'selfOrder.isNumberRight' : 'selfOrder.isRight')}</h1>
        {number !== undefined && (
          <p
            className={`${isPhone ? 'text-[min(5rem,9vw)]' : 'text-7'} leading-none font-semibold wrap-anywhere rtl:text-end`}
            dir="ltr"
          >
            {number}
          </p>
        )}
        <div className="flex items-center gap-4">
          <Picture src={wish.picture} srcInstead={wish.pictureInstead} name={name} size="md" />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="text-4 font-semibold">
              <bdi>{name}</bdi>
              {t('shell.comma')}
              {country && (
                <>
                  <bdi>{countryName(country, locale)}</bdi>
                  {t('shell.comma')}
                </>
              )}
              {formats.money(amount)}
            </p>
            <p className="text-3 text-ink-2">
              {pays && t('selfOrder.priceNow', { amount: formats.money(pays) })}{' '}
              {t(isVoucher ? 'selfOrder.payAtCounter' : 'selfOrder.notBack')}
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
                'order-taken': 'selfOrder.again',
                'denomination-not-found': 'selfOrder.again',
                'provider-not-found': 'selfOrder.again',
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
            {t(number === undefined ? 'selfOrder.placeIt' : 'selfOrder.correct')}
          </Button>
        </div>
      </div>
    </main>
  )
}
