import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { aBalance, openWholesaler } from '../../support/open-wholesaler.ts'
import { createLatch, type Latch } from '../../support/latch.ts'
import {
  after,
  answer,
  silence,
  startScriptedService,
  type ReceivedRequest,
  type Responder,
} from '../../support/scripted-service.ts'

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId
const check = { id: saleId, serviceId: 'qamra', account: '971501234567', amount: decimal('25') }
const confirm = { id: saleId, amount: decimal('25') }
const pending = answer({ transaction: { id: '69d', state: 0 } })
const refusedKey = answer({ error: { code: 1, message: 'Auth failed' } })

function counterOf(count: number) {
  const { opened, open } = createLatch()
  let arrived = 0
  const counting =
    (say: Responder): Responder =>
    async (response, one) => {
      arrived += 1
      if (arrived === count) open()
      await say(response, one)
    }
  return { enough: opened, counting }
}

const paths = (requests: ReceivedRequest[]) => requests.map(({ path }) => path)

describe('the order of keys', () => {
  it('keys arrive in order in 50 parallel calls, even at a provider that rejects keys that do not grow', async () => {
    let last = 0n
    const strict =
      (say: Responder): Responder =>
      (response, request) => {
        const isGreater = request.key > last
        if (isGreater) last = request.key
        return isGreater ? say(response, request) : refusedKey(response, request)
      }
    const { wholesaler, service } = await openWholesaler({
      script: { '/balance': strict(answer(aBalance)), '/transaction/find': strict(pending) },
    })
    await wholesaler.fenced
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? wholesaler.find({ saleId }) : wholesaler.balance())),
    )
    const bad = answers.filter((one) => ('ok' in one ? !one.ok : one.answer.kind !== 'transaction'))
    expect(bad).toEqual([])
    expect(new Set(service.received.map(({ key }) => key)).size).toBe(service.received.length)
    expect(service.connections()).toBeLessThanOrEqual(8)
  })

  it('calls on open connections arrive in the order of their keys', async () => {
    const { opened, open } = createLatch()
    const all = counterOf(7)
    const { wholesaler, service } = await openWholesaler({
      script: { '/transaction/find': all.counting(after(opened, pending)) },
    })
    await wholesaler.fenced
    // The first round opens all seven connections that finds may use, and the second uses them.
    const firstRound = Array.from({ length: 7 }, () => wholesaler.find({ saleId }))
    await all.enough
    open()
    await Promise.all(firstRound)
    await Promise.all(Array.from({ length: 50 }, () => wholesaler.find({ saleId })))
    const keys = service.on('/transaction/find').map(({ key }) => key)
    const secondRound = keys.slice(7)
    expect(secondRound).toHaveLength(50)
    expect(secondRound).toEqual(secondRound.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  it('a waiting confirm goes first, then a find, then reads and checks', async () => {
    const { opened, open } = createLatch()
    const { wholesaler, service } = await openWholesaler({
      limits: { connections: 1 },
      script: {
        '/balance': [answer(aBalance), after(opened, answer(aBalance))],
        '/services': answer({ services: [] }),
        '/transaction/check': pending,
        '/transaction/find': pending,
        '/transaction/confirm': pending,
      },
    })
    await wholesaler.fenced
    const reads = [wholesaler.balance(), wholesaler.services()]
    const ofSales = [wholesaler.check(check), wholesaler.find({ saleId }), wholesaler.confirm(confirm)]
    open()
    await Promise.all([...reads, ...ofSales])
    const expected = ['/transaction/confirm', '/transaction/find', '/services', '/transaction/check']
    expect(paths(service.received).slice(2)).toEqual(expected)
  })
})

describe('error code 1', () => {
  /** Rejects the first calls on `path`, but only after a later call has arrived, which may have overtaken them. */
  async function openOvertaken(path: string, refusals: number) {
    const { opened, open } = createLatch()
    const late = after(opened, refusedKey)
    const service = await startScriptedService({
      '/balance': answer(aBalance),
      [path]: [...Array.from({ length: refusals }, () => late), pending],
      '/point_info': (response, request) => {
        open()
        return answer({})(response, request)
      },
    })
    return { ...(await openWholesaler({ service, limits: { writeGapMs: 0 } })), service }
  }

  it.each([
    ['find', '/transaction/find'],
    ['check', '/transaction/check'],
  ] as const)('a %s with error code 1 is signed again when a later key may have overtaken it', async (name, path) => {
    const { wholesaler, service } = await openOvertaken(path, 1)
    await wholesaler.fenced
    const asking = name === 'find' ? wholesaler.find({ saleId }) : wholesaler.check(check)
    await wholesaler.pointInfo()
    expect((await asking).answer.kind).toBe('transaction')
    const [first, second] = service.on(path)
    expect(second!.key).toBeGreaterThan(first!.key)
    expect({ ...second!.body, auth: 0 }).toEqual({ ...first!.body, auth: 0 })
    expect(wholesaler.metrics()).toMatchObject({ resent: 1, overtakenConfirms: 0 })
  })

  it('a confirm with error code 1 is never signed again', async () => {
    const { wholesaler, service } = await openOvertaken('/transaction/confirm', 1)
    await wholesaler.fenced
    const confirming = wholesaler.confirm(confirm)
    await wholesaler.pointInfo()
    expect((await confirming).answer).toEqual({ kind: 'refusal', refusal: { code: 1 } })
    expect(service.on('/transaction/confirm')).toHaveLength(1)
  })

  it('error code 1 is final when nothing could have overtaken the call', async () => {
    const { wholesaler, service } = await openWholesaler({ script: { '/transaction/find': refusedKey } })
    await wholesaler.fenced
    expect((await wholesaler.find({ saleId })).answer).toEqual({ kind: 'refusal', refusal: { code: 1 } })
    expect(service.on('/transaction/find')).toHaveLength(1)
  })

  it('a call is signed again at most three times', async () => {
    // Each rejection waits for a later call, so the rejected call may have been overtaken.
    const waits: Latch[] = []
    const { wholesaler, service } = await openWholesaler({
      script: {
        '/transaction/find': async (response, request) => {
          const wait = createLatch()
          waits.push(wait)
          void wholesaler.pointInfo()
          await wait.opened
          await refusedKey(response, request)
        },
        '/point_info': (response, request) => {
          waits.at(-1)?.open()
          return answer({})(response, request)
        },
      },
    })
    await wholesaler.fenced
    expect((await wholesaler.find({ saleId })).answer).toEqual({ kind: 'refusal', refusal: { code: 1 } })
    expect(service.on('/transaction/find')).toHaveLength(4)
  })
})

describe('closing the wholesaler', () => {
  it('a call that is not answered before closing ends is lost', async () => {
    const onTheWire = counterOf(1)
    const { wholesaler } = await openWholesaler({ script: { '/transaction/confirm': onTheWire.counting(silence) } })
    await wholesaler.fenced
    const confirming = wholesaler.confirm(confirm)
    await onTheWire.enough
    await wholesaler.close(1)
    expect((await confirming).answer).toMatchObject({ kind: 'lost', reason: 'reset' })
  })
})
