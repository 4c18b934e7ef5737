import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { createOverShops } from '#server/shops/over-shops.ts'
import type { ShopReaders } from '#server/shops/shop-readers.ts'

const place = (id: string) => ({ id, name: id.toUpperCase(), database: '', timeZone: 'Asia/Dubai' })

it('a person who requests the same overview or report while it is read gets the same answer, or the same rejection', async () => {
  let readings = 0
  const readers = {
    readEach: async (among: readonly { id: string }[]) => {
      readings += 1
      await nextTurn()
      return among.map((one) => ({ place: one, state: 'unreachable' }))
    },
  } as unknown as ShopReaders
  const places = ['deira', 'marina'].map(place)
  const overShops = createOverShops({ here: 'deira', places, readers, clock: systemClock() })
  const report = (to = '2026-11-20', ids?: string[]) => overShops.report({ from: '2026-11-18', to }, ids)

  expect(new Set(await Promise.all(Array.from({ length: 50 }, overShops.read))).size).toBe(1)
  expect(readings).toBe(1)
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => report()))).size).toBe(1)
  expect(readings).toBe(2)
  const differing = await Promise.all([report(), report('2026-11-21'), report('2026-11-20', ['marina'])])
  expect(differing.map(({ shops }) => shops.length)).toEqual([2, 2, 1])
  expect(readings).toBe(5)
  for (const refused of [report('2026-11-20', ['souk']), report('2026-11-20', ['souk'])])
    await expect(refused).rejects.toThrow('there is no shop souk here')
  expect(readings).toBe(5)
})
