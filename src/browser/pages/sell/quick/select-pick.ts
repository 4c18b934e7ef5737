import type { ArrangedCatalogue } from '../../../api/catalogue.ts'
import { useDraft } from '../../../sale/draft.ts'
import type { QuickPick } from '../../../sale/favorites/saved-picks.ts'
import { useInternationalDraft } from '../../../sale/international-draft.ts'
import { paths } from '../../../paths.ts'

/** No offer numbers an amount so: it is found by its name and value, not by an id that may be another amount's by now. */
const BY_NAME = 'by-name'

/** Puts a pick on the next ticket, and answers where that is. A number typed before stays. */
export function selectPick(pick: QuickPick, shop: ArrangedCatalogue): string {
  if (pick.kind === 'abroad') {
    const { country, provider, amount } = pick
    useInternationalDraft.getState().fill({ number: '', choice: amount && { id: BY_NAME, ...amount } })
    return paths.internationalProvider(country.id, provider.id, amount && BY_NAME)
  }
  const { serviceId, amount } = pick
  const draft = useDraft.getState()
  // A ticket that stands until its successor is there reviews nothing any more.
  if (amount !== undefined) draft.setAmount(amount)
  draft.setQuantity(1)
  const tile = shop.tileSelling(serviceId)
  return tile ? paths.product(tile.id) : paths.service(serviceId)
}
