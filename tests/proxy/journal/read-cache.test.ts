import { describe, expect, it } from 'vitest'

import { createReadCache } from '#proxy/journal/read-cache.ts'
import { createLatch } from '../../support/latch.ts'

const row = (text: string) => ({ text })

describe('what was read from the journal', () => {
  it('is read once, until it is emptied', async () => {
    const cache = createReadCache<{ text: string }>()
    let reads = 0
    const find = () => cache.find('token', true, async () => row(`read ${(reads += 1)}`))
    expect([await find(), await find()]).toEqual([row('read 1'), row('read 1')])
    cache.empty()
    expect(await find()).toEqual(row('read 2'))
  })

  it('is read each time by whoever may not use it', async () => {
    const cache = createReadCache<{ text: string }>()
    await cache.find('token', true, async () => row('old'))
    expect(await cache.find('token', false, async () => row('new'))).toEqual(row('new'))
  })

  it('is not kept when it was read before the commit that emptied it', async () => {
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

  it('is only what is there: what is missing is looked for each time', async () => {
    const cache = createReadCache<{ text: string }>()
    expect(await cache.find('token', true, async () => undefined)).toBeUndefined()
    expect(await cache.find('token', true, async () => row('enrolled'))).toEqual(row('enrolled'))
  })
})
