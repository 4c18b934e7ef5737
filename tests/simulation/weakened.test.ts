import { describe, expect, it } from 'vitest'

import { runShop } from './run.ts'
import { WEAKENED, type Weakened } from './weakened.ts'

const SEEDS = Array.from({ length: 18 }, (_, index) => index + 1)
const SALES = 150

/** The first of these shops that shows all of the harm, or what was seen in all of them. */
async function findHarm({ weakness, harm }: Pick<Weakened, 'weakness' | 'harm'>): Promise<string[]> {
  const seen = new Set<string>()
  for (const seed of SEEDS) {
    const { violations } = await runShop({ seed, sales: SALES, weakness })
    for (const { name } of violations) seen.add(name)
    if (harm.length > 0 && harm.every((name) => seen.has(name))) break
  }
  return [...seen]
}

describe('a weaker protocol', () => {
  it('is told from the real one, which does no harm in the same shops', { timeout: 300_000 }, async () => {
    expect(await findHarm({ weakness: {}, harm: [] })).toEqual([])
  })

  it.each(WEAKENED)('is caught: $name', { timeout: 300_000 }, async (weakened) => {
    expect(await findHarm(weakened)).toEqual(expect.arrayContaining(weakened.harm))
  })
})
