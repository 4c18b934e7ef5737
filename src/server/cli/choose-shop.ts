import type { Config, Installation } from '../config/config.ts'
import { InvalidOperation } from '../lib/failures.ts'

/** Throws `InvalidOperation`, which lists the shops if there are several. */
export function chooseShop({ shops }: Pick<Installation, 'shops'>, id: string | undefined): Config {
  const [first, ...others] = shops
  if (first.shop === undefined) {
    if (id === undefined) return first
    throw new InvalidOperation('This installation has one shop, which has no id. Leave --shop out.')
  }
  const chosen = id === undefined ? undefined : shops.find(({ shop }) => shop?.id === id)
  if (chosen) return chosen
  if (id === undefined && others.length === 0) return first
  const known = shops.map(({ shop }) => `${shop?.id} (${shop?.name})`).join(', ')
  throw new InvalidOperation(
    id === undefined
      ? `Choose a shop: give --shop with one of these: ${known}.`
      : `No shop here has the id ${id}. There are: ${known}.`,
  )
}
