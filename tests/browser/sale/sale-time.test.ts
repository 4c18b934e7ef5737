// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { noteResult, noteReview, noteSend } from '#browser/sale/sale-time.ts'
import { forget } from '#browser/lib/storage.ts'

const sent: { id: string | undefined; times: unknown }[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  sent.length = 0
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push({ id: /sales\/(\w+)\/times/.exec(path)?.[1], times: JSON.parse(body as string) })
    return Response.json({})
  })
  forget('person')
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const pass = (ms: number) => void vi.advanceTimersByTime(ms)
const { setNumber, setAmount, changeService, clear } = useDraft.getState()

/** As the page does: the ticket is emptied, then the sale is sent. */
function sell(id: string, { isSold = true } = {}) {
  noteReview(id)
  pass(2_000)
  clear()
  noteSend(id)
  pass(1_500)
  noteResult(id, isSold)
}

it('a sale is measured from its first key to the first key of the next one', () => {
  setNumber('5')
  pass(4_000)
  setNumber('501234567')
  setAmount('20')
  sell('a')
  expect(sent).toEqual([])
  pass(7_000)
  setNumber('5')
  expect(sent).toEqual([{ id: 'a', times: { entry: 6_000, answer: 1_500, next: 7_000 } }])
})

it('the choice of a product begins a sale without a number, and a new choice begins it again', () => {
  changeService('velto', false)
  pass(60_000)
  changeService('orbyte', false)
  pass(1_000)
  sell('a')
  pass(30_000)
  expect(sent).toEqual([{ id: 'a', times: { entry: 3_000, answer: 1_500 } }])
})

it('without a next sale the times are sent after a while, and the next one is added later', () => {
  setNumber('5')
  sell('a')
  pass(30_000)
  pass(10_000)
  useInternationalDraft.getState().setNumber('+63')
  expect(sent.map(({ times }) => times)).toEqual([
    { entry: 2_000, answer: 1_500 },
    { entry: 2_000, answer: 1_500, next: 40_000 },
  ])
})

it('the time after a sale that was not sold is not measured', () => {
  setNumber('5')
  sell('a', { isSold: false })
  pass(5_000)
  setNumber('5')
  sell('b')
  expect(sent).toEqual([{ id: 'a', times: { entry: 2_000, answer: 1_500 } }])
})

it('a sale that was not entered here has no time of entry, and one that is sent again counts from the first time', () => {
  setNumber('5')
  noteReview('another')
  noteSend('a')
  pass(3_000)
  noteSend('a')
  pass(1_000)
  noteResult('a', true)
  noteResult('a', true)
  noteResult('b', true)
  pass(30_000)
  expect(sent).toEqual([{ id: 'a', times: { answer: 4_000 } }])
})

it('nothing is measured across people', () => {
  setNumber('5')
  sell('a')
  forget('visit')
  pass(60_000)
  setNumber('5')
  expect(sent).toEqual([])
})
