import * as v from 'valibot'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import { findDecimal, type Money } from '#domain/money/money.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { onForget, persistIn } from '../../lib/storage.ts'
import { orderFor } from '../draft.ts'
import { noteFirstTouch } from '../sale-time.ts'

/** The chosen amount, with what is needed to find it in a newer offer. */
type WantedDenomination = { id: string; name: string; gets: Money }

type Content = {
  /** As typed: the part after the country code, or the whole number with a plus. */
  number: string
  choice?: WantedDenomination | undefined
  /** The customer's order, valid for this operator only. */
  order?: { id: string; providerId: string } | undefined
  /** The number was entered before the country, and nothing has been chosen since. */
  cameFirst?: 'typed' | 'pasted' | undefined
  /** A sold top-up is repeated: its amount leads to the review once its current price is known. Not stored. */
  isRepeated?: boolean | undefined
}

/** Input for the next international top-up; country, operator and amount are in the URL. Survives a step, a reload and, for a while, a lock (`presence.ts`). */
type InternationalDraft = Content & {
  setNumber: (number: string, cameFirst?: Content['cameFirst']) => void
  choose: (choice: WantedDenomination) => void
  /** The number was used for an automatic step; from now on, only a person continues. */
  settle: () => void
  repeat: () => void
  fill: (content: Pick<Content, 'number' | 'choice' | 'order'>) => void
  dropOrder: () => void
  clear: () => void
}

const EMPTY: Content = { number: '', choice: undefined, order: undefined, cameFirst: undefined, isRepeated: false }

const MoneyShape = v.object({ amount: v.string(), currency: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

/** Unreadable amounts are dropped. */
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
      settle: () => set({ cameFirst: undefined, isRepeated: false }),
      repeat: () => set({ isRepeated: true }),
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

const isFilled = ({ number, choice }: Content) => number !== '' || choice !== undefined
useInternationalDraft.subscribe((draft, before) => {
  if (isFilled(draft) && !isFilled(before)) noteFirstTouch()
})

/** Of the tile that led here, or else of the first tile for that country, or for any. */
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
