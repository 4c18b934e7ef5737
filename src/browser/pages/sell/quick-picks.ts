import type { Sale } from '#domain/sale/sale.ts'
import type { Service } from '#domain/service.ts'
import { type ArrangedCatalogue } from '../../api/catalogue.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import type { QuickPick } from '../../sale/favorites/saved-picks.ts'
import { pickInternational, pickOfService } from '../../sale/favorites/view-pick.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'

/** What was sold at a terminal, newest first as the sales are. */
export function findRecentPicks(
  sales: readonly Sale[],
  terminalId: string,
  services: ReadonlyMap<string, Service>,
): QuickPick[] {
  return sales
    .filter(({ terminal, state }) => terminal.id === terminalId && state === 'succeeded')
    .flatMap(({ serviceId, amount, international }): QuickPick[] => {
      if (international) {
        const { country, provider, denomination } = international
        return [pickInternational(country, provider, { name: denomination.name, gets: amount })]
      }
      const service = services.get(serviceId)
      return service ? [pickOfService(service, amount.amount)] : []
    })
}

/** No offer has such an id: the amount is found by its name and value, because its id may be another amount's by now. */
const BY_NAME = 'by-name'

/** Puts a pick on the next ticket, and returns its path. A number typed before stays. */
export function selectPick(pick: QuickPick, shop: ArrangedCatalogue): string {
  if (pick.kind === 'international') {
    const { country, provider, amount } = pick
    useInternationalDraft.getState().fill({ number: '', choice: amount && { id: BY_NAME, ...amount } })
    return paths.internationalProvider(country.id, provider.id, amount && BY_NAME)
  }
  const { serviceId, amount } = pick
  const draft = useDraft.getState()
  // A ticket that is shown until the next one is there reviews nothing any more.
  if (amount !== undefined) draft.setAmount(amount)
  draft.setQuantity(1)
  const tile = shop.tileSelling(serviceId)
  return tile ? paths.product(tile.id) : paths.service(serviceId)
}
