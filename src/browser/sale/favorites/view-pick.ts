import { useQuery } from '@tanstack/react-query'

import { findFixedAmount } from '#domain/amount-rule.ts'
import { INTERNATIONAL_ID, type Country, type Denomination, type Provider } from '#domain/international.ts'
import { decimal, formatDecimal } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { type ArrangedCatalogue, arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { useCurrentUser } from '../../current-user.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatTileMoney, useFormats } from '../../i18n/formats.ts'
import type { Locale } from '../../i18n/locale.ts'
import { type Text, useLocale, useText } from '../../i18n/use-text.ts'
import {
  type InternationalPick,
  type QuickPick,
  type ServicePick,
  favoritesOf,
  saveFavorites,
  keyOfPick,
  MAX_FAVORITES,
  recentOf,
  useQuickPicks,
} from './saved-picks.ts'

/** How a favorite or a recent sale looks. */
export type PickView = {
  /** Whose it is: `Qamra`. */
  brand: string
  /** The whole name: `Qamra Recharge`; of international top-ups with its country. */
  name: string
  /** `AED 20`, or what stands for it where no amount was kept. */
  value: string
  /** All in one: `Qamra Recharge, AED 20`. */
  whole: string
  picture: { src?: string | undefined; srcInstead?: string | undefined } | 'international'
  /** Whether it can be sold now. */
  isOffered: boolean
}

type Words = { t: Text; locale: Locale; formats: ReturnType<typeof useFormats> }

function viewPick(pick: QuickPick, shop: ArrangedCatalogue, words: Words): PickView {
  const { t, locale, formats } = words
  if (pick.kind === 'international') {
    const { country, provider, amount } = pick
    const name = t('sale.international.product', { operator: provider.name, country: countryName(country) })
    const value = amount && formatTileMoney(amount.gets, locale)
    return {
      brand: provider.name,
      ...nameWhole(name, value, words),
      value: value ?? countryName(country),
      picture: provider.logo === undefined ? 'international' : { src: provider.logo },
      isOffered: shop.services.get(INTERNATIONAL_ID)?.isActive ?? true,
    }
  }
  const service = shop.services.get(pick.serviceId)
  const tile = shop.tileSelling(pick.serviceId)
  const kept = pick.amount === undefined ? undefined : decimal(pick.amount)
  const amount = (service && findFixedAmount(service.rule)) ?? kept
  const value = amount && formats.shortMoney(amount, shop.currency)
  return {
    brand: service?.brand ?? pick.name,
    ...nameWhole(service?.name ?? pick.name, value, words),
    value: value ?? t('quick.anyAmount'),
    picture: { src: tile?.imageSmall, srcInstead: tile?.imageLarge },
    isOffered: tile !== undefined && shop.storefront.blockReasonOf(tile.id) === undefined,
  }
}

const nameWhole = (name: string, value: string | undefined, { t }: Words) => ({
  name,
  whole: value === undefined ? name : t('quick.what', { name, value }),
})

/** A product as it is picked with an amount; one of a fixed value has none to remember. */
export function pickOfService({ id, name, rule }: Pick<Service, 'id' | 'name' | 'rule'>, amount?: string): ServicePick {
  const isOpen = amount !== undefined && !findFixedAmount(rule)
  return { kind: 'service', serviceId: id, name, ...(isOpen ? { amount: formatDecimal(decimal(amount)) } : {}) }
}

/** An operator of international top-ups, with its amount where one is chosen. */
export const pickInternational = (
  { id, name }: Pick<Country, 'id' | 'name'>,
  provider: Provider,
  amount?: Pick<Denomination, 'name' | 'gets'>,
): InternationalPick => ({
  kind: 'international',
  country: { id, name },
  provider: { id: provider.id, name: provider.name, ...(provider.logo === undefined ? {} : { logo: provider.logo }) },
  ...(amount ? { amount: { name: amount.name, gets: amount.gets } } : {}),
})

/** The favorites of the person who is signed in, and what they may do with them. */
export function useFavorites() {
  const { person } = useCurrentUser()
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: settings } = useQuery({ ...sessionQuery, select: (session) => session.settings })
  const { data: services } = useQuery({ ...catalogueQuery, select: (shop) => arrangeCatalogue(shop).services })
  const favorites = useQuickPicks((picks) => favoritesOf(picks, person.id))
  const recent = useQuickPicks((picks) => recentOf(picks, terminalId))
  const keep = (picks: readonly QuickPick[]) => saveFavorites(person.id, picks)
  const keys = favorites.map(keyOfPick)
  return {
    favorites,
    /** Those of the shop, for all tills, except this person's own. */
    ofShop: (settings?.favorites ?? []).flatMap(({ serviceId, amount }): QuickPick[] => {
      const service = services?.get(serviceId)
      const pick = service && pickOfService(service, amount)
      return pick && !keys.includes(keyOfPick(pick)) ? [pick] : []
    }),
    recent,
    has: (pick: QuickPick) => keys.includes(keyOfPick(pick)),
    isFull: favorites.length >= MAX_FAVORITES,
    add: (pick: QuickPick) => keep([...favorites, pick]),
    remove: (pick: QuickPick) => keep(favorites.filter((_, at) => keys[at] !== keyOfPick(pick))),
    /** One place towards the first, or away from it. */
    move: (at: number, by: 1 | -1) => {
      const moved = favorites[at]
      if (moved && favorites[at + by]) keep(favorites.toSpliced(at, 1).toSpliced(at + by, 0, moved))
    },
  }
}

/** How picks look in this shop and language; nothing while there is no catalogue. */
export function usePickViews(): ((pick: QuickPick) => PickView) | undefined {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  return shop && ((pick) => viewPick(pick, shop, { t, locale, formats }))
}
