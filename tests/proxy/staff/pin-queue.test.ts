import { describe, expect, it } from 'vitest'

import { createPinQueue } from '#proxy/staff/pin-queue.ts'

/** Work that ends when it is told to. */
function someWork(turns: ReturnType<typeof createPinQueue>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (who: string, name = who) =>
    turns.run(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)!()
    await settled()
  }
  return { begun, take, end, settled }
}

describe('looking at PINs in turn', () => {
  it('does two at once, and the rest in the order in which they came', async () => {
    const { begun, take, end, settled } = someWork(createPinQueue())
    for (const who of ['a', 'b', 'c', 'd']) void take(who)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('gives a terminal one place to wait in, so one that tries without end holds nobody up', async () => {
    const { begun, take, end, settled } = someWork(createPinQueue())
    void take('loud', 'loud 1')
    void take('loud', 'loud 2')
    for (let tries = 0; tries < 100; tries += 1) {
      await expect(take('loud')).rejects.toMatchObject({ status: 429, failure: { code: 'rate-limited' } })
    }
    void take('calm')
    await settled()
    expect(begun).toEqual(['loud 1', 'calm'])
    await end('loud 1')
    expect(begun).toEqual(['loud 1', 'calm', 'loud 2'])
  })

  it('goes on after one that failed', async () => {
    const turns = createPinQueue()
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turns.run('a', async () => 'done')).toBe('done')
  })
})
