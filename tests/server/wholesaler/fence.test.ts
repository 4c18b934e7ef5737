import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import { aBalance, createStillClock, openWholesaler } from '../../support/open-wholesaler.ts'
import { createLatch } from '../../support/latch.ts'
import { after, answer, answerText, hangUp, silence, type Responder } from '../../support/scripted-service.ts'

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId
const check = { id: saleId, serviceId: 'qamra', account: '971501234567', amount: decimal('25') }
const checked = answer({ transaction: { id: '69d', state: -1 } })
const soon = { probeFirstMs: 5, probeMaxMs: 10 }

describe('the fence before the first money calls', () => {
  it('check and confirm wait for the fence, and find does not', async () => {
    const { opened, open } = createLatch()
    const { wholesaler, service } = await openWholesaler({
      script: {
        '/balance': after(opened, answer(aBalance)),
        '/transaction/check': checked,
        '/transaction/confirm': checked,
        '/transaction/find': checked,
      },
    })
    const held = [wholesaler.check(check), wholesaler.confirm({ id: saleId, amount: decimal('25') })]
    expect((await wholesaler.find({ saleId })).answer.kind).toBe('transaction')
    expect(wholesaler.isFenced()).toBe(false)
    expect(service.received.map(({ path }) => path)).toEqual(['/balance', '/transaction/find'])
    open()
    await wholesaler.fenced
    expect(wholesaler.isFenced()).toBe(true)
    for (const { answer: given } of await Promise.all(held)) expect(given.kind).toBe('transaction')
  })

  it('a confirm that is no longer due when the fence opens is not sent', async () => {
    const { opened, open } = createLatch()
    const { wholesaler, service } = await openWholesaler({
      script: { '/balance': after(opened, answer(aBalance)), '/transaction/confirm': checked },
    })
    let isDue = true
    const confirm = () => wholesaler.confirm({ id: saleId, amount: decimal('25') }, () => isDue)
    const held = [confirm(), wholesaler.confirmInternational('69d' as TransactionId, () => isDue)]
    isDue = false
    open()
    for (const { answer: given } of await Promise.all(held))
      expect(given).toEqual({ kind: 'not-sent', reason: 'no-longer-due' })
    expect(service.on('/transaction/confirm')).toEqual([])
    isDue = true
    expect((await confirm()).answer.kind).toBe('transaction')
  })

  it('a check whose time is over before the fence is not sent', async () => {
    const { wholesaler, service } = await openWholesaler({ limits: { checkMs: 30 }, script: { '/balance': silence } })
    expect((await wholesaler.check(check)).answer).toEqual({ kind: 'not-sent', reason: 'busy' })
    expect(service.on('/transaction/check')).toEqual([])
  })

  it('a check that waits for the fence when the server stops is not sent', async () => {
    const { wholesaler } = await openWholesaler({ script: { '/balance': silence } })
    const held = wholesaler.check(check)
    await wholesaler.close(0)
    expect((await held).answer).toEqual({ kind: 'not-sent', reason: 'stopping' })
  })

  it.each<{ name: string; say: Responder }>([
    { name: 'there is no answer', say: hangUp },
    { name: 'a gateway answers', say: answerText('<html/>', 502) },
    { name: 'a page answers', say: answerText('<html>Login</html>') },
    { name: 'the key or the token is rejected', say: answer({ error: { code: 1 } }) },
    { name: 'an error code cannot be read', say: answer({ error: { code: '1.' } }) },
  ])('the fence is tried again when $name', async ({ say }) => {
    const { wholesaler, service } = await openWholesaler({
      limits: soon,
      script: { '/balance': [say, say, answer(aBalance)] },
    })
    await wholesaler.fenced
    expect(service.on('/balance')).toHaveLength(3)
  })

  it.each<{ name: string; say: Responder }>([
    { name: 'a wallet below zero', say: answer({ currency: 'AED', wallets: { main: -5 } }) },
    { name: 'another rejection than that of the key', say: answer({ error: { code: 5 } }) },
  ])('the fence is complete after $name, because the key was accepted', async ({ say }) => {
    const { wholesaler, service } = await openWholesaler({ limits: soon, script: { '/balance': say } })
    await wholesaler.fenced
    expect(service.on('/balance')).toHaveLength(1)
  })
})

it('the wholesaler is unreachable after three calls in a row without an answer, and ok after the next answer', async () => {
  const clock = createStillClock()
  const { opened, open } = createLatch()
  const { wholesaler } = await openWholesaler({
    clock,
    limits: soon,
    script: { '/balance': [answer(aBalance), after(opened, answer(aBalance))], '/services': hangUp },
  })
  await wholesaler.fenced
  const since = clock.time
  clock.time += 1_000
  await wholesaler.services()
  await wholesaler.services()
  expect(wholesaler.health()).toMatchObject({ service: 'ok', since })
  await wholesaler.services()
  expect(wholesaler.health()).toMatchObject({ service: 'unreachable', since: since + 1_000 })
  clock.time += 1_000
  open()
  // Only the server's probe is sent, which finds that the provider responds again.
  await expect.poll(() => wholesaler.health()).toMatchObject({ service: 'ok', since: since + 2_000 })
})

describe('the reason why a read has no value', () => {
  const unreadable = (problem: string) => ({ reason: 'unreadable', problem })
  const unanswered = expect.stringContaining('/services was not answered: reset') as string

  it.each<[what: string, say: Responder, read: object]>([
    [
      'refused',
      answer({ error: { code: 5, message: 'internal' } }),
      { reason: 'refused', problem: '/services was refused with code 5' },
    ],
    ['cut off', hangUp, { reason: 'unreachable', problem: unanswered }],
    [
      'from a gateway',
      answerText('<html/>', 502),
      { reason: 'unreachable', problem: '/services was not answered: http-status (502)' },
    ],
    ['of a wrong shape', answer({ services: 5 }), unreadable('`services` of /services cannot be read: a number')],
    ['not an object', answer([]), unreadable('/services was not answered: wrong-shape (not an object)')],
  ])('a list of products that is %s has that reason', async (_, say, read) => {
    const { wholesaler } = await openWholesaler({ script: { '/services': say } })
    expect(await wholesaler.services()).toEqual({ ok: false, ...read })
  })
})

it('an answer has the time when its request was sent and the time when it arrived', async () => {
  const clock = createStillClock()
  const { wholesaler } = await openWholesaler({
    clock,
    script: {
      '/transaction/find': (response, request) => {
        clock.time += 700
        return checked(response, request)
      },
    },
  })
  await wholesaler.fenced
  const sentAt = clock.time
  expect(await wholesaler.find({ saleId })).toMatchObject({ sentAt, answeredAt: sentAt + 700 })
})
