import { expect, it } from 'vitest'

import { aReceiver } from '../../support/alert-receivers.ts'
import { DAY } from '../../support/sales.ts'
import { A_SECRET, aed, anAlertShop, BY, HOUR, MINUTE, START } from './an-alert-shop.ts'

/** @security V6.3.7, V7.5.3: Turning alerts off takes a PIN, and everyone who got them is notified. */

async function anAlertingShop() {
  const [receiver, shop] = [await aReceiver(), await anAlertShop()]
  await sendTo(receiver, shop)
  const kinds = () => receivedAt(receiver).map(({ kind }) => kind)
  return { shop, receiver, world: shop.world, received: () => receivedAt(receiver), kinds }
}

type Receiver = Awaited<ReturnType<typeof aReceiver>>

async function sendTo({ url }: Receiver, { alerts }: Awaited<ReturnType<typeof anAlertShop>>) {
  const { choice } = await alerts.answer()
  await alerts.settings.setChoice({ ...choice, channels: { ...choice.channels, 'day-summary': ['webhook'] } }, BY)
  await alerts.settings.setWebhook({ isOn: true, url, secret: A_SECRET }, BY)
}

const receivedAt = ({ requests }: Receiver) =>
  requests.map(({ body }) => JSON.parse(body.toString()) as { kind: string; facts: { number?: number }[] })

const WALLET_LOW = { line: aed('1500.00'), balance: aed('1.00') }
const aSale = (id: string, number: number, confirmedAt: number) => {
  return { id, number, product: 'Du', pays: aed('50.00'), confirmedAt }
}
const aShift = (id: string, closedAt: number) => {
  return { id, zNumber: 42, terminal: 'Till 1', direction: 'short' as const, difference: aed('5.00'), closedAt }
}

it('a balance below its low-balance amount raises one alert until it was above again, and a balance in another currency changes nothing', async () => {
  const { shop, world, kinds } = await anAlertingShop()
  Object.assign(world, { line: aed('1500.00'), balance: { ...aed('10.00'), currency: 'USD' } })
  await shop.look()
  world.balance = aed('1500.00')
  await shop.look()
  expect(kinds()).toEqual([])
  world.balance = aed('1499.99')
  await shop.pass(HOUR)
  world.balance = { ...aed('2000.00'), currency: 'USD' }
  await shop.pass(20 * MINUTE)
  world.balance = aed('9.00')
  await shop.pass(20 * MINUTE)
  expect(kinds()).toEqual(['wallet-below'])
  world.balance = aed('2000.00')
  await shop.pass(MINUTE)
  world.balance = aed('100.00')
  await shop.pass(HOUR)
  expect(kinds()).toEqual(['wallet-below', 'wallet-below'])
})

it('an outage over a restart raises one alert, and the next outage another', async () => {
  const { shop, world, kinds } = await anAlertingShop()
  world.service = { service: 'unreachable', since: START }
  await shop.pass(11 * MINUTE)
  await shop.restart()
  world.service = { service: 'unproven', since: shop.now() }
  await shop.pass(MINUTE)
  world.service = { service: 'unreachable', since: shop.now() }
  await shop.pass(30 * MINUTE)
  expect(kinds()).toEqual(['service-away'])
  world.service = { service: 'ok', since: shop.now() }
  await shop.pass(MINUTE)
  world.service = { service: 'unreachable', since: shop.now() }
  await shop.pass(30 * MINUTE)
  expect(kinds()).toEqual(['service-away', 'service-away'])
})

it('each announced deposit that has not arrived raises one alert, with its slip', async () => {
  const { shop, world, received } = await anAlertingShop()
  const late = { id: 'D1', amount: aed('5000.00'), slip: '77-1204', paidAt: shop.now() - 3 * DAY + MINUTE }
  world.deposits = [late]
  await shop.look()
  expect(received()).toEqual([])
  await shop.pass(MINUTE)
  world.deposits = [late, { ...late, id: 'D2', slip: '9981' }]
  await shop.pass(20 * MINUTE)
  const fact = { kind: 'deposit-late', amount: { amount: '5000.00', currency: 'AED' }, paidAt: late.paidAt }
  expect(received()).toMatchObject([
    { kind: 'deposit-late', facts: [{ ...fact, slip: '77-1204' }] },
    { kind: 'deposit-late', facts: [{ ...fact, slip: '9981' }] },
  ])
  world.deposits = []
  await shop.pass(HOUR)
  expect(received()).toHaveLength(2)
})

it('each sale with an unknown result raises one alert, with its number and not its customer', async () => {
  const { shop, world, received } = await anAlertingShop()
  world.unknown = [aSale('S1', 481, shop.now())]
  await shop.pass(14 * MINUTE)
  expect(received()).toEqual([])
  await shop.pass(2 * HOUR)
  expect(received()).toMatchObject([{ kind: 'sale-unknown', facts: [{ number: 481, product: 'Du' }] }])
  await shop.restart()
  await shop.pass(30 * MINUTE)
  expect(received()).toHaveLength(1)
})

it('an alert of one kind is sent at most every 15 minutes, and the next one has all that happened meanwhile, also after a restart', async () => {
  const { shop, world, received } = await anAlertingShop()
  world.unknown = [aSale('S1', 1, START - HOUR)]
  await shop.look()
  world.unknown.push(aSale('S2', 2, START - HOUR))
  await shop.pass(5 * MINUTE)
  world.unknown.push(aSale('S3', 3, START - HOUR))
  world.service = { service: 'stopped', stopReason: 'signature', since: START }
  await shop.pass(9 * MINUTE)
  expect(received().map(({ kind, facts }) => [kind, facts.map(({ number }) => number)])).toEqual([
    ['sale-unknown', [1]],
    ['selling-stopped', [undefined]],
  ])
  // Alerts that wait are in the database, and their sales may be settled by the time they are sent.
  world.unknown = []
  await shop.restart()
  await shop.pass(5 * MINUTE)
  expect(received().at(-1)?.facts).toMatchObject([{ number: 2 }, { number: 3 }])
  await shop.pass(HOUR)
  expect(received()).toHaveLength(3)
})

it('the summary of a day is sent once, at its time, with its figures', async () => {
  const { shop, world, received, kinds } = await anAlertingShop()
  await shop.pass(8 * HOUR + 29 * MINUTE, 29 * MINUTE)
  expect(kinds()).toEqual([])
  await shop.pass(5 * MINUTE)
  expect(received()).toMatchObject([{ kind: 'day-summary', facts: [{ day: '2026-11-20', sold: 47 }] }])
  await shop.restart()
  await shop.pass(23 * HOUR, HOUR)
  expect(kinds()).toEqual(['day-summary'])
  await shop.pass(2 * HOUR, HOUR)
  expect(received().at(-1)).toMatchObject({ facts: [{ day: '2026-11-21' }] })
  // Figures are read only when the summary is sent.
  expect(world.summaries).toEqual(['2026-11-20', '2026-11-21'])
})

it('without a channel no alert is raised, and a channel that is turned on sends lasting conditions and no past events', async () => {
  const receiver = await aReceiver()
  const shop = await anAlertShop()
  Object.assign(shop.world, WALLET_LOW)
  shop.world.unknown = [aSale('S1', 1, START - 5 * HOUR)]
  shop.world.shifts = [aShift('Z1', START - HOUR)]
  await shop.pass(HOUR)
  await sendTo(receiver, shop)
  await shop.pass(HOUR)
  expect(
    receivedAt(receiver)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['sale-unknown', 'wallet-below'])
})

it('a source that fails does not keep other kinds of alerts from being raised', async () => {
  const { shop, world, kinds } = await anAlertingShop()
  Object.assign(world, WALLET_LOW)
  Object.defineProperty(world, 'shifts', { get: () => void expect.fail('damaged') })
  world.unknown = [aSale('S1', 481, START - HOUR)]
  await shop.look()
  expect(kinds().toSorted()).toEqual(['sale-unknown', 'wallet-below'])
})

it.each(['signed-in', undefined] as const)(
  'a change of the alerts is logged for the person who made it, also beside a log entry of %s',
  async (kind) => {
    const { shop, receiver, received } = await anAlertingShop()
    await shop.look()
    const { audit } = shop.staff
    const change = { isOn: true, url: `${receiver.url}?bob`, secret: A_SECRET }
    const other = audit.commit(async (_, note) => kind && note({ kind, by: { id: 'ann', name: 'Ann' } }))
    await Promise.all([other, shop.alerts.settings.setWebhook(change, { by: { id: 'bob', name: 'Bob' } })])
    await expect.poll(received).toMatchObject([{ kind: 'alerts-changed', facts: [{ by: 'Bob' }] }])
  },
)

it('an alert whose box is not ticked is not sent', async () => {
  const { shop, world, kinds } = await anAlertingShop()
  const { choice } = await shop.alerts.answer()
  await shop.alerts.settings.setChoice({ ...choice, channels: { ...choice.channels, 'wallet-below': [] } }, BY)
  Object.assign(world, { line: aed('1500.00'), balance: aed('1.00'), lowBalanceDays: 5, runwayDays: 1 })
  await shop.pass(HOUR)
  await expect.poll(() => kinds().toSorted()).toEqual(['alerts-changed', 'wallet-days'])
})

it('a channel that was turned off while an alert waits for it is not used', async () => {
  const { shop, world, receiver, kinds } = await anAlertingShop()
  receiver.mode = 'refuses'
  Object.assign(world, WALLET_LOW)
  await shop.look()
  await shop.alerts.settings.setWebhook({ isOn: false, url: receiver.url }, BY)
  await shop.pass(HOUR)
  await expect.poll(kinds).toEqual(['wallet-below', 'alerts-changed'])
  expect((await shop.alerts.answer()).failed).toMatchObject([{ problem: 'not-set-up' }])
})

it('an alert that was being delivered at a restart is sent again with the same id, and no other is', async () => {
  const { shop, world, receiver, received } = await anAlertingShop()
  receiver.mode = 'hangs'
  Object.assign(world, WALLET_LOW)
  void shop.look()
  await expect.poll(() => receiver.requests.length).toBe(1)
  await shop.restart()
  receiver.mode = 'accepts'
  await shop.pass(3 * HOUR, 20 * MINUTE)
  expect(received()).toHaveLength(2)
  expect(new Set(receiver.requests.map(({ headers }) => headers['toptill-alert-id'])).size).toBe(1)
  expect((await shop.alerts.answer()).webhook.last).toMatchObject({ state: 'sent' })
})

it('the test of an alert is marked, and a failed test is not repeated, not listed, and delays no alert', async () => {
  const { shop, world, receiver, received, kinds } = await anAlertingShop()
  receiver.mode = 'refuses'
  await shop.alerts.test({ kind: 'wallet-below' }, BY)
  await shop.pass(HOUR)
  expect(receiver.requests).toHaveLength(1)
  expect((await shop.alerts.answer()).failed).toEqual([])
  receiver.mode = 'accepts'
  await shop.alerts.test({ kind: 'wallet-below' }, BY)
  Object.assign(world, WALLET_LOW)
  await shop.look()
  expect(kinds()).toHaveLength(3)
  const title = expect.stringMatching(/^Test: /) as string
  expect(received()[1]).toMatchObject({ test: true, kind: 'wallet-below', facts: [], title })
})

it('an eleventh test of an alert in a minute is rejected', async () => {
  const { shop, receiver } = await anAlertingShop()
  for (let time = 0; time < 10; time += 1) await shop.alerts.test({ channel: 'webhook' }, BY)
  await expect(shop.alerts.test({ channel: 'webhook' }, BY)).rejects.toThrow(/many tests/)
  await shop.pass(2 * MINUTE)
  await shop.alerts.test({ channel: 'webhook' }, BY)
  expect(receiver.requests).toHaveLength(11)
})
