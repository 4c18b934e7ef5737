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

/** Repeats an international top-up at current prices. Other sales are quickly typed again. */
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

/** Fills the ticket with all choices and returns its path, where the amount is looked up in a new offer. */
export function repeatInternational(wanted: ToAmount): string {
  fillInternational(wanted)
  const path = paths.internationalAmount(wanted.countryId, wanted.providerId, wanted.denominationId)
  return withTile(path, wanted.tileId)
}

/** Only sold international top-ups can be sold again; other results offer their own actions. */
export const canSellAgain = ({
  international,
  state,
  account,
}: Pick<Sale, 'international' | 'state' | 'account'>): boolean =>
  international !== undefined && state === 'succeeded' && !isMasked(account)

export function openSaleAgain({ account = '', amount, international }: Sale): string {
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
