// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'

import { MAX_LINES } from '#api/sales.ts'
import { arrive } from '#browser/lib/presence.ts'
import { findBasketProblem, settleBasket, useBasket, type BasketLine } from '#browser/sale/basket.ts'
import { beginRequest, setRequestStep } from '#browser/sale/sale-request.ts'

const topUp: BasketLine = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567', name: 'Qamra' }
const code: BasketLine = { kind: 'voucher', serviceId: 'fixed', amount: '20', name: 'Pixelmoor 20' }
const basket = () => useBasket.getState()

beforeEach(() => {
  sessionStorage.clear()
  arrive('nobody')
  arrive('amal')
  basket().clear()
})

it('the basket is stored in the tab, and deleted when another person signs in', () => {
  basket().add([topUp, code])
  expect(sessionStorage.getItem('toptill-basket')).toContain('971501234567')
  arrive('amal')
  expect(basket().lines).toEqual([topUp, code])
  arrive('joseph')
  expect(basket().lines).toEqual([])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('971501234567')
})

it('the basket is kept until its batch is sent or stopped, or its only line has a sale', () => {
  const request = (more: object) => {
    basket().fill([topUp, code])
    const id = beginRequest({ content: topUp, ...more })
    basket().noteRequest(id)
    return id
  }
  const left = (stopped?: string) => {
    settleBasket(stopped)
    return basket().lines.length
  }
  const batch = { count: 2, lines: [topUp, code], isBasket: true }
  const sent = request(batch)
  expect(left()).toBe(2)
  setRequestStep(sent, 'answered')
  expect(left()).toBe(2)
  setRequestStep(sent, 'sent')
  expect(left()).toBe(0)

  const stopped = request(batch)
  setRequestStep(stopped, 'answered')
  expect(left(sent)).toBe(2)
  expect(left(stopped)).toBe(0)

  const alone = request({})
  expect(left()).toBe(2)
  setRequestStep(alone, 'answered')
  expect(left()).toBe(0)
})

it('a basket that changed since its review is a new basket', () => {
  basket().add([topUp])
  const id = beginRequest({ content: topUp })
  basket().noteRequest(id)
  setRequestStep(id, 'answered')
  basket().add([code])
  settleBasket()
  expect(basket().lines).toEqual([topUp, code])
})

it('a basket holds ten lines, several equal codes, and no top-up twice', () => {
  const nine = Array.from({ length: MAX_LINES - 1 }, () => code)
  expect(findBasketProblem(nine, code, 1)).toBeUndefined()
  expect(findBasketProblem(nine, code, 2)).toEqual({ fits: 1 })
  expect(findBasketProblem([topUp], topUp, 1)).toBe('repeated')
  expect(findBasketProblem([topUp], { ...topUp, amount: '25' }, 1)).toBeUndefined()
})

it('a stored basket that cannot be read is empty', async () => {
  for (const lines of [
    [{ ...code, name: 5 }],
    Array.from({ length: MAX_LINES + 1 }, () => code),
    [{ kind: 'other' }],
    'x',
  ]) {
    sessionStorage.setItem('toptill-basket', JSON.stringify({ lines }))
    await useBasket.persist.rehydrate()
    expect(basket().lines).toEqual([])
  }
})
