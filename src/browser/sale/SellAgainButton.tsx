import { Handshake, PencilLine, RotateCw } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { isMasked } from '#domain/phone/contact.ts'
import type { InternationalChoice } from '#domain/catalog/international.ts'
import type { Money } from '#domain/money/money.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useTakeOverSale } from '../api/sale-steps.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { useText } from '../i18n/use-text.ts'
import { useIsKiosk } from '../lib/kiosk.ts'
import { paths, withTile } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { useInternationalDraft } from './international/international.ts'
import { SaleProblem } from './SaleProblem.tsx'
import { useSellKnown } from './sell-known.ts'

/** A local top-up at once or with another amount, an international one at current prices. A voucher is quickly chosen again. */
export function SellAgainButton({ sale }: { sale: Sale }) {
  const t = useText()
  const again = useSellAgain(sale)
  if (!again) return null
  return (
    <>
      <Button size="lg" icon={RotateCw} onClick={again.sameAgain}>
        {t('sale.again')}
      </Button>
      {again.otherAmount && (
        <Button size="lg" icon={PencilLine} onClick={again.otherAmount}>
          {t('sale.otherAmount')}
        </Button>
      )}
    </>
  )
}

/** `undefined` if the sale cannot be repeated here: nothing was sold, its number is masked, or customers use this screen. */
export function useSellAgain(sale: Sale): { sameAgain: () => void; otherAmount?: () => void } | undefined {
  const navigate = useNavigate()
  const isKiosk = useIsKiosk()
  const { may } = useCurrentUser()
  const sell = useSellKnown()
  const { account, kind, international, serviceId, amount } = sale
  if (account === undefined || isMasked(account) || groupOfSale(sale) !== 'sold' || sale.state !== 'succeeded') return
  if (international) {
    return may('international') ? { sameAgain: () => void navigate(openSaleAgain(sale)) } : undefined
  }
  if (kind !== 'direct' || isKiosk) return undefined
  const known = { account, serviceId, amount }
  return { sameAgain: () => sell.sameAgain(known), otherAmount: () => sell.otherAmount(known) }
}

type ToNumber = {
  /** Digits with country code. */
  account: string
  /** Used to find the amount in a new offer. Absent if this tab does not know what it showed. */
  offer?: { choice: Pick<InternationalChoice, 'denomination'>; gets: Money } | undefined
  /** The customer's order, valid for this operator only. */
  orderId?: string | undefined
  providerId?: string | undefined
}

type ToAmount = ToNumber & {
  countryId: string
  providerId: string
  denominationId: string
  tileId?: string | undefined
}

export function fillInternational({ account, offer, orderId, providerId }: ToNumber): void {
  useInternationalDraft.getState().fill({
    number: `+${account}`,
    order: orderId === undefined || providerId === undefined ? undefined : { id: orderId, providerId },
    choice: offer && { id: offer.choice.denomination.id, name: offer.choice.denomination.name, gets: offer.gets },
  })
}

/** Returns the ticket's path, where the amount is looked up in a new offer. */
export function repeatInternational(wanted: ToAmount): string {
  fillInternational(wanted)
  const path = paths.internationalAmount(wanted.countryId, wanted.providerId, wanted.denominationId)
  return withTile(path, wanted.tileId)
}

type Repeatable = Pick<Sale, 'account' | 'amount' | 'international'>

export function openSaleAgain({ account = '', amount, international }: Repeatable): string {
  if (!international) return paths.sell()
  const { country, provider, denomination } = international
  const path = repeatInternational({
    account,
    countryId: country.id,
    providerId: provider.id,
    denominationId: denomination.id,
    offer: { choice: international, gets: amount },
  })
  useInternationalDraft.getState().repeat()
  return path
}

export function TakeOverButton({ sale }: { sale: Sale }) {
  const t = useText()
  const take = useTakeOverSale(sale.id)
  return (
    <>
      <Button icon={Handshake} pending={take.isPending} onClick={() => take.mutate()}>
        {t('sale.takeOver')}
      </Button>
      <SaleProblem error={take.error} />
    </>
  )
}
