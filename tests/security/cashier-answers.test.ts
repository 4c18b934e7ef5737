import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Drawer } from '#api/shifts.ts'
import type { Wallet } from '#api/wallet.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import { differenceOf } from '#domain/money/commission.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { choose, requestFor } from '../support/international.ts'
import { enrolSelfOrder, placeOrder } from '../support/self-order.ts'
import { batchOnce, openSale, saleOnce, type Browser, type SaleFields } from '../support/shop.ts'
import { ACCESS_LEVELS, ROUTES } from './support/access-matrix.ts'
import { aGuardedShop, MINUTE, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

/** @security V8.2.3, V15.3.1: Cost, commission, balance and deposit code are absent from a cashier's answers. */

/** Figures that occur nowhere else, so an answer that contains one has leaked it. */
const BALANCE = '73915.37'
const LINE = '73123.45'
const SMTP_PASSWORD = 'canary-smtp-password-7391'
const WEBHOOK_SECRET = 'whsec_canaryWebhookSecret7391000000000'
const MOVEMENT_SLIP = 'canary-slip-7391'
const EXPECTED_SLIP = 'canary-slip-5284'
const MOVEMENT_NOTE = 'Canary note of a movement'
const PUT_IN = '613.25'
const PUT_IN_REASON = 'Canary of another drawer'
/** AED 4,877.75 in the drawer of the other till. */
const FLOAT: Record<string, number> = { '1000': 4, '500': 1, '200': 1, '100': 1, '50': 1, '20': 1, '5': 1, '1': 2, '0.50': 1, '0.25': 1 } // prettier-ignore
const FLOAT_SUM = '4877.75'

type RecordedText = { route: string; asked: string; status: number; text: string }

let shop: GuardedShop
let amal: Known
let joseph: Known
let hamad: Known
const CARD = '04A1B2C3D4'
const canaries = new Map([
  [BALANCE, 'the first balance'],
  [LINE, 'the line of the wallet'],
  [SMTP_PASSWORD, 'the password of the mail server'],
  [WEBHOOK_SECRET, 'the secret of the webhook'],
  [FLOAT_SUM, 'the float of another drawer'],
  [PUT_IN, 'what was put into another drawer'],
  [PUT_IN_REASON, 'why it was put into another drawer'],
  ['cost-differs', 'that the cost has changed'],
])
let theirs: { sold: string; open: string }
let theirTill: { terminal: string; shift: string; closed: string }

const MATRIX = Object.keys(ROUTES).map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { route, method, parts: path.split('/') }
})

/** The route of the matrix that serves a request; a literal path comes before one with `:id`. */
function routeOf(method: string, path: string): string {
  const parts = (path.split('?')[0] ?? '').split('/')
  const fits = MATRIX.filter(
    (each) =>
      each.method === method &&
      each.parts.length === parts.length &&
      each.parts.every((part, at) => part === ':id' || part === parts[at]),
  )
  const [best] = fits.toSorted((one, other) => one.route.split(':id').length - other.route.split(':id').length)
  return best?.route ?? 'GET /*'
}

function recordAnswers(browser: Browser, recorded: RecordedText[]): Browser {
  const ask: Browser['ask'] = async (method, path, ...rest) => {
    // Requests are never so frequent that the server rejects them.
    shop.clock.pass(200)
    const answer = await browser.ask(method, path, ...rest)
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').map((pair) => pair.join(': '))
    const text = [...headers, JSON.stringify(answer.body)].join('\n')
    recorded.push({ route: routeOf(method, path), asked: `${method} ${path}`, status: answer.status, text })
    return answer as never
  }
  return { ...browser, ask }
}

const idOf = async (till: Browser) => (await till.ask<{ terminal: { id: string } }>('GET', '/api/session')).body.terminal.id // prettier-ignore

const counted = (pieces: Record<string, number>) => ({
  count: { pieces: denominationsOf('AED').map(({ value }) => ({ value, count: pieces[value] ?? 0 })) },
})

async function openShift(till: Browser, pieces: Record<string, number>): Promise<string> {
  const { status, body } = await till.ask<Drawer>('POST', '/api/shifts', counted(pieces))
  if (status >= 300 || !body.shift) throw new Error(`no shift was opened: ${JSON.stringify(body)}`)
  return body.shift.id
}

async function sell(till: Browser, fields: SaleFields): Promise<string> {
  const { id, status: opened, body } = await openSale(till, fields)
  if (opened >= 300) throw new Error(`sale ${id} was not opened: ${JSON.stringify(body)}`)
  const { status } = await till.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, paymentMethod: 'cash', cashTendered: body.pays?.amount }) // prettier-ignore
  if (status >= 300) throw new Error(`sale ${id} was not confirmed: ${status}`)
  return id
}

const complete = async (till: Browser, id: string) => saleOnce(till, id, ({ state }) => ['succeeded', 'failed'].includes(state)) // prettier-ignore

async function turnEverythingOn(boss: Browser): Promise<void> {
  const settings = {
    payments: { methods: ['cash', 'card', 'other'], default: 'cash' },
    drawer: { varianceReasonThreshold: '1' },
    fraudWarning: { amountAbove: '10000' },
    receipt: { heading: 'Sidra', taxNumber: '100', taxName: 'VAT', paperWidth: 80, copies: 2 },
    quickAmounts: ['5', '10'],
    favorites: [{ serviceId: 'qamra-rc', amount: '25' }],
    retentionMonths: 12,
    wallet: {
      line: { amount: LINE, currency: 'AED' },
      lowBalanceDays: 3,
      notifyCashiers: true,
      flagUnaffordable: true,
    },
    limits: { currency: 'AED', perDay: '9000' },
    testTransactions: true,
    timesByPerson: true,
  }
  const saved = await boss.ask('PUT', '/api/settings', settings)
  expect([saved.status, JSON.stringify(saved.body)]).toEqual([200, expect.any(String)])
  const email = { isOn: true, host: 'mail.example', port: 465, security: 'tls', user: 'till', from: 'till@shop.example', recipients: ['owner@shop.example'], password: SMTP_PASSWORD } // prettier-ignore
  expect((await boss.ask('PUT', '/api/alerts/email', email)).status).toBe(200)
  const webhook = { isOn: true, url: 'https://hooks.example/till', secret: WEBHOOK_SECRET }
  expect((await boss.ask('PUT', '/api/alerts/webhook', webhook)).status).toBe(200)
}

/**
 * Stores as a canary everything in a sale that is not for cashiers: the cost, the shop's margin, and the commission if
 * it is not a round figure.
 */
async function plantCosts(): Promise<void> {
  const boss = await shop.boss()
  const { body } = await boss.ask<{ sales: Sale[] }>('GET', '/api/sales')
  const sales = await Promise.all(body.sales.map(async ({ id }) => (await boss.ask<Sale>('GET', `/api/sales/${id}`)).body)) // prettier-ignore
  const known = sales.filter(({ cost }) => cost !== undefined)
  expect(known.length).toBeGreaterThan(3)
  for (const { number, pays, cost, commission } of known) {
    if (!cost || cost.amount === pays.amount) continue
    canaries.set(cost.amount, `the cost of sale ${number}`)
    const left = differenceOf(pays, cost)?.money.amount
    if (left) canaries.set(left, `what the shop keeps of sale ${number}`)
    if (commission?.value.includes('.')) canaries.set(commission.value, `the commission of sale ${number}`)
  }
}

/** Money comes into the wallet, and a supervisor explains it. More is expected. */
async function plantMovement(boss: Browser): Promise<void> {
  await boss.ask('GET', '/api/wallet')
  shop.sandbox.setBalance('98765.43')
  shop.clock.pass(11 * SECOND)
  const { body } = await boss.ask<Wallet>('GET', '/api/wallet')
  const [movement] = body.movements
  if (!movement) throw new Error('the wallet shows no movement')
  const explanation = { version: movement.version, kind: 'deposit', slip: MOVEMENT_SLIP, note: MOVEMENT_NOTE }
  expect((await boss.ask('POST', `/api/wallet/movements/${String(movement.id)}`, explanation)).status).toBe(200)
  const more = { id: ulid(), amount: '7421.36', currency: 'AED', slip: EXPECTED_SLIP, paidAt: shop.clock.now() }
  expect((await boss.ask('POST', '/api/wallet/deposits', more)).status).toBe(200)
  canaries.set(EXPECTED_SLIP, 'the slip of an expected deposit').set(more.amount, 'an expected deposit')
  canaries.set(MOVEMENT_SLIP, 'the slip of a movement').set(MOVEMENT_NOTE, 'the note of a movement')
}

async function plantBalances(): Promise<void> {
  const boss = await shop.boss()
  await plantMovement(boss)
  const { body } = await boss.ask<Wallet>('GET', '/api/wallet')
  canaries.set(body.topupCode ?? 'no code', 'the top-up code')
  for (const { balance } of body.readings) canaries.set(balance.amount, 'a balance')
  if (body.balance) canaries.set(body.balance.amount, 'the balance')
  canaries.set(shop.sandbox.balance(), 'the balance at the service')
  expect(body.topupCode?.length).toBeGreaterThan(5)
}

beforeAll(async () => {
  shop = await aGuardedShop()
  shop.sandbox.setBalance(BALANCE)
  amal = await shop.add('Amal', 'cashier', '2580')
  joseph = await shop.add('Joseph', 'cashier', '7193')
  hamad = await shop.add('Hamad', 'supervisor', '604918')
  await turnEverythingOn(await shop.boss())
  const badge = await (await shop.boss()).ask('POST', `/api/staff/${amal.id}/badge`, { code: CARD })
  expect(badge.status).toBe(200)

  // Another cashier at another till: one shift that is closed and one that is open.
  const till = await shop.signedIn(joseph, { name: 'Other till' })
  const closed = await openShift(till, FLOAT)
  await till.ask('POST', `/api/shifts/${closed}/movements`, { id: ulid(), kind: 'in', amount: PUT_IN, reason: PUT_IN_REASON }) // prettier-ignore
  const sold = await sell(till, { account: '971501200001', amount: '35' })
  await complete(till, sold)
  const drawer = counted({ ...FLOAT, '500': 2, '100': 2 })
  const compared = await till.ask<Drawer>('POST', `/api/shifts/${closed}/count`, drawer)
  const { comparison } = compared.body.shift ?? {}
  expect(comparison).toBeDefined()
  canaries.set(comparison!.expected.amount.amount, 'what was expected in another drawer')
  canaries.set(comparison!.counted.amount, 'what was counted in another drawer')
  canaries.set(comparison!.difference.amount.amount, 'the difference of another drawer')
  await till.ask('POST', `/api/shifts/${closed}/close`, { expected: comparison!.expected.amount.amount, counted: comparison!.counted.amount, reason: 'other', note: 'Canary note of another drawer' }) // prettier-ignore
  canaries.set('Canary note of another drawer', 'the note on another drawer')
  const shift = await openShift(till, FLOAT)
  const { id: open } = await openSale(till, { account: '971501200009', amount: '45' })
  theirs = { sold, open }
  theirTill = { terminal: await idOf(till), shift, closed }
})
afterAll(() => shop.close())

/** A day of a cashier at this till: the cashier uses every route that is open to them. */
async function useEverything(till: Browser, isKiosk: boolean): Promise<void> {
  const { ask } = till
  // Each till has another customer, because a duplicate would need a confirmation first.
  const customer = isKiosk ? 4 : 2
  for (const path of ['/sell', '/api/international/countries/PHL']) await ask('GET', path)
  await ask('POST', '/api/session/heartbeat')
  await ask('PUT', '/api/ticket', { kind: 'none' })
  await ask('PUT', '/api/session/language', { language: 'en' })
  await ask('POST', '/api/session/step-up', { pin: amal.pin })
  await ask('POST', '/api/setup', { code: 'no', name: 'X', pin: '8264', terminal: 'X' })

  const shift = isKiosk ? undefined : await openShift(till, { '100': 1 })
  await ask('GET', '/api/shifts/current')
  await ask('GET', `/api/shifts/current?terminal=${theirTill.terminal}`)
  await ask('GET', `/api/shifts?terminal=${theirTill.terminal}`)
  await ask('GET', `/api/shifts/${theirTill.closed}`)
  await ask('GET', `/api/shifts/${theirTill.shift}`)
  for (const other of [theirTill.shift, theirTill.closed]) {
    await ask('POST', `/api/shifts/${other}/movements`, { id: ulid(), kind: 'no-sale', reason: 'Looking' })
    await ask('POST', `/api/shifts/${other}/count`, counted({ '100': 1 }))
    await ask('POST', `/api/shifts/${other}/count-again`)
    await ask('POST', `/api/shifts/${other}/close`, { expected: '1', counted: '1' })
  }

  if (!isKiosk) {
    const { id: order } = await placeOrder(await enrolSelfOrder(await shop.boss(), shop.stranger()))
    await ask('GET', '/api/orders')
    await ask('POST', `/api/orders/${order}/take`)
    await ask('POST', `/api/orders/${order}/release`)
  }

  const recharge = await sell(till, { account: `97150120000${customer}`, amount: '30' })
  await complete(till, recharge)
  await ask('POST', '/api/known-numbers', { typed: '0001' })
  for (const id of [recharge, theirs.sold]) await ask('POST', `/api/known-numbers/${id}/choose`)
  await ask('POST', `/api/sales/${recharge}/times`, { entry: 8_000, answer: 900 })
  const code = await sell(till, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  await complete(till, code)
  await ask('POST', `/api/sales/${code}/reveal`, {})
  await ask('POST', `/api/sales/${code}/delivered`, { method: 'given' })
  const abroad = await sell(till, requestFor(await choose(till), { account: `63917900000${customer}` }))
  await complete(till, abroad)
  const failed = await sell(till, { account: recipients.failsAfterPending, amount: '20' })
  await ask('POST', `/api/sales/${failed}/find`)
  await complete(till, failed)
  await ask('POST', `/api/sales/${failed}/acknowledge`)
  await ask('POST', `/api/sales/${failed}/refunded`, { paymentMethod: 'cash' })
  const { id: left } = await openSale(till, { account: '971501200003', amount: '15' })
  await ask('POST', `/api/sales/${left}/abandon`)
  await ask('POST', `/api/sales/${theirs.open}/take-over`)
  for (const id of [recharge, code, abroad, failed, left, theirs.sold, theirs.open])
    await ask('GET', `/api/sales/${id}`)
  for (const step of ['find', 'reveal', 'take-over', 'resolve'])
    await ask('POST', `/api/sales/${theirs.sold}/${step}`, {})

  const batch = ulid()
  const opened = await ask<BatchAnswer>('PUT', `/api/batches/${batch}`, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100', count: 3 }) // prettier-ignore
  await ask('POST', `/api/batches/${batch}/confirm`, { version: opened.body.version, lines: [0, 1, 2].map((at) => opened.body.lines[at]?.line), paymentMethod: 'card' }) // prettier-ignore
  await ask('POST', `/api/batches/${batch}/stop`)
  await batchOnce(till, batch, ({ state }) => state !== 'running')
  await ask('GET', `/api/batches/${batch}/lines.csv`)

  for (const query of ['', '?group=open-items', '?group=open', '?group=sold', '?q=9715', `?q=${theirs.sold}`, '?q=1'])
    await ask('GET', `/api/sales${query}`)

  if (shift !== undefined) {
    await ask('POST', `/api/shifts/${shift}/movements`, { id: ulid(), kind: 'no-sale', reason: 'Change' })
    await ask('POST', `/api/shifts/${shift}/count`, counted({ '100': 1 }))
    await ask('POST', `/api/shifts/${shift}/count-again`)
    const { body } = await ask<Drawer>('POST', `/api/shifts/${shift}/count`, counted({ '200': 1, '50': 1 }))
    const { comparison } = body.shift ?? {}
    await ask('POST', `/api/shifts/${shift}/close`, { expected: comparison?.expected.amount.amount, counted: comparison?.counted.amount, reason: 'other', note: 'Own' }) // prettier-ignore
    await ask('GET', `/api/shifts/${shift}`)
    await ask('GET', '/api/shifts')
  }
  await askTheRest(till)
}

/**
 * Uses every route of the matrix again, with an existing id if it takes one: a forbidden route must not leak anything
 * either.
 */
async function askTheRest({ ask }: Browser): Promise<void> {
  for (const { route, method, parts } of MATRIX) {
    if (route === 'DELETE /api/session' || route === 'GET /*') continue
    const id = parts.includes('sales') ? theirs.sold : parts.includes('shifts') ? theirTill.closed : hamad.id
    // Waits as long as a lockout for wrong PINs lasts, so that no rate limit is reached either.
    shop.clock.pass(SECOND)
    await ask(method, parts.join('/').replace(':id', id), method === 'GET' ? undefined : {})
  }
}

const NO_PRINTER = 'there is no printer in this network: `tests/server/printers/routes.test.ts`'
/** Routes for which no request can succeed here, with the reason. */
const NEVER: Record<string, string> = {
  'POST /api/setup': 'the shop has its first supervisor',
  'POST /api/account/try': 'an account is set',
  'POST /api/account/connect': 'an account is set',
  'POST /api/terminals/enroll': 'the browser is a terminal',
  'POST /api/display/pair': 'no code of a display is given out here',
  'POST /api/orders/phone': 'the browser is a terminal',
  'POST /api/sales/:id/print': NO_PRINTER,
  'POST /api/sales/:id/print-report': NO_PRINTER,
  'POST /api/sales/:id/print-answer': NO_PRINTER,
  'POST /api/printers/:id/print': NO_PRINTER,
  'POST /api/sales/:id/mail': 'mail does not reach a server here: `tests/server/alerts/receipt-mail-routes.test.ts`',
  'POST /api/known-numbers/:id/choose':
    'all sales here are test transactions: `tests/server/known-numbers/routes.test.ts`',
  'POST /api/terminals/leave-kiosk': 'it would be no kiosk any more',
  'POST /api/terminals/practice': 'it would sell from another journal, whose answers are of another shop',
}

/** Routes that this requester may use, according to the separate description of the access rules. */
const openTo = (requester: 'cashier' | 'cashier at a kiosk') =>
  Object.entries(ROUTES).flatMap(([route, level]) => (ACCESS_LEVELS[level][requester] === 'in' ? [route] : []))

/** A figure as a separate word: not part of another figure, an id or a digest. */
const asWord = (text: string) =>
  new RegExp(`(?<![\\w.-])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\d)`)

const findTold = (recorded: readonly RecordedText[]) =>
  [...canaries].flatMap(([text, name]) => {
    const word = asWord(text)
    return recorded.filter((answer) => word.test(answer.text)).map(({ asked }) => `${asked}: ${name} (${text})`)
  })

describe('a shop where everything is turned on', () => {
  it.each([
    { kind: 'cashier' as const, isKiosk: false },
    { kind: 'cashier at a kiosk' as const, isKiosk: true },
  ])(
    'a $kind uses every route that is open to them, and no answer contains a figure or a secret that is not theirs',
    async ({ kind, isKiosk }) => {
      const recorded: RecordedText[] = []
      const browser = await shop.signedIn(amal, { kiosk: isKiosk })
      await (await shop.boss()).ask('GET', '/api/wallet')
      const till = recordAnswers(browser, recorded)
      await useEverything(till, isKiosk)
      await till.ask('DELETE', '/api/session')
      await till.ask('POST', '/api/session/badge', { code: CARD })
      await till.ask('POST', '/api/session', { staffId: amal.id, pin: amal.pin })
      await plantCosts()
      await plantBalances()

      const wentWell = new Set(recorded.filter(({ status }) => status < 300).map(({ route }) => route))
      expect(openTo(kind).filter((route) => !wentWell.has(route) && !(route in NEVER))).toEqual([])
      expect(findTold(recorded)).toEqual([])
    },
  )

  it('the same figures are in what a supervisor reads, so they would have been found', async () => {
    const recorded: RecordedText[] = []
    const boss = recordAnswers(await shop.boss(), recorded)
    shop.clock.pass(MINUTE)
    const drawers = [`/api/shifts/${theirTill.closed}`, `/api/shifts/current?terminal=${theirTill.terminal}`]
    const others = ['/api/wallet', '/api/settings', '/api/alerts', `/api/sales/${theirs.sold}`]
    for (const path of [...drawers, ...others]) await boss.ask('GET', path)
    const told = findTold(recorded).join('\n')
    const found = ['the balance', 'the line of the wallet', 'the cost of sale', 'the top-up code', 'another drawer']
    for (const name of found) expect(told).toContain(name)
    for (const name of ['the password of the mail server', 'the secret of the webhook'])
      expect(told).not.toContain(name)
  })
})
