import { expect, it } from 'vitest'

import { createReadCache } from '#server/database/drivers/read-cache.ts'
import { createLatch } from '../../../support/latch.ts'

const row = (text: string) => ({ text })

it('a row is read once until the cache is emptied', async () => {
  const cache = createReadCache<{ text: string }>()
  let reads = 0
  const find = () => cache.find('token', true, async () => row(`read ${(reads += 1)}`))
  expect([await find(), await find()]).toEqual([row('read 1'), row('read 1')])
  cache.empty()
  expect(await find()).toEqual(row('read 2'))
})

it('a reader that may not use the cache reads each time', async () => {
  const cache = createReadCache<{ text: string }>()
  await cache.find('token', true, async () => row('old'))
  expect(await cache.find('token', false, async () => row('new'))).toEqual(row('new'))
})

it('a row that was read before the cache was emptied is not cached', async () => {
  const cache = createReadCache<{ text: string }>()
  const reading = createLatch()
  const before = cache.find('token', true, async () => {
    await reading.opened
    return row('signed in')
  })
  cache.empty()
  reading.open()
  expect(await before).toEqual(row('signed in'))
  expect(await cache.find('token', true, async () => undefined)).toBeUndefined()
})

it('a missing row is not cached', async () => {
  const cache = createReadCache<{ text: string }>()
  expect(await cache.find('token', true, async () => undefined)).toBeUndefined()
  expect(await cache.find('token', true, async () => row('enrolled'))).toEqual(row('enrolled'))
})
