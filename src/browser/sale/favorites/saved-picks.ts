import * as v from 'valibot'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { findDecimal, type Money } from '#domain/money.ts'
import { onChangeInOtherTab, persistIn } from '../../storage.ts'

/** A product, with an amount when wished. `name` is for when the shop has no such product any more. */
export type ServicePick = { kind: 'service'; serviceId: string; name: string; amount?: string }

/** An operator of international top-ups, with an amount when wished. Offers are renumbered, so an amount is known by what was shown of it. */
export type InternationalPick = {
  kind: 'international'
  country: { id: string; name: string }
  provider: { id: string; name: string; logo?: string }
  amount?: { name: string; gets: Money }
}

/** What one press puts on the ticket. */
export type QuickPick = ServicePick | InternationalPick

type Kept = {
  /** By person. */
  favorites: Readonly<Record<string, readonly QuickPick[]>>
  /** What this terminal sold last, newest first. */
  recent: readonly QuickPick[]
  /** Which terminal sold them: enrolled again, this browser may stand in another shop. */
  soldAt?: string | undefined
}

export const MAX_FAVORITES = 5
/** Those that are favorites are not shown twice. */
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

/** What was kept by an older page, or by hand, may be anything: what cannot be read is left out. */
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

/** Favorites and recent sales, as every tab of this terminal keeps them. */
export const useQuickPicks = create<Kept>()(
  persist((): Kept => NO_PICKS, {
    name: 'quick-picks',
    storage: persistIn('quick-picks', readKept),
    // In another tab they may have been removed, too.
    merge: (stored) => (stored as Kept | undefined) ?? NO_PICKS,
  }),
)
onChangeInOtherTab('quick-picks', () => void useQuickPicks.persist.rehydrate())

const NONE: readonly QuickPick[] = []

export const favoritesOf = ({ favorites }: Kept, personId: string): readonly QuickPick[] => favorites[personId] ?? NONE

/** What this terminal sold last. */
export const recentOf = ({ recent, soldAt }: Kept, terminalId: string | undefined): readonly QuickPick[] =>
  soldAt !== undefined && soldAt === terminalId ? recent : NONE

/** Keeps the favorites of one person, in their order; the person who kept none for longest gives way. */
export function saveFavorites(personId: string, picks: readonly QuickPick[]): void {
  const { [personId]: _, ...others } = useQuickPicks.getState().favorites
  const people = Object.entries(others).slice(1 - MOST_PEOPLE)
  useQuickPicks.setState({ favorites: { ...Object.fromEntries(people), [personId]: picks.slice(0, MAX_FAVORITES) } })
}

/** Puts what was sold before what was sold earlier at this terminal. */
export function saveRecent(picks: readonly QuickPick[], terminalId: string): void {
  const recent = recentOf(useQuickPicks.getState(), terminalId)
  const newest = distinctPicks([...picks, ...recent]).slice(0, MOST_RECENT)
  if (newest.map(keyOfPick).join() !== recent.map(keyOfPick).join())
    useQuickPicks.setState({ recent: newest, soldAt: terminalId })
}

/** The same for two picks that put the same on the ticket. */
export const keyOfPick = (pick: QuickPick): string =>
  JSON.stringify(
    pick.kind === 'service'
      ? [pick.serviceId, pick.amount]
      : [pick.country.id, pick.provider.id, pick.amount?.name, pick.amount?.gets.amount, pick.amount?.gets.currency],
  )

/** Each once, where it stands first. */
export function distinctPicks(picks: readonly QuickPick[]): QuickPick[] {
  const keys = picks.map(keyOfPick)
  return picks.filter((_, at) => keys.indexOf(keys[at]!) === at)
}
