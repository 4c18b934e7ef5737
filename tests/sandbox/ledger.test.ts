import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { findService, priceOf } from '#sandbox/catalog.ts'
import { fils, filsText, findFils } from '#sandbox/fils.ts'
import { recipients } from '#sandbox/scenarios.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { aRestartedSandbox, aSandbox } from './a-sandbox.ts'
import { createCaller, gist } from './caller.ts'

const NUMBER = '971501234567'

describe('the wallet', () => {
  it('the wallet pays the price once even if confirm is repeated', async () => {
    const sandbox = await aSandbox({ clock: () => Date.UTC(2026, 10, 20, 20, 32, 1) })
    const { check, confirm } = createCaller(sandbox)
    await check('once', NUMBER)
    await Promise.all(['first', 'second', 'third'].map(() => confirm('once')))
    await confirm('once')
    const ids = { transactionId: expect.stringMatching(/^[0-9a-f]{3}(-[0-9a-f]{3}){4}$/) as string }
    const what = { externalTransactionId: 'once', serviceId: 'qamra-rc', account: NUMBER, amount: '50.00' }
    const paid = { price: '48.00', balance: '4270.50', time: '2026-11-21 00:32:01' }
    expect(sandbox.ledger()).toEqual([{ ...ids, ...what, ...paid }])
    expect(sandbox.balance()).toBe('4270.50')
  })

  it('the balance is sent as a number and as a string in turn', async () => {
    const { post } = createCaller(await aSandbox())
    const answers = [await post('/balance'), await post('/balance')]
    expect(answers).toMatchObject([{ body: { wallets: { main: 4318.5 } } }, { body: { wallets: { main: '4318.50' } } }])
  })

  it('the wallet is never overdrawn', async () => {
    const sandbox = await aSandbox()
    const { check, confirm, find } = createCaller(sandbox)
    sandbox.setBalance('47.99')
    await check('poor', NUMBER)
    expect(gist(await confirm('poor'))).toBe('error 1001')
    expect(gist(await find('poor'))).toBe('state -1')
    sandbox.setBalance('48.00')
    expect(gist(await confirm('poor'))).toBe('state 1')
    expect(sandbox.balance()).toBe('0.00')
    expect(sandbox.ledger()).toHaveLength(1)
  })

  it('the wallet pays nothing for a simulated transaction', async () => {
    const sandbox = await aSandbox()
    const { post, confirm } = createCaller(sandbox)
    await post('/transaction/check', {
      product: 'qamra-rc',
      external_transaction_id: 'test',
      fields: { account: NUMBER, amount: 50 },
      simulation: true,
    })
    expect(gist(await confirm('test'))).toBe('state 1')
    expect(sandbox.balance()).toBe('4318.50')
  })
})

describe('a restart of the sandbox', () => {
  it('a restart keeps the ledger, the balance and the transactions', async () => {
    const { start } = aRestartedSandbox()
    const before = await start()
    const caller = createCaller(before)
    await caller.check('sold', NUMBER)
    await caller.confirm('sold')
    await caller.check('waiting', recipients.succeedsAfterTwoFinds)
    await caller.confirm('waiting')
    await caller.find('waiting')
    await caller.check('cut', recipients.answerLostBefore)
    await caller.confirm('cut')
    const { ledger, balance } = { ledger: before.ledger(), balance: before.balance() }

    const after = await start()
    expect(after.ledger()).toEqual(ledger)
    expect(after.balance()).toBe(balance)
    const again = createCaller(after)
    expect(gist(await again.confirm('sold'))).toBe('state 1')
    expect(gist(await again.check('sold', NUMBER))).toBe('error 105')
    expect([gist(await again.find('waiting')), gist(await again.find('waiting'))]).toEqual(['state 0', 'state 1'])
    expect(gist(await again.confirm('cut'))).toBe('state 1')
    expect(after.ledger()).toHaveLength(3)
  })

  it('the sandbox has the same address after a restart', async () => {
    const { start } = aRestartedSandbox()
    const { baseUrl } = await start()
    expect((await start()).baseUrl).toBe(baseUrl)
  })

  it('the sandbox takes another port when the stored one is in use or invalid', async () => {
    const { folder, start } = aRestartedSandbox()
    const { baseUrl } = await start()
    const beside = aRestartedSandbox()
    copyFileSync(join(folder, 'port'), join(beside.folder, 'port'))
    expect((await beside.start()).baseUrl).not.toBe(baseUrl)
    appendFileSync(join(folder, 'port'), 'x')
    expect((await start()).baseUrl).toMatch(/:\d+$/)
  })

  it('a restart keeps the highest key, even one too large for a double', async () => {
    const ask = async (sandbox: Sandbox, key: string) => {
      const { sign, postText } = createCaller(sandbox)
      const text = JSON.stringify({ external_transaction_id: 'none', auth: sign(key) })
      return gist(await postText('/transaction/find', text))
    }
    const { start } = aRestartedSandbox()
    expect(await ask(await start(), '17636256001234567890')).toBe('error 22')
    const after = await start()
    expect(await ask(after, '17636256001234567890')).toBe('error 1')
    expect(await ask(after, '17636256001234567889')).toBe('error 1')
    expect(await ask(after, '17636256001234567891')).toBe('error 22')
  })

  it('a half-written line of the ledger file is dropped, and later lines are kept', async () => {
    const { folder, start } = aRestartedSandbox()
    const before = createCaller(await start())
    await before.check('one', NUMBER)
    await before.confirm('one')
    await start()
    appendFileSync(join(folder, 'ledger.jsonl'), '{"key":"1763625699999","debit":{"transactionId":"aaa')

    const torn = await start()
    expect(torn.balance()).toBe('4270.50')
    const caller = createCaller(torn)
    await caller.check('two', NUMBER)
    await caller.confirm('two')
    expect((await start()).ledger().map(({ externalTransactionId }) => externalTransactionId)).toEqual(['one', 'two'])
  })

  it('the ledger file records every authentic request, even one with a stale key, and no hash', async () => {
    const { folder, start } = aRestartedSandbox()
    const { check, find, postText, sign } = createCaller(await start({ clock: () => 1_763_700_000_000 }))
    await check('kept', NUMBER)
    await find('kept')
    const stale = { external_transaction_id: 'kept', auth: sign('1') }
    await postText('/transaction/find', JSON.stringify(stale))
    await postText('/balance', JSON.stringify({ auth: { ...sign('9'), hash: 'f'.repeat(32) } }))

    const at = 1_763_700_000_000
    expect(linesOf(folder).slice(1)).toMatchObject([
      { key: expect.stringMatching(/^\d+$/), request: { path: '/transaction/check', at, externalId: 'kept' } },
      { key: expect.stringMatching(/^\d+$/), request: { path: '/transaction/find', at, externalId: 'kept' } },
      { request: { path: '/transaction/find', at, externalId: 'kept', staleKey: '1' } },
    ])
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).not.toMatch(/[0-9a-f]{32}/)
  })

  const linesOf = (folder: string) =>
    readFileSync(join(folder, 'ledger.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
})

describe('priceOf', () => {
  it.each([
    { serviceId: 'qamra-rc', amount: '50', price: '48.00' },
    { serviceId: 'DX-air', amount: '5.3', price: '5.09' }, // 4 % are 21.2 fils: the agent gets 21
    { serviceId: 'DX-air', amount: '0.1', price: '0.10' },
    { serviceId: 'qamra_data_5GB', amount: '45', price: '43.50' },
  ])('priceOf charges $price for $amount of $serviceId', ({ serviceId, amount, price }) => {
    const service = findService(serviceId)
    expect(service && filsText(priceOf(fils(amount), service))).toBe(price)
  })
})

describe('findFils', () => {
  it.each([
    { value: 50, read: 5000n },
    { value: 5.3, read: 530n },
    { value: '4318.50', read: 431850n },
    { value: 0.001, read: undefined },
    { value: -5, read: undefined },
    { value: 1e21, read: undefined },
    { value: NaN, read: undefined },
  ])('findFils reads $value as $read', ({ value, read }) => expect(findFils(value)).toBe(read))
})
