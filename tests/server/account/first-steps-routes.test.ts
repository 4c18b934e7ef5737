import { expect, it } from 'vitest'

import type { FirstSteps } from '#api/first-steps.ts'
import { firstStepsRoutes } from '#server/account/first-steps-routes.ts'
import { ADMINISTRATOR } from '#server/audit/audit-log.ts'
import { aStaffStore } from '../staff/staff-store.ts'

type Facts = { states?: { state: string; count: number }[] }

async function aShop() {
  const shop = await aStaffStore()
  const read = ({ states = [] }: Facts = {}) => {
    const [route] = firstStepsRoutes({
      staff: shop,
      config: { host: '127.0.0.1', port: 8080 },
      countByState: async () => states,
    })
    return route!.handle!({} as never) as Promise<FirstSteps>
  }
  return { shop, read }
}

it("a new shop's first steps count one person, one till, and nothing else", async () => {
  const { shop, read } = await aShop()
  await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  await shop.terminals.enrolItself('Counter')
  expect(await read()).toEqual({
    people: 1,
    hasLimits: false,
    hasWarning: false,
    hasSold: false,
    tills: ['Counter'],
    addresses: [],
  })
})

it('blocked people, disconnected tills and order tablets do not count as first steps', async () => {
  const { shop, read } = await aShop()
  const { id } = await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  await shop.people.disable(id)
  const { terminal } = await shop.terminals.enrolItself('Counter')
  await shop.terminals.enrolItself('Tablet')
  await shop.terminals.revoke(terminal.id)
  const { terminal: orders } = await shop.terminals.enrolItself('Orders')
  await shop.terminals.setSelfOrder(orders.id, true, ADMINISTRATOR)
  expect(await read()).toMatchObject({ people: 1, tills: ['Tablet'] })
})

it('limits count as a first step, whether they are the shop’s or those of one person', async () => {
  const { shop, read } = await aShop()
  const { id } = await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  await shop.people.setLimits(id, { currency: 'AED', perSale: '50' })
  expect(await read()).toMatchObject({ hasLimits: true })
  await shop.people.setLimits(id, null)
  expect(await read()).toMatchObject({ hasLimits: false })
  await shop.settings.set({ idleMinutes: 5, limits: { currency: 'AED', perDay: '500' } }, ADMINISTRATOR)
  expect(await read()).toMatchObject({ hasLimits: true })
})

it('a code for another device is an open first step until it is used, or no longer valid', async () => {
  const { shop, read } = await aShop()
  const { code, expiresAt } = await shop.terminals.issueEnrollmentCode('Tablet')
  expect(await read()).toMatchObject({ codeValidUntil: expiresAt })
  await shop.terminals.enroll(code)
  expect(await read()).not.toHaveProperty('codeValidUntil')
  await shop.terminals.issueEnrollmentCode('Phone')
  shop.clock.pass(15 * 60_000)
  expect(await read()).not.toHaveProperty('codeValidUntil')
})

it('a sale counts as a first step when it succeeded, and the wallet when it has a warning', async () => {
  const { shop, read } = await aShop()
  expect(await read({ states: [{ state: 'failed', count: 3 }] })).toMatchObject({ hasSold: false })
  expect(await read({ states: [{ state: 'succeeded', count: 1 }] })).toMatchObject({ hasSold: true, hasWarning: false })
  const { wallet } = shop.settings.current()
  for (const warning of [{ line: { amount: '500', currency: 'AED' } }, { lowBalanceDays: 3 }]) {
    await shop.settings.set({ idleMinutes: 5, limits: null, wallet: { ...wallet, ...warning } }, ADMINISTRATOR)
    expect(await read()).toMatchObject({ hasWarning: true })
  }
})
