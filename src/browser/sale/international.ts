import * as v from 'valibot'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { INTERNATIONAL_ID } from '#domain/international.ts'
import { findDecimal, type Money } from '#domain/money.ts'
import type { ArrangedCatalog } from '../api/catalog.ts'
import { onForget, persistIn } from '../storage.ts'
import { orderFor } from './draft.ts'

/** The amount that was picked, with what finds it again in a newer offer. */
type WantedDenomination = { id: string; name: string; gets: Money }

type Content = {
  /** The recipient's number as typed: behind its country code, or whole with a plus. */
  number: string
  choice?: WantedDenomination | undefined
  /** The order of a customer that filled the ticket, and its operator: for another one it is no more that order. */
  order?: { id: string; providerId: string } | undefined
  /** The number came before the country, key by key or in one piece, and nothing was chosen since. */
  cameFirst?: 'typed' | 'pasted' | undefined
}

/**
 * What has been typed for the next international top-up. Country, operator and amount are in the URL. It outlives a step, a reload and for
 * a while a lock over its person (`presence.ts`), and no more.
 */
type InternationalDraft = Content & {
  setNumber: (number: string, cameFirst?: Content['cameFirst']) => void
  choose: (choice: WantedDenomination) => void
  /** The number was used to go on: from now on only a person does that. */
  settle: () => void
  fill: (content: Pick<Content, 'number' | 'choice' | 'order'>) => void
  dropOrder: () => void
  clear: () => void
}

const EMPTY: Content = { number: '', choice: undefined, order: undefined, cameFirst: undefined }

const MoneyShape = v.object({ amount: v.string(), currency: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

/** An amount in the storage of the browser. One that is no amount does not come back. */
const StoredMoney = v.custom<Money>((stored) => v.is(MoneyShape, stored) && findDecimal(stored.amount) !== undefined)

const StoredContent: v.GenericSchema<unknown, Content> = v.object({
  number: v.string(),
  choice: v.optional(v.object({ id: v.string(), name: v.string(), gets: StoredMoney })),
  order: v.optional(v.object({ id: v.string(), providerId: v.string() })),
  cameFirst: v.optional(v.picklist(['typed', 'pasted'])),
})

export const useInternationalDraft = create<InternationalDraft>()(
  persist(
    (set) => ({
      ...EMPTY,
      setNumber: (number, cameFirst) =>
        set((draft) => ({
          number,
          order: orderFor(draft.order, draft.number, number),
          cameFirst: number === '' ? undefined : (cameFirst ?? draft.cameFirst),
        })),
      choose: (choice) => set({ choice }),
      settle: () => set({ cameFirst: undefined }),
      fill: (content) => set({ ...EMPTY, ...content }),
      dropOrder: () => set({ order: undefined }),
      clear: () => set(EMPTY),
    }),
    {
      name: 'international-draft',
      storage: persistIn('international-draft', (stored) => (v.is(StoredContent, stored) ? stored : undefined)),
      partialize: ({ number, choice, order, cameFirst }): Content => ({ number, choice, order, cameFirst }),
    },
  ),
)
onForget('person', () => useInternationalDraft.getState().clear())

/**
 * What is told to the customer before an international top-up: of the tile that led there or, where none did, as from a favorite, of the first
 * tile of that country, else of the first for any country.
 */
export function findInternationalWarning(
  shop: ArrangedCatalog,
  tileId: string | undefined,
  countryId: string | undefined,
) {
  const { storefront } = shop
  const picked = tileId === undefined ? undefined : storefront.find(tileId)
  const isOpen = (id: string) => storefront.blockReasonOf(id) === undefined
  const find = (wanted: string | undefined) =>
    storefront.placed.find(
      ({ id, action }) =>
        action.kind === 'international' &&
        action.country?.toLowerCase() === wanted &&
        (wanted !== undefined || action.group === undefined) &&
        isOpen(id),
    )
  const tile =
    picked ??
    (countryId === undefined ? undefined : find(countryId.toLowerCase())) ??
    find(undefined) ??
    shop.tileSelling(INTERNATIONAL_ID)
  return tile && storefront.warningOf(tile.id)
}
