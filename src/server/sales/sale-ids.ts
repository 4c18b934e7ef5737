import { formatSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Ports } from '../lib/ports.ts'

const DRAWS = 4
const BITS_A_DRAW = 20

/** For sales that the server opens. Ids increase, even within a millisecond. */
export function createSaleIds({ clock, random }: Pick<Ports, 'clock' | 'random'>): () => SaleId {
  let last = { at: -1, random: 0n }

  function drawRandom(): bigint {
    let drawn = 0n
    for (let count = 0; count < DRAWS; count += 1)
      drawn = (drawn << BigInt(BITS_A_DRAW)) | BigInt(Math.floor(random() * 2 ** BITS_A_DRAW))
    return drawn
  }

  return () => {
    const now = clock.now()
    last = now > last.at ? { at: now, random: drawRandom() } : { at: last.at, random: last.random + 1n }
    return formatSaleId(last.at, last.random)
  }
}
