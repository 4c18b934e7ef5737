import { RotateCw, Handshake } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { isMasked } from '#domain/contact.ts'
import type { InternationalChoice } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useTakeOverSale } from '../api/sale.ts'
import { useCurrentUser } from '../current-user.ts'
import { useText } from '../i18n/use-text.ts'
import { paths, withTile } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { useInternationalDraft } from './international.ts'
import { SaleProblem } from './SaleProblem.tsx'

/** The same international top-up once more, at today's prices. Other sales are quickly typed again, and have none. */
export function SellAgainButton({ sale }: { sale: Sale }) {
  const t = useText()
  const navigate = useNavigate()
  const { may } = useCurrentUser()
  if (!canSellAgain(sale) || !may('international')) return null
  return (
    <Button size="lg" icon={RotateCw} onClick={() => void navigate(openSaleAgain(sale))}>
      {t('sale.international.again')}
    </Button>
  )
}

type ToNumber = {
  /** Digits with the country code. */
  account: string
  /** What finds the amount again in a fresh offer; absent where this tab does not know what it showed. */
  offer?: { choice: Pick<InternationalChoice, 'denomination'>; gets: Money } | undefined
  /** The order that it is for, of this operator. */
  orderId?: string | undefined
  providerId?: string | undefined
}

type ToAmount = ToNumber & {
  countryId: string
  providerId: string
  denominationId: string
  tileId?: string | undefined
}

/** The number, and the amount that was wanted, on the next ticket for an international number. */
export function fillInternational({ account, offer, orderId, providerId }: ToNumber): void {
  useInternationalDraft.getState().fill({
    number: `+${account}`,
    order: orderId === undefined || providerId === undefined ? undefined : { id: orderId, providerId },
    choice: offer && { id: offer.choice.denomination.id, name: offer.choice.denomination.name, gets: offer.gets },
  })
}

/** Everything that was chosen, on the ticket once more; answers where that is. The amount is looked for in a fresh offer there. */
export function repeatInternational(wanted: ToAmount): string {
  fillInternational(wanted)
  const path = paths.internationalAmount(wanted.countryId, wanted.providerId, wanted.denominationId)
  return withTile(path, wanted.tileId)
}

/** Sold, and international: what is not sold has its own ways on. */
export const canSellAgain = ({
  international,
  state,
  account,
}: Pick<Sale, 'international' | 'state' | 'account'>): boolean =>
  international !== undefined && state === 'succeeded' && !isMasked(account)

/** As `openAgain`, for a sale the journal knows. */
export function openSaleAgain({ account = '', amount, international }: Sale): string {
  if (!international) return paths.sell()
  const { country, provider, denomination } = international
  return repeatInternational({
    account,
    countryId: country.id,
    providerId: provider.id,
    denominationId: denomination.id,
    offer: { choice: international, gets: amount },
  })
}

/** Goes on with a sale in a colleague's place. */
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
