import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import {
  internationalRecipients,
  internationalScenarios,
  type InternationalRecipientName,
} from '#sandbox/international/scenarios.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { CANARY } from '#sandbox/voucher-codes.ts'
import { aRestartedSandbox, aSandbox } from './a-sandbox.ts'
import { bodyOf, COMMON_COURSES, createCaller, gist, soldAtOnce, stepsOf, type Came, type Course } from './caller.ts'
import { createDiscoverer, type Amount } from './international-discovery.ts'

const NUMBER = '639175550142'
const names = Object.keys(internationalRecipients) as InternationalRecipientName[]

let sandbox: Sandbox
let caller: ReturnType<typeof createCaller>
let discover: ReturnType<typeof createDiscoverer>
let islanet: Amount[]
beforeAll(async () => {
  sandbox = await startSandbox({ slowMs: 1 })
  sandbox.setBalance('100000')
  caller = createCaller(sandbox)
  discover = createDiscoverer(caller)
  islanet = await discover.amountsOf('PHL', 'Islanet')
})
afterAll(() => sandbox.close())

const Answer = v.looseObject({ transaction: v.looseObject({ id: v.string() }) })
const transactionOf = (came: Came) => v.parse(Answer, bodyOf(came)).transaction
const idOf = (came: Came) => transactionOf(came).id
const amountNamed = (name: string, amounts = islanet) => {
  const amount = amounts.find((one) => one.name === name)
  if (!amount) throw new Error(`no amount ${name}`)
  return amount
}
const load300 = () => amountNamed('Load 300')
const firstAmountOf = async (countryId: string, operator: string) => {
  const [amount] = await discover.amountsOf(countryId, operator)
  if (!amount) throw new Error(`no amount of ${operator}`)
  return amount
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const service = { id: 'international-bridge', name: 'International top-up' }

describe('an international sale', () => {
  it('check, find and confirm of an international sale return exactly the fields of the spec', async () => {
    const { providers } = await discover.providers('PHL')
    const providerId = providers[0]?.id
    const amount = load300()
    const checked = await caller.checkInternational(amount.id, NUMBER)
    const id = idOf(checked)
    const metrics = { amount: '300.00', amount_currency: 'PHP', price: '19.99', price_currency: 'AED' }
    const whose = { account: NUMBER, country_id: 'PHL', country_name: 'Philippines', provider_name: 'Islanet' }
    const operator = { provider_id: providerId, amount_id: amount.id }
    expect(bodyOf(checked)).toEqual({
      transaction: { id, state: -1, time, service, ...whose, ...operator, ...metrics },
    })

    const reduced = { transaction: { id, state: -1, time, service, error: '' }, info: [], receipt: {} }
    expect(bodyOf(await caller.findInternational(id))).toEqual(reduced)

    const confirmed = await caller.confirmInternational(id)
    expect(bodyOf(confirmed)).toEqual({
      transaction: { id, state: 1, time, service, error: '', ...whose, provider_id: String(providerId), ...metrics },
      info: [],
      receipt: {
        header: 'Islanet',
        subheader: 'Philippines, paid',
        info: expect.stringMatching(/^Number: \+639175550142\nRecipient gets: 300\.00 PHP\nTransaction: /),
        instruction: expect.stringMatching(/\w/),
        promo: expect.stringMatching(/\w/),
        footer: expect.stringContaining('\n'),
      },
    })
    expect(bodyOf(await caller.findInternational(id))).toEqual(bodyOf(confirmed))
    expect(bodyOf(await caller.confirmInternational(id))).toEqual(bodyOf(confirmed))
  })

  it('a pending international sale returns only the short form', async () => {
    const id = idOf(await caller.checkInternational(load300().id, internationalRecipients.succeedsAfterTwoFinds))
    const pending = { transaction: { id, state: 0, time, service, error: '' }, info: [], receipt: {} }
    expect(bodyOf(await caller.confirmInternational(id))).toEqual(pending)
    expect(bodyOf(await caller.findInternational(id))).toEqual(pending)
  })

  it('a failed international sale returns the reason, the amount and the provider', async () => {
    const id = idOf(await caller.checkInternational(load300().id, internationalRecipients.fails))
    const error = 'Subscriber number is not active.'
    const transaction = { state: 2, error, amount: '300.00', provider_name: 'Islanet' }
    expect(bodyOf(await caller.confirmInternational(id))).toMatchObject({ transaction, info: [], receipt: {} })
  })

  it('an international sale is debited once, at its cost', async () => {
    const own = await aSandbox({ clock: () => 1_763_700_000_000 })
    const by = createCaller(own)
    const [, amount] = await createDiscoverer(by).amountsOf('KWT', 'Dhowlink')
    const id = idOf(await by.checkInternational(amount?.id ?? '', '96550001234'))
    expect(own.ledger()).toEqual([])
    await by.confirmInternational(id)
    await by.confirmInternational(id)
    await by.findInternational(id)
    const what = { serviceId: 'international-bridge', account: '96550001234', amount: '0.250', amountCurrency: 'KWD' }
    const paid = { price: amount?.price, balance: '4315.71', time: '2025-11-21 08:40:00' }
    expect(own.ledger()).toEqual([{ transactionId: id, ...what, ...paid }])
    expect(await (await fetch(own.controlUrl)).text()).toContain('0.250 KWD')
  })

  it('a simulated international sale costs nothing', async () => {
    const debits = sandbox.ledger().length
    const fields = { amount_id: load300().id, account: NUMBER }
    const request = { product: 'international-bridge', fields, simulation: 1 }
    const id = idOf(await caller.post('/transaction/check', request))
    expect(gist(await caller.confirmInternational(id))).toBe('state 1')
    expect(sandbox.ledger()).toHaveLength(debits)
  })
})

describe('the international product with a PIN', () => {
  it('the product with a PIN returns the same number and serial every time once it is sold, and the sandbox lists them', async () => {
    const amount = amountNamed(PIN_PRODUCT)
    expect(amount.category_id).toBe('gift-cards-gaming')
    const checked = await caller.checkInternational(amount.id, NUMBER)
    const id = idOf(checked)
    expect(JSON.stringify(bodyOf(await caller.findInternational(id)))).not.toMatch(CANARY)
    expect(sandbox.codes().filter(({ transactionId }) => transactionId === id)).toEqual([])

    const { info, receipt } = bodyOf(await caller.confirmInternational(id))
    expect(info).toEqual({
      number: expect.stringMatching(/^704170\d{10}$/),
      serial: expect.stringMatching(/^SN-SAMPLE[0-9A-Z]{7}$/),
    })
    const { number, serial } = info as Record<string, string>
    expect(receipt).toMatchObject({ info: expect.stringMatching(`^PIN: ${number}\nSerial: ${serial}\n`) })
    expect(bodyOf(await caller.findInternational(id))).toMatchObject({ info })
    expect(sandbox.codes().filter(({ transactionId }) => transactionId === id)).toEqual([
      { transactionId: id, number, serial },
    ])
  })

  it('the product with a PIN returns no code while its sale is held, failed or canceled', async () => {
    for (const name of ['heldByTurnover', 'fails', 'canceled'] as const) {
      const id = idOf(await caller.checkInternational(amountNamed(PIN_PRODUCT).id, internationalRecipients[name]))
      expect(bodyOf(await caller.confirmInternational(id))).toMatchObject({ info: [], receipt: {} })
      expect(sandbox.codes().filter(({ transactionId }) => transactionId === id)).toEqual([])
    }
  })
})

const courses: Record<InternationalRecipientName, Course> = {
  ...COMMON_COURSES,
  succeedsAfterTwoFinds: ['check: state -1, confirm: state 0, find: state 0, find: state 0, find: state 1', 1],
  checkRefused: ['check: error 201', 0],
  banned: ['check: error 1200', 0],
  answerLostBefore: ['check: state -1, confirm: cut, find: state -1, confirm: state 1, find: state 1', 1],
  checkAnswerLost: ['check: cut, check: state -1, confirm: state 1, check: state -1', 1],
  checkNeverArrives: ['check: cut, check: state -1, confirm: state 1, check: state -1', 1],
  otherOperator: soldAtOnce,
  otherCountry: soldAtOnce,
  otherOperatorSameName: soldAtOnce,
  operatorUnsaid: soldAtOnce,
}

describe('a named international number', () => {
  it.each(names)('%s: the sale takes the described course', async (name) => {
    const [course, debits] = courses[name]
    const account = internationalRecipients[name]
    let id = ''
    const went: string[] = []
    for (const step of stepsOf(course)) {
      const came = await {
        check: () => caller.checkInternational(amountNamed('Load 100').id, account),
        confirm: () => caller.confirmInternational(id),
        find: () => caller.findInternational(id),
      }[step]()
      if (step === 'check' && gist(came) === 'state -1') id = idOf(came)
      went.push(`${step}: ${gist(came)}`)
    }
    expect(went.join(', ')).toBe(course)
    const paid = sandbox.ledger().filter((entry) => entry.account === account && entry.amount === '100.00')
    expect(paid).toHaveLength(debits)
  })

  it.each(['checkAnswerLost', 'checkNeverArrives'] as const)(
    '%s: the first check of each amount is lost',
    async (name) => {
      const account = internationalRecipients[name]
      const [one, other] = [amountNamed('Load 150'), amountNamed('Load 200')]
      const went = []
      for (const { id } of [one, other, one, other]) went.push(gist(await caller.checkInternational(id, account)))
      expect(went).toEqual(['cut', 'cut', 'state -1', 'state -1'])
    },
  )

  it('a named number belongs to Islanet unless its scenario says otherwise', async () => {
    const { providers } = await discover.providers('PHL')
    const [islanetId, , lakbayId] = providers.map(({ id }) => id)
    const detected = async (name: InternationalRecipientName) =>
      transactionOf(await caller.checkInternational(load300().id, internationalRecipients[name]))
    for (const [name, whose] of [
      ['success', { country_id: 'PHL', provider_id: islanetId, provider_name: 'Islanet' }],
      ['otherOperator', { country_id: 'PHL', provider_id: lakbayId, provider_name: 'Lakbay' }],
      ['otherCountry', { country_id: 'IND', country_name: 'India', provider_name: 'Tarangfon' }],
      ['otherOperatorSameName', { provider_id: (islanetId ?? 0) + 9000, provider_name: 'Islanet' }],
      ['operatorUnsaid', { country_id: 'PHL', amount: '300.00' }],
    ] as const)
      expect(await detected(name)).toMatchObject(whose)
    const unsaid = Object.keys(await detected('operatorUnsaid'))
    expect(unsaid.filter((key) => key.startsWith('provider_'))).toEqual([])
  })

  it('the control page lists each named international number with its description', async () => {
    const page = await (await fetch(sandbox.controlUrl)).text()
    for (const name of names) expect(page).toContain(`<td>${name}</td><td>${internationalScenarios[name].description}`)
    expect(page).toContain('+63 917 000 0001')
    expect(page).not.toMatch(CANARY)
  })

  it('a named international number does not affect a voucher, nor a named domestic number an international sale', async () => {
    const { fails: account } = internationalRecipients
    await caller.checkVoucher('abroad', 'orbyte_50AED', 50, { account })
    expect(gist(await caller.confirm('abroad', 50))).toBe('state 1')
    expect(gist(await caller.checkInternational(load300().id, recipients.success))).toBe('error 201')
  })
})

describe('detection of country and operator', () => {
  it.each([
    // Country and operator of the amount, the number, and the country and operator that are detected.
    ['PHL', 'Islanet', '639175550142', 'PHL', 'Islanet'],
    ['PHL', 'Islanet', '639185550142', 'PHL', 'Perlas Mobile'],
    ['PHL', 'Islanet', '639915550142', 'PHL', 'Lakbay'],
    ['PHL', 'Lakbay', '639175550199', 'PHL', 'Islanet'],
    ['PHL', 'Lakbay', '639335550199', 'PHL', 'Lakbay'],
    ['PHL', 'Islanet', '919876543210', 'IND', 'Tarangfon'],
    ['IND', 'Mayurlink', '919876543210', 'IND', 'Mayurlink'],
    ['IND', 'Mayurlink', '919876543299', 'IND', 'Tarangfon'],
    ['IND', 'Tarangfon', '919876543299', 'IND', 'Mayurlink'],
    ['BTN', 'Drukwind', '97517123499', 'BTN', 'Drukwind'],
    ['USA', 'Eaglerow', '12125550142', 'USA', 'Eaglerow'],
    ['CAN', 'Maplewire', '12125550142', 'CAN', 'Maplewire'],
    ['USA', 'Eaglerow', '18765550142', 'JAM', 'Yardwave'],
    ['JAM', 'Yardwave', '18765550142', 'JAM', 'Yardwave'],
    ['BRB', 'Bajanwave', '12465550142', 'BRB', 'Bajanwave'],
    ['CAN', 'Maplewire', '12465550142', 'BRB', 'Bajanwave'],
    ['BRB', 'Bajanwave', '14165550142', 'CAN', 'Maplewire'],
    ['DOM', 'Merengtel', '18295550142', 'DOM', 'Merengtel'],
    ['RUS', 'Taigafon', '79161234567', 'RUS', 'Taigafon'],
    ['KAZ', 'Steppefon', '77011234567', 'KAZ', 'Steppefon'],
    ['RUS', 'Taigafon', '77011234567', 'KAZ', 'Steppefon'],
    ['KAZ', 'Steppefon', '79161234567', 'RUS', 'Taigafon'],
    ['DEU', 'Spreefon', '4915112345678', 'DEU', 'Spreefon'],
    ['SOM', 'Xeebfon', '252612345678', 'SOM', 'Xeebfon'],
    ['CIV', 'Ebrinet', '2250707123456', 'CIV', 'Ebrinet'],
    ['CHL', 'Andefono', '56912345678', 'CHL', 'Andefono'],
  ])(
    'an amount of %s, %s with the number %s is detected as %s, %s',
    async (country, operator, account, countryId, providerName) => {
      const { id } = await firstAmountOf(country, operator)
      const { providers } = await discover.providers(countryId)
      expect(transactionOf(await caller.checkInternational(id, account))).toMatchObject({
        account,
        country_id: countryId,
        provider_id: providers.find(({ name }) => name === providerName)?.id,
        provider_name: providerName,
      })
    },
  )

  it.each([
    ['in a country that is not sold', '33612345678'],
    ['with a plus', '+639175550142'],
    ['without the country', '9175550142'],
    ['a digit short', '63917555014'],
    ['a digit too long', '6391755501423'],
    ['with spaces', '63 917 555 0142'],
    ['that is empty', ''],
    ['of sixteen digits', '4915112345678901'],
    ['abroad, a digit short', '91987654321'],
    ['open, with too few digits', '4915'],
  ])('a number %s is rejected', async (_, account) => {
    expect(await caller.checkInternational(load300().id, account)).toMatchObject({
      body: { error: { code: 201, display_error: 'There is no such number.' } },
    })
  })
})

describe('an international request', () => {
  const fields = () => ({ amount_id: load300().id, account: NUMBER })
  it.each<[string, () => Record<string, unknown>]>([
    ['an external id', () => ({ external_transaction_id: 'mine', fields: fields() })],
    ['a transaction id', () => ({ transaction_id: 'a', fields: fields() })],
    ['an amount', () => ({ fields: { ...fields(), amount: 300 } })],
    ['a customer', () => ({ fields: { ...fields(), customer: NUMBER } })],
    ['a country', () => ({ country_id: 'PHL', fields: fields() })],
    ['an account as a number', () => ({ fields: { ...fields(), account: 639175550142 } })],
    ['no account', () => ({ fields: { amount_id: load300().id } })],
    ['no amount id', () => ({ fields: { account: NUMBER } })],
    ['a simulation that is true', () => ({ fields: fields(), simulation: true })],
    ['a simulation of 0', () => ({ fields: fields(), simulation: 0 })],
  ])('a check with %s is rejected', async (_, content) => {
    const came = await caller.post('/transaction/check', { product: 'international-bridge', ...content() })
    expect(gist(came)).toBe('error 2')
  })

  it('a check for an amount that is not on offer is rejected', async () => {
    expect(gist(await caller.checkInternational('0'.repeat(32), NUMBER))).toBe('error 101')
    expect(gist(await caller.checkInternational(load300().id.toUpperCase(), NUMBER))).toBe('error 101')
  })

  it('a confirm with anything but the transaction id is rejected and moves nothing', async () => {
    const id = idOf(await caller.checkInternational(load300().id, NUMBER))
    const debits = sandbox.ledger().length
    const fields = [{ amount: 300 }, {}, { amount: '300.00' }].map((one) => ({ fields: one }))
    for (const more of [...fields, { external_transaction_id: 'mine' }, { product: 'international-bridge' }])
      expect(gist(await caller.post('/transaction/confirm', { transaction_id: id, ...more }))).toBe('error 2')
    expect(sandbox.ledger()).toHaveLength(debits)
    expect(gist(await caller.findInternational(id))).toBe('state -1')
  })

  it('a confirm of a domestic top-up by its id alone is rejected', async () => {
    const id = idOf(await caller.check('at home', '971501234567'))
    expect(gist(await caller.confirmInternational(id))).toBe('error 2')
    expect(gist(await caller.find('at home'))).toBe('state -1')
  })
})

describe('a change of international prices', () => {
  it('a price change raises prices by 5 % under new ids, ends the old offers and leaves a checked sale at its price', async () => {
    const own = await aSandbox()
    const by = createCaller(own)
    const offered = () => createDiscoverer(by).amountsOf('PHL', 'Islanet')
    const before = await offered()
    const old = amountNamed('Load 300', before)
    const reserved = idOf(await by.checkInternational(old.id, NUMBER))

    own.changePrices()
    const after = await offered()
    const now = amountNamed('Load 300', after)
    expect(after.map(({ name, amount }) => [name, amount])).toEqual(before.map(({ name, amount }) => [name, amount]))
    expect(now).toMatchObject({ sale_price: '22.58', price: '20.99' })
    expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(2 * before.length)
    expect(gist(await by.checkInternational(old.id, NUMBER))).toBe('error 101')
    expect(transactionOf(await by.checkInternational(now.id, NUMBER))).toMatchObject({ price: '20.99' })
    expect(transactionOf(await by.confirmInternational(reserved))).toMatchObject({ state: 1, price: '19.99' })

    own.changePrices()
    expect(amountNamed('Load 300', await offered())).toMatchObject({ sale_price: '23.71' })
  })
})

it('a restart keeps international sales, lost checks and prices', async () => {
  const { start } = aRestartedSandbox()
  const before = await start()
  before.changePrices()
  const by = createCaller(before)
  const amounts = await createDiscoverer(by).amountsOf('PHL', 'Islanet')
  const load50 = amountNamed('Load 50', amounts).id
  const pin = idOf(await by.checkInternational(amountNamed(PIN_PRODUCT, amounts).id, NUMBER))
  const sold = bodyOf(await by.confirmInternational(pin))
  const waiting = idOf(await by.checkInternational(load50, internationalRecipients.succeedsAfterTwoFinds))
  await by.confirmInternational(waiting)
  await by.checkInternational(load50, internationalRecipients.checkNeverArrives)
  const codes = before.codes()

  const after = await start()
  const again = createCaller(after)
  expect(bodyOf(await again.findInternational(pin))).toEqual(sold)
  expect(after.codes()).toEqual(codes)
  expect(codes).toHaveLength(1)
  for (const state of [0, 0, 1]) expect(gist(await again.findInternational(waiting))).toBe(`state ${state}`)
  const arrives = await again.checkInternational(load50, internationalRecipients.checkNeverArrives)
  expect(gist(arrives)).toBe('state -1')
})
