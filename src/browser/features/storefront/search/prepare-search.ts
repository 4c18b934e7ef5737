import type { Shop } from '../../../api/shop.ts'
import { whenIdle } from '../../../when-idle.ts'
import { buildOn } from './search-index.ts'

/** Makes ready for the first letter, whenever there is nothing else to do. */
export function prepareSearch(shop: Shop): void {
  whenIdle((timeLeft) => {
    if (!buildOn(shop, () => timeLeft() > 0)) prepareSearch(shop)
  })
}
