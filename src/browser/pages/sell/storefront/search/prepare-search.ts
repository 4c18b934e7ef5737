import type { ArrangedCatalogue } from '../../../../api/catalogue.ts'
import { whenIdle } from '../../../../lazy-part.tsx'
import { buildOn } from './search-index.ts'

/** Makes ready for the first letter, whenever there is nothing else to do. */
export function prepareSearch(shop: ArrangedCatalogue): void {
  whenIdle((timeLeft) => {
    if (!buildOn(shop, () => timeLeft() > 0)) prepareSearch(shop)
  })
}
