import type { Sale } from '#domain/sale/sale.ts'
import type { Service } from '#domain/service.ts'
import type { QuickPick } from '../../../sale/favorites/saved-picks.ts'
import { pickInternational, pickOfService } from '../../../sale/favorites/view-pick.ts'

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
