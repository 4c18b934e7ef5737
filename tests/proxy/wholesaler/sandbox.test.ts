import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Service } from '#domain/service.ts'
import { systemClock, type Clock } from '#proxy/clock.ts'
import { systemTimers } from '#proxy/ports.ts'
import { createCatalogueCache } from '#proxy/wholesaler/catalogue-cache.ts'
import { createWholesaler } from '#proxy/wholesaler/create-wholesaler.ts'
import { Token } from '#proxy/wholesaler/token.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { createKeyStore } from '../../support/open-wholesaler.ts'

/**
 * The proxy and the sandbox read the spec independently and share no code, so each has to accept what the other
 * sends.
 */
async function openPractice({ tokenText, clock = systemClock() }: { tokenText?: string; clock?: Clock } = {}) {
  const sandbox = await startSandbox({ basePath: '/wholesale/v2' })
  const wholesaler = createWholesaler({
    baseUrl: new URL(sandbox.baseUrl),
    posId: sandbox.posId,
    token: new Token(tokenText ?? sandbox.token),
    keys: createKeyStore(),
    clock,
    timers: systemTimers,
    log: () => {},
  })
  onTestFinished(async () => {
    await wholesaler.close(0)
    await sandbox.close()
  })
  return { sandbox, wholesaler, clock }
}

const saleIdOf = (index: number) => `01JGFJJZ00ABCDEFGHJKMNP${String(index).padStart(3, '0')}` as SaleId
const amount = decimal('25')
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

async function findDirectService({ wholesaler }: Awaited<ReturnType<typeof openPractice>>): Promise<Service> {
  const read = await wholesaler.services()
  const service = read.ok && read.value.services.find(({ kind, isActive }) => kind === 'direct' && isActive)
  if (!service) throw new Error('the sandbox sells no direct recharge')
  return service
}

describe('the wholesaler in practice', () => {
  it('the catalogue of the sandbox is read without skipping anything', async () => {
    const { wholesaler, clock } = await openPractice()
    const problems: unknown[] = []
    const catalogue = await createCatalogueCache({
      wholesaler,
      clock,
      timers: systemTimers,
      log: (line) => problems.push(line),
    }).current()
    expect(problems).toEqual([])
    expect(catalogue?.currency).toBe('AED')
    expect(catalogue?.services.length).toBeGreaterThan(10)
    const sold = catalogue?.tiles.flatMap(({ action }) => (action.kind === 'sell' ? [action.serviceId] : []))
    const known = new Set(catalogue?.services.map(({ id }) => id))
    expect(sold?.length).toBeGreaterThan(0)
    expect(sold?.filter((id) => !known.has(id))).toEqual([])
  })

  it('a sale in the sandbox is checked, confirmed, found and debited once', async () => {
    const practice = await openPractice()
    const { wholesaler, sandbox } = practice
    const service = await findDirectService(practice)
    const before = await wholesaler.balance()
    const id = saleIdOf(1)
    const { answer: checked } = await wholesaler.check({
      id,
      serviceId: service.id,
      account: recipients.success,
      amount,
    })
    expect(checked).toMatchObject({
      kind: 'transaction',
      transaction: {
        saleId: id,
        state: -1,
        account: recipients.success,
        amountCurrency: 'AED',
        cost: { currency: 'AED' },
      },
    })
    const { answer: sold } = await wholesaler.confirm({ id, amount })
    expect(sold).toMatchObject({
      kind: 'transaction',
      transaction: { saleId: id, state: 1, serviceName: service.name },
    })
    expect(sold).toHaveProperty('receipt.header')
    const { answer: found } = await wholesaler.find({ saleId: id })
    if (found.kind !== 'transaction') throw new Error('not found')
    const transaction = { id: found.transaction.id, saleId: id, state: 1, cost: found.transaction.cost }
    expect(sold).toMatchObject({ transaction })
    expect((await wholesaler.find({ transactionId: found.transaction.id })).answer).toMatchObject({ transaction })
    expect(sandbox.ledger()).toHaveLength(1)
    expect(await wholesaler.balance()).not.toEqual(before)
  })

  it.each([
    { account: recipients.noFunds, confirmed: { kind: 'refusal', refusal: { code: 1001 } }, state: -1 },
    {
      account: recipients.fails,
      confirmed: { kind: 'transaction', transaction: { state: 2, error: 'Subscriber number is not active.' } },
      state: 2,
    },
    {
      account: recipients.succeedsAfterTwoFinds,
      confirmed: { kind: 'transaction', transaction: { state: 0 } },
      state: 0,
    },
    { account: recipients.heldByTurnover, confirmed: { kind: 'transaction', transaction: { state: 6 } }, state: 6 },
    { account: recipients.unknownState, confirmed: { kind: 'transaction', transaction: { state: 9 } }, state: 9 },
    { account: recipients.answerLostBefore, confirmed: { kind: 'lost', reason: 'reset' }, state: -1 },
    { account: recipients.answerLostAfter, confirmed: { kind: 'lost', reason: 'reset' }, state: 1 },
    { account: recipients.html, confirmed: { kind: 'lost', reason: 'http-status', detail: '502' }, state: 1 },
  ])(
    'a confirm for $account is sent once, and find then returns state $state',
    async ({ account, confirmed, state }) => {
      const practice = await openPractice()
      const { wholesaler, sandbox } = practice
      const { id: serviceId } = await findDirectService(practice)
      const id = saleIdOf(1)
      await wholesaler.check({ id, serviceId, account, amount })
      expect((await wholesaler.confirm({ id, amount })).answer).toMatchObject(confirmed)
      expect((await wholesaler.find({ saleId: id })).answer).toMatchObject({
        kind: 'transaction',
        transaction: { state },
      })
      expect(sandbox.requests().filter(({ path }) => path.endsWith('/transaction/confirm'))).toHaveLength(1)
    },
  )

  it('none of 40 parallel confirms is refused for its key', async () => {
    const practice = await openPractice()
    const { wholesaler, sandbox } = practice
    const { id: serviceId } = await findDirectService(practice)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const id = saleIdOf(index)
        await wholesaler.check({ id, serviceId, account: `97150111${String(1000 + index)}`, amount })
        return (await wholesaler.confirm({ id, amount })).answer
      }),
    )
    expect(answers.filter((one) => one.kind !== 'transaction' || one.transaction.state !== 1)).toEqual([])
    expect(sandbox.ledger()).toHaveLength(40)
  })

  it('sales continue when the clock of the machine jumps an hour back or a year ahead', async () => {
    const system = systemClock()
    let jump = 0
    const practice = await openPractice({ clock: { now: system.now, wall: () => system.wall() + jump } })
    const { wholesaler, sandbox } = practice
    const { id: serviceId } = await findDirectService(practice)
    const states: unknown[] = []
    for (const [index, ms] of [0, -HOUR_MS, YEAR_MS, -YEAR_MS, 0].entries()) {
      jump = ms
      const id = saleIdOf(index)
      await wholesaler.check({ id, serviceId, account: recipients.success, amount })
      const { answer: sold } = await wholesaler.confirm({ id, amount })
      const { isClockAhead, service } = wholesaler.health()
      states.push([sold.kind === 'transaction' && sold.transaction.state, service, isClockAhead])
    }
    expect(states).toEqual([
      [1, 'ok', false],
      [1, 'ok', false],
      [1, 'ok', true],
      [1, 'ok', false],
      [1, 'ok', false],
    ])
    expect(sandbox.ledger()).toHaveLength(5)
    const keys = sandbox.requests().map(({ auth }) => BigInt(auth.key))
    expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(keys.at(-1)).toBeLessThan(BigInt(system.wall() + HOUR_MS))
  })

  it('a wrong token stops selling after three refusals', async () => {
    const { wholesaler } = await openPractice({ tokenText: 'wrong' })
    for (let asking = 0; asking < 3; asking += 1) await wholesaler.balance()
    expect(wholesaler.health()).toMatchObject({ service: 'stopped', reason: 'signature' })
  })

  it('a wrong token is refused, and the fence is not passed', async () => {
    const { wholesaler, sandbox } = await openPractice({ tokenText: 'wrong' })
    expect(await wholesaler.balance()).toEqual({
      ok: false,
      reason: 'unreachable',
      problem: '/balance was refused with code 1',
    })
    expect(wholesaler.isFenced()).toBe(false)
    expect(sandbox.ledger()).toEqual([])
  })
})
