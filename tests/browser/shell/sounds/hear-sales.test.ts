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

/** A tab in which Amal is signed in, and what is heard there. `known` are sales that it has read before. */
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
  // Nobody knows, or somebody decided: neither is news for the ear.
  [{ state: 'confirming' }, { state: 'unknown' }, undefined],
  [{ state: 'pending' }, { state: 'canceled' }, undefined],
  [{ state: 'pending' }, { state: 'succeeded', conflicting: true }, undefined],
  [{ state: 'checked' }, { state: 'abandoned' }, undefined],
  [{ state: 'pending' }, { state: 'failed', resolution: RESOLVED }, undefined],
  // A line of a quantity, and a colleague's.
  [{ state: 'confirming', batch: BATCH }, { state: 'succeeded', batch: BATCH }, undefined],
  [{ state: 'pending', cashier: joseph }, { state: 'succeeded', cashier: joseph }, undefined],
])('%o, then %o: %s', (before, after, sound) => {
  const { heard, reads } = openTab()
  reads(before)
  expect(heard).toEqual([])
  reads(after)
  reads({ ...after, printCount: 1 })
  expect(heard).toEqual(sound === undefined ? [] : [sound])
})

it('a sale that is over when it is first read is silent, as after a reload', () => {
  const { heard, reads } = openTab([aSale({ state: 'succeeded' })])
  reads({ state: 'succeeded', printCount: 1 })
  expect(heard).toEqual([])
})

it('a sale that is refused at once is heard by the tab that opened it', async () => {
  const { client, heard, reads } = openTab()
  const opening = client.getMutationCache().build(client, { mutationKey: OPEN, mutationFn: async () => {} })
  await opening.execute({ id: A_SALE_ID })
  reads({ state: 'refused' })
  expect(heard).toEqual(['failed'])
})

it('it is heard wherever this tab reads of it, and an answer that was overtaken is no event', () => {
  const { client, heard, reads } = openTab()
  reads({ state: 'pending' })
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'succeeded', version: 20 })] })
  expect(heard).toEqual(['complete'])
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'pending', version: 11 })] })
  client.setQueryData(openItemsQuery.queryKey, { sales: [aSale({ state: 'succeeded', version: 20 })] })
  expect(heard).toEqual(['complete'])
})

it('what ended behind another page, or long after it was seen open, is silent', () => {
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

it('a quantity is heard when it is through, and when a line of it is not sold; not when a person stops it', () => {
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
