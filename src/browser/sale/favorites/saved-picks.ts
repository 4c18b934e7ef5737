import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import * as v from 'valibot'

import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { INTERNATIONAL_ID, type Country, type Denomination, type Provider } from '#domain/catalog/international.ts'
import { findDecimal, type Money, decimal, formatDecimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { sessionQuery } from '../../api/session.ts'
import { catalogQuery, type ArrangedCatalog, arrangeCatalog } from '../../api/catalog.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatTileMoney, useFormats } from '../../i18n/formats.ts'
import type { Locale } from '../../i18n/locale.ts'
import { type Text, useLocale, useText } from '../../i18n/use-text.ts'
import { onChangeInOtherTab, persistIn } from '../../lib/storage.ts'

/** `name` is for a product that the shop no longer has. */
export type ServicePick = { kind: 'service'; serviceId: string; name: string; amount?: string }

/** Offers get new ids, so an amount is identified by what was shown. */
export type InternationalPick = {
  kind: 'international'
  country: { id: string; name: string }
  provider: { id: string; name: string; logo?: string }
  amount?: { name: string; gets: Money }
}

export type QuickPick = ServicePick | InternationalPick

type Kept = {
  /** By the person's id. */
  favorites: Readonly<Record<string, readonly QuickPick[]>>
  recent: readonly QuickPick[]
  /** The terminal that sold the `recent` products, because this browser may be enrolled in another shop later. */
  soldAt?: string | undefined
}

export const MAX_FAVORITES = 5
/** Twice the favorites, because recent sales that are favorites are not shown. */
const MOST_RECENT = 2 * MAX_FAVORITES
const MOST_PEOPLE = 50

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const amountText = v.pipe(
  v.string(),
  v.check((amount) => findDecimal(amount) !== undefined),
)
const named = { id: text, name: text }
const pickSchema = v.variant('kind', [
  v.object({ kind: v.literal('service'), serviceId: text, name: text, amount: v.exactOptional(amountText) }),
  v.object({
    kind: v.literal('international'),
    country: v.object(named),
    provider: v.object({ ...named, logo: v.exactOptional(v.pipe(v.string(), v.maxLength(2_000))) }),
    amount: v.exactOptional(v.object({ name: v.string(), gets: v.object({ amount: amountText, currency: text }) })),
  }),
])
const keptSchema = v.object({
  favorites: v.fallback(v.record(v.string(), v.unknown()), {}),
  recent: v.unknown(),
  soldAt: v.fallback(v.optional(v.string()), undefined),
})

function readKept(stored: unknown): Kept | undefined {
  const read = v.safeParse(keptSchema, stored)
  if (!read.success) return undefined
  const { favorites, recent, soldAt } = read.output
  const people = Object.entries(favorites).map(([id, list]) => [id, readPicks(list, MAX_FAVORITES)])
  return { favorites: Object.fromEntries(people), recent: readPicks(recent, MOST_RECENT), soldAt }
}

const readPicks = (list: unknown, most: number): QuickPick[] =>
  Array.isArray(list) ? list.filter((each): each is QuickPick => v.is(pickSchema, each)).slice(0, most) : []

const NO_PICKS: Kept = { favorites: {}, recent: [] }

/** Shared by all tabs of this terminal. */
export const useQuickPicks = create<Kept>()(
  persist((): Kept => NO_PICKS, {
    name: 'quick-picks',
    storage: persistIn('quick-picks', readKept),
    // Replaces the state, because another tab may have removed picks.
    merge: (stored) => (stored as Kept | undefined) ?? NO_PICKS,
  }),
)
onChangeInOtherTab('quick-picks', () => void useQuickPicks.persist.rehydrate())

const NONE: readonly QuickPick[] = []

export const favoritesOf = ({ favorites }: Kept, personId: string): readonly QuickPick[] => favorites[personId] ?? NONE

export const recentOf = ({ recent, soldAt }: Kept, terminalId: string | undefined): readonly QuickPick[] =>
  soldAt !== undefined && soldAt === terminalId ? recent : NONE

/** Once there are too many people, the one whose favorites changed longest ago is dropped. */
export function saveFavorites(personId: string, picks: readonly QuickPick[]): void {
  const { [personId]: _, ...others } = useQuickPicks.getState().favorites
  const people = Object.entries(others).slice(1 - MOST_PEOPLE)
  useQuickPicks.setState({ favorites: { ...Object.fromEntries(people), [personId]: picks.slice(0, MAX_FAVORITES) } })
}

/** Puts these picks before earlier picks of this terminal. */
export function saveRecent(picks: readonly QuickPick[], terminalId: string): void {
  const recent = recentOf(useQuickPicks.getState(), terminalId)
  const newest = distinctPicks([...picks, ...recent]).slice(0, MOST_RECENT)
  if (newest.map(keyOfPick).join() !== recent.map(keyOfPick).join())
    useQuickPicks.setState({ recent: newest, soldAt: terminalId })
}

/** Equal for picks that fill the ticket in the same way. */
export const keyOfPick = (pick: QuickPick): string =>
  JSON.stringify(
    pick.kind === 'service'
      ? [pick.serviceId, pick.amount]
      : [pick.country.id, pick.provider.id, pick.amount?.name, pick.amount?.gets.amount, pick.amount?.gets.currency],
  )

export function distinctPicks(picks: readonly QuickPick[]): QuickPick[] {
  const keys = picks.map(keyOfPick)
  return picks.filter((_, at) => keys.indexOf(keys[at]!) === at)
}

export type PickView = {
  /** `Qamra`. */
  brand: string
  /** `Qamra Recharge`; for international top-ups, with the country. */
  name: string
  /** `AED 20`, or a placeholder without an amount. */
  value: string
  whole: string
  picture: { src?: string | undefined; srcInstead?: string | undefined } | 'international'
  isOffered: boolean
}

type Words = { t: Text; locale: Locale; formats: ReturnType<typeof useFormats> }

function viewPick(pick: QuickPick, shop: ArrangedCatalog, words: Words): PickView {
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

/** A product with a fixed value has no amount to store. */
export function pickOfService({ id, name, rule }: Pick<Service, 'id' | 'name' | 'rule'>, amount?: string): ServicePick {
  const isOpen = amount !== undefined && !findFixedAmount(rule)
  return { kind: 'service', serviceId: id, name, ...(isOpen ? { amount: formatDecimal(decimal(amount)) } : {}) }
}

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

export function useFavorites() {
  const { person } = useCurrentUser()
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: settings } = useQuery({ ...sessionQuery, select: (session) => session.settings })
  const { data: services } = useQuery({ ...catalogQuery, select: (shop) => arrangeCatalog(shop).services })
  const favorites = useQuickPicks((picks) => favoritesOf(picks, person.id))
  const recent = useQuickPicks((picks) => recentOf(picks, terminalId))
  const keep = (picks: readonly QuickPick[]) => saveFavorites(person.id, picks)
  const keys = favorites.map(keyOfPick)
  return {
    favorites,
    /** The shop's favorites, except those that are also this person's. */
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
    move: (at: number, by: 1 | -1) => {
      const [moved, other] = [favorites[at], favorites[at + by]]
      if (moved && other) keep(favorites.map((pick) => (pick === moved ? other : pick === other ? moved : pick)))
    },
  }
}

export function usePickViews(): ((pick: QuickPick) => PickView) | undefined {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  return shop && ((pick) => viewPick(pick, shop, { t, locale, formats }))
}
