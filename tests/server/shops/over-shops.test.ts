import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { salesStore } from '#server/sales/store.ts'
import { createOverShops } from '#server/shops/over-shops.ts'
import type { ShopPlace } from '#server/shops/shop-place.ts'
import type { ShopReaders } from '#server/shops/shop-readers.ts'
import { aJournal } from '../../support/a-journal.ts'
import { succeededSale } from '../../support/sales.ts'

const place = (id: string) => ({ id, name: id.toUpperCase(), database: '', timeZone: 'Asia/Dubai' })

it('the days of a shop are in the time zone of its settings, unless the installation names another', async () => {
  const db = await aJournal()
  const record = JSON.stringify({ timeZone: 'America/New_York' })
  await db.insertInto('settings').values({ id: 1, record }).execute()
  const readers = {
    readEach: (among: readonly ShopPlace[], _: number, read: (journal: typeof db, at: ShopPlace) => Promise<unknown>) =>
      Promise.all(among.map(async (one) => ({ place: one, state: 'read', value: await read(db, one) }))),
  } as unknown as ShopReaders
  // Still the evening before in New York.
  await salesStore(db).insert({ ...succeededSale(), openedAt: Date.parse('2026-01-05T02:00:00Z') }, [])
  const { timeZone: _, ...deira } = place('deira')
  const places = [deira, place('marina')]
  const overShops = createOverShops({ here: 'deira', places, readers, clock: systemClock() })
  const { shops } = await overShops.report({ from: '2026-01-04', to: '2026-01-04' })
  const sold = shops.map((shop) => [shop.id, shop.state === 'read' && shop.totals.sold])
  expect(sold).toEqual([
    ['deira', 1],
    ['marina', 0],
  ])
})

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
