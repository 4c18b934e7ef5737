// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'

import { batchQuery } from '#browser/api/batch.ts'
import { createQueryClient } from '#browser/api/query-client.ts'
import { openItemsQuery } from '#browser/api/sale-lists.ts'
import { OPEN, saleQuery } from '#browser/api/sale.ts'
import { hearSales } from '#browser/shell/sounds/hear-sales.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { aBatchAnswer } from '../../../support/fake-batches.ts'
import { amal, joseph } from '../../../support/fake-proxy.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A tab with Amal signed in, and the sounds that are played there. `known` are sales that the tab has read before. */
function openTab(known: readonly Sale[] = []) {
  const client = createQueryClient()
  const heard: string[] = []
  const running: string[] = []
  let version = 10
  const reads = (changes: Partial<Sale>) =>
    void client.setQueryData(saleQuery(A_SALE_ID).queryKey, aSale({ version: (version += 1), ...changes }))
  for (const sale of known) client.setQueryData(saleQuery(sale.id).queryKey, sale)
  ends.push(
    hearSales(client, {
      personId: amal.id,
      hear: (sound) => void heard.push(sound),
      onBatch: ({ id, state }) => void running.push(`${id} ${state}`),
    }),
    () => client.clear(),
  )
  return { client, heard, running, reads }
}

const VOUCHER = { kind: 'voucher' } as const
const BATCH = { id: 'b', line: 1, of: 2 }
const RESOLVED = { outcome: 'not-sold', note: '', at: 0, by: '' } as const
it.each<[Partial<Sale>, Partial<Sale>, string | undefined]>([
  [{ state: 'checked' }, { state: 'succeeded' }, 'sold'],
  [{ state: 'confirming' }, { state: 'succeeded' }, 'sold'],
  [{ state: 'pending' }, { state: 'succeeded' }, 'complete'],
  [{ state: 'unknown' }, { state: 'succeeded' }, 'complete'],
  [
    { ...VOUCHER, state: 'succeeded', voucher: 'coming' },
    { ...VOUCHER, state: 'succeeded', voucher: 'ready' },
    'complete',
  ],
  [{ state: 'opened' }, { state: 'refused' }, 'failed'],
  [{ state: 'confirming' }, { state: 'failed' }, 'failed'],
  [{ state: 'pending' }, { state: 'failed' }, 'failed'],
  // The result is unknown, or a person decided it: neither plays a sound.
  [{ state: 'confirming' }, { state: 'unknown' }, undefined],
  [{ state: 'pending' }, { state: 'canceled' }, undefined],
  [{ state: 'pending' }, { state: 'succeeded', conflicting: true }, undefined],
  [{ state: 'checked' }, { state: 'abandoned' }, undefined],
  [{ state: 'pending' }, { state: 'failed', resolution: RESOLVED }, undefined],
  [{ state: 'confirming', batch: BATCH }, { state: 'succeeded', batch: BATCH }, undefined],
  [{ state: 'pending', cashier: joseph }, { state: 'succeeded', cashier: joseph }, undefined],
])('a sale that is read as %o and then as %o plays: %s', (before, after, sound) => {
  const { heard, reads } = openTab()
  reads(before)
  expect(heard).toEqual([])
  reads(after)
  reads({ ...after, printCount: 1 })
  expect(heard).toEqual(sound === undefined ? [] : [sound])
})

it('a sale that is already settled when it is first read plays no sound, for example after a reload', () => {
  const { heard, reads } = openTab([aSale({ state: 'succeeded' })])
  reads({ state: 'succeeded', printCount: 1 })
  expect(heard).toEqual([])
})

it('a sale that is rejected at once plays a sound in the tab that opened it', async () => {
  const { client, heard, reads } = openTab()
  const opening = client.getMutationCache().build(client, { mutationKey: OPEN, mutationFn: async () => {} })
  await opening.execute({ id: A_SALE_ID })
  reads({ state: 'refused' })
  expect(heard).toEqual(['failed'])
})

it('a sound plays for a result in any read of this tab, and not for an outdated answer', () => {
  const { client, heard, reads } = openTab()
  reads({ state: 'pending' })
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'succeeded', version: 20 })] })
  expect(heard).toEqual(['complete'])
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'pending', version: 11 })] })
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'succeeded', version: 20 })] })
  expect(heard).toEqual(['complete'])
})

it('a sale that ended while the page was hidden, or long after it was seen open, plays no sound', () => {
  vi.useFakeTimers()
  const { heard, reads } = openTab()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  reads({ state: 'pending' })
  turn('hidden')
  reads({ state: 'pending' })
  turn('visible')
  reads({ state: 'succeeded' })
  expect(heard).toEqual([])

  const later = openTab()
  later.reads({ state: 'pending' })
  vi.advanceTimersByTime(10 * 60_000)
  later.reads({ state: 'succeeded' })
  expect(later.heard).toEqual([])
})

it('a quantity plays a sound when it completes or a line is not sold, but not when a person stops it', () => {
  const { client, heard, running } = openTab()
  const read = (changes: Parameters<typeof aBatchAnswer>[2]) =>
    void client.setQueryData(batchQuery('B').queryKey, aBatchAnswer('B', 2, changes))
  read({ version: 1, state: 'checked' })
  read({ version: 2, state: 'running' })
  expect(running.at(-1)).toBe('B running')
  read({ version: 3, state: 'stopped', stop: { reason: 'not-sold', at: 0, line: 1 } })
  read({ version: 4, state: 'running' })
  read({ version: 5, state: 'stopped', stop: { reason: 'requested', at: 0 } })
  read({ version: 6, state: 'running' })
  read({ version: 7, state: 'complete' })
  read({ version: 7, state: 'complete' })
  expect(heard).toEqual(['failed', 'complete'])
})
