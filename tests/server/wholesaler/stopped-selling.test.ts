import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { aBalance, openWholesaler } from '../../support/open-wholesaler.ts'
import { createLatch } from '../../support/latch.ts'
import { after, answer, hangUp, silence, type Responder } from '../../support/scripted-service.ts'

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId
const check = { id: saleId, serviceId: 'qamra', account: '971501234567', amount: decimal('25') }
const confirm = { id: saleId, amount: decimal('25') }
const refusedWith = (code: number | string) => answer({ error: { code } })
const transaction = answer({ transaction: { id: '69d', state: -1 } })
const balanceOf = (main: number) => answer({ currency: 'AED', wallets: { main } })

const calls: Record<string, { path: string; ask: (wholesaler: Wholesaler) => Promise<unknown> }> = {
  check: { path: '/transaction/check', ask: (wholesaler) => wholesaler.check(check) },
  confirm: { path: '/transaction/confirm', ask: (wholesaler) => wholesaler.confirm(confirm) },
  find: { path: '/transaction/find', ask: (wholesaler) => wholesaler.find({ saleId }) },
  services: { path: '/services', ask: (wholesaler) => wholesaler.services() },
  balance: { path: '/balance', ask: (wholesaler) => wholesaler.balance() },
}

async function openFenced(script: Record<string, Responder | Responder[]>) {
  const opened = await openWholesaler({ script: { '/balance': answer(aBalance), ...script } })
  await opened.wholesaler.fenced
  return opened
}

describe('what stops selling', () => {
  it.each(Object.entries(calls))('error code 5 in the answer to %s stops selling', async (_, { path, ask }) => {
    const said = path === '/balance' ? [answer(aBalance), refusedWith(5)] : refusedWith(5)
    const { wholesaler, log } = await openFenced({ [path]: said })
    await ask(wholesaler)
    expect(wholesaler.health()).toMatchObject({ service: 'stopped', reason: 'inactive' })
    expect(log).toContainEqual({ what: 'selling is stopped', reason: 'inactive' })
  })

  it('the third error code 1 in a row stops selling', async () => {
    const { wholesaler } = await openFenced({ '/transaction/find': refusedWith('1') })
    for (const service of ['ok', 'ok', 'stopped']) {
      await wholesaler.find({ saleId })
      expect(wholesaler.health().service).toBe(service)
    }
    expect(wholesaler.health().reason).toBe('signature')
  })

  it('an error code 1 that a later key may have overtaken does not stop selling', async () => {
    const { wholesaler, service } = await openOvertakenConfirms(3)
    expect(service.on('/transaction/confirm')).toHaveLength(3)
    expect(wholesaler.health().service).toBe('ok')
  })
})

describe('resuming selling', () => {
  it.each<{ name: string; say: Responder; goesOn: boolean }>([
    { name: 'the balance is returned', say: answer(aBalance), goesOn: true },
    { name: 'another rejection is returned', say: refusedWith(60), goesOn: true },
    { name: 'the POS is still not active', say: refusedWith(5), goesOn: false },
    { name: 'the signature is still rejected', say: refusedWith(1), goesOn: false },
    { name: 'an unreadable error code is returned', say: refusedWith('x'), goesOn: false },
    { name: 'there is no answer', say: hangUp, goesOn: false },
  ])('resuming selling when $name succeeds: $goesOn', async ({ say, goesOn }) => {
    const { wholesaler } = await openFenced({ '/balance': [answer(aBalance), say], '/services': refusedWith(5) })
    await wholesaler.services()
    expect(await wholesaler.tryResumeSelling()).toBe(goesOn)
    expect(wholesaler.health().service).toBe(goesOn ? 'ok' : 'stopped')
  })

  it('parallel attempts to resume send one request, and the next attempt another', async () => {
    const { opened, open } = createLatch()
    const { wholesaler, service } = await openFenced({
      '/balance': [answer(aBalance), after(opened, answer(aBalance))],
    })
    const tries = [wholesaler.tryResumeSelling(), wholesaler.tryResumeSelling()]
    open()
    expect(await Promise.all(tries)).toEqual([true, true])
    expect(service.on('/balance')).toHaveLength(2)
    await wholesaler.tryResumeSelling()
    expect(service.on('/balance')).toHaveLength(3)
  })
})

describe('the wallet', () => {
  it.each([
    { call: 'check', code: 1000, wallet: 'low' },
    { call: 'check', code: 1001, wallet: 'low' },
    { call: 'confirm', code: 1001, wallet: 'low' },
    { call: 'find', code: 1001, wallet: 'ok' },
    { call: 'check', code: 201, wallet: 'ok' },
  ])('the wallet is $wallet after error code $code for $call', async ({ call, code, wallet }) => {
    const { path, ask } = calls[call]!
    const { wholesaler } = await openFenced({ [path]: refusedWith(code) })
    expect(wholesaler.health().wallet).toBe('ok')
    await ask(wholesaler)
    expect(wholesaler.health().wallet).toBe(wallet)
  })

  it.each([
    { call: 'check', wallet: 'ok' },
    { call: 'confirm', wallet: 'ok' },
    { call: 'find', wallet: 'low' },
  ])('a low wallet is $wallet after a transaction in the answer to $call', async ({ call, wallet }) => {
    const { path, ask } = calls[call]!
    const { wholesaler } = await openFenced({
      '/transaction/confirm': refusedWith(1001),
      [path]: path === '/transaction/confirm' ? [refusedWith(1001), transaction] : transaction,
    })
    await wholesaler.confirm(confirm)
    expect(wholesaler.health().wallet).toBe('low')
    await ask(wholesaler)
    expect(wholesaler.health().wallet).toBe(wallet)
  })

  it('the wallet is unknown while the balance is unreadable, and low while it is below zero', async () => {
    const refused = answer({ error: { code: 60 } })
    const balances = [
      balanceOf(600),
      answer({ currency: 'AED' }),
      balanceOf(600),
      refused,
      balanceOf(-5),
      balanceOf(-4),
    ]
    const { wholesaler } = await openFenced({ '/balance': balances })
    for (const wallet of ['ok', 'unknown', 'ok', 'unknown', 'low', 'low']) {
      expect(wholesaler.health().wallet).toBe(wallet)
      await wholesaler.balance()
    }
  })
})

describe('a check that has to wait', () => {
  it('a check waits for the fence no longer than its queue time', async () => {
    const { wholesaler } = await openWholesaler({
      limits: { checkMs: 60_000, checkQueueMs: 30 },
      script: { '/balance': silence },
    })
    expect((await wholesaler.check(check)).answer).toEqual({ kind: 'not-sent', reason: 'busy' })
  })
})

/** Sends confirms that are rejected for their key after a later call has arrived. */
async function openOvertakenConfirms(count: number) {
  const waits: (() => void)[] = []
  const opened = await openWholesaler({
    limits: { writeGapMs: 0 },
    script: {
      '/transaction/confirm': async (response, request) => {
        const { opened: overtaken, open } = createLatch()
        waits.push(open)
        void opened.wholesaler.pointInfo()
        await overtaken
        await refusedWith(1)(response, request)
      },
      '/point_info': (response, request) => {
        waits.at(-1)?.()
        return answer({})(response, request)
      },
    },
  })
  await opened.wholesaler.fenced
  for (let confirms = 0; confirms < count; confirms += 1) await opened.wholesaler.confirm(confirm)
  return opened
}

describe('the metrics of the wholesaler', () => {
  it('the metrics count calls by path and outcome, and keys', async () => {
    const { wholesaler } = await openFenced({
      '/transaction/find': [transaction, refusedWith(20), hangUp],
      '/transaction/check': transaction,
    })
    for (let asking = 0; asking < 4; asking += 1) await wholesaler.find({ saleId })
    await wholesaler.check(check, 0)
    expect(wholesaler.metrics()).toEqual({
      calls: [
        { path: '/balance', outcome: 'answered', count: 1 },
        { path: '/transaction/find', outcome: 'answered', count: 1 },
        { path: '/transaction/find', outcome: 'refused', count: 1 },
        { path: '/transaction/find', outcome: 'lost', count: 2 },
        { path: '/transaction/check', outcome: 'not-sent', count: 1 },
      ],
      keys: 5,
      resent: 0,
      overtakenConfirms: 0,
      inFlight: 0,
      waiting: 0,
      isSerial: false,
    })
  })

  it('the metrics count overtaken confirms, and serial mode starts after three', async () => {
    const two = await openOvertakenConfirms(2)
    expect(two.wholesaler.metrics()).toMatchObject({ overtakenConfirms: 2, isSerial: false, resent: 0 })
    const { wholesaler, log } = await openOvertakenConfirms(3)
    expect(wholesaler.metrics()).toMatchObject({ overtakenConfirms: 3, isSerial: true })
    expect(log).toContainEqual({ what: 'confirms were overtaken; one call at a time' })
  })
})
