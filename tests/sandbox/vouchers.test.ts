import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Element, Frontview, Service, Services } from '#wholesaler-api/catalog.ts'
import { TransactionAnswer } from '#wholesaler-api/transaction.ts'
import { openLedgerStore, codeSeed } from '#sandbox/ledger-store.ts'
import { findService } from '#sandbox/catalog.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { CANARY } from '#sandbox/voucher-codes.ts'
import { vouchers, type VoucherName } from '#sandbox/voucher-scenarios.ts'
import { aRestartedSandbox } from './a-sandbox.ts'
import { bodyOf, createCaller, gist, stepsOf, type Came } from './caller.ts'

const NUMBER = '971501234567'
const EMAIL = 'lina@shop.example'

let sandbox: Sandbox
let caller: ReturnType<typeof createCaller>
beforeAll(async () => {
  sandbox = await startSandbox()
  sandbox.setBalance('100000')
  caller = createCaller(sandbox)
})
afterAll(() => sandbox.close())

const names = Object.keys(vouchers) as VoucherName[]
const priceTagOf = (name: VoucherName) => Number(findService(vouchers[name])?.min)
const accountFor = (name: VoucherName) =>
  findService(vouchers[name])?.isAccountRequired === true ? { account: EMAIL } : {}

async function sell(name: VoucherName, id: string, by = caller): Promise<Came> {
  await by.checkVoucher(id, vouchers[name], priceTagOf(name), accountFor(name))
  return by.confirm(id, priceTagOf(name))
}

const MISSING = Symbol('no info')
const infoOf = (came: Came): unknown => {
  const body = bodyOf(came)
  return 'info' in body ? body['info'] : MISSING
}

const digits = expect.stringMatching(/^704170\d{10}$/)
const serial = expect.stringMatching(/^SN-SAMPLE[0-9A-Z]{7}$/)
const reference = expect.stringMatching(/^REF-[0-9A-F-]{7}$/)
const link = (start: string) => expect.stringMatching(new RegExp(`^${start}.*SAMPLE[0-9A-Z]{7}`))

const numberAndSerial = { number: digits, serial }

const infos: [VoucherName, unknown, unknown?, unknown?][] = [
  ['number', { number: digits }],
  ['numberAndSerial', numberAndSerial],
  ['numberAndLink', { number: digits, redemption_url: link('https://redeem\\.moviora\\.example/') }],
  ['linkOnly', { redemption_url: link('https://redeem\\.tunora\\.example/') }],
  ['reference', { number: digits, serial, reference }],
  ['grouped', { number: expect.stringMatching(/^7041-70\d\d-\d{4}-\d{4}$/) }],
  ['alphanumeric', { number: expect.stringMatching(/^SAMPLE[0-9A-Z]{7}$/) }],
  ['ranged', numberAndSerial],
  ['accountRequired', { number: digits }],
  ['accountRequiredRanged', { number: digits, reference }],
  ['arabic', numberAndSerial],
  ['longName', { number: digits, redemption_url: link('https://redeem\\.larkspur\\.example/') }],
  ['warned', numberAndSerial],
  ['numberAsNumber', { number: expect.any(Number) }],
  ['longNumber', { number: expect.stringMatching(/^704170\d{13}$/) }],
  ['serialOnly', { serial }],
  ['referenceOnly', { reference }],
  ['emptyObject', {}],
  ['emptyList', []],
  ['nullInfo', null],
  ['missingInfo', MISSING],
  ['blankNumber', { number: '' }, { number: '' }, { number: digits }],
  ['httpLink', { redemption_url: link('http://redeem\\.quillo\\.example/') }],
  ['scriptLink', { redemption_url: link('javascript:') }],
  ['dataLink', { redemption_url: link('data:text/html,') }],
  ['brokenLink', { redemption_url: link('https//') }],
  ['linkWithCredentials', { redemption_url: link('https://quillo:secret@redeem\\.quillo\\.example/') }],
  ['linkWithForeignHost', { redemption_url: link('https://redeem\\.quill\u043E\\.example/') }],
  ['codeLater', {}, {}, { number: digits }],
  ['codeAtNextFind', [], { number: digits }],
  ['otherNumberLater', { number: digits }, { number: digits }, { number: expect.stringMatching(/^704171\d{10}$/) }],
  ['noReceipt', { number: digits }],
]

/** The course of a sale, the `info` at its end, and how often it is debited. */
const courses: [VoucherName, course: string, info: unknown, debits: number][] = [
  ['pending', 'confirm: state 0, find: state 0, find: state 0, find: state 1', numberAndSerial, 1],
  ['held', 'confirm: state 6, find: state 6, find: state 6, find: state 6, find: state 1', numberAndSerial, 1],
  ['unknownState', 'confirm: state 9, find: state 9, find: state 9, find: state 1', { number: digits }, 1],
  ['answerLostAfter', 'confirm: cut, find: state 1', numberAndSerial, 1],
  ['answerLostBefore', 'confirm: cut, find: state -1, confirm: state 1, find: state 1', numberAndSerial, 1],
  ['fails', 'confirm: state 2, find: state 2', {}, 0],
  ['failsAfterPending', 'confirm: state 0, find: state 0, find: state 2, find: state 2, find: state 2', {}, 0],
  ['canceled', 'confirm: state 3, find: state 3', {}, 0],
  ['noFunds', 'confirm: error 1001, find: state -1, confirm: error 1001', MISSING, 0],
]

it('the tables of this file cover every named voucher', () => {
  const tested = [...infos.map(([name]) => name), ...courses.map(([name]) => name)]
  expect(tested.toSorted()).toEqual(names.toSorted())
})

describe('a voucher sold at once', () => {
  it.each(infos)(
    'a voucher sold at once returns the described info: %s',
    async (name, atConfirm, atFirstFind = atConfirm, atSecondFind = atFirstFind) => {
      const id = `info ${name}`
      const answers = [await sell(name, id), await caller.find(id), await caller.find(id)]
      expect(answers.map(gist)).toEqual(['state 1', 'state 1', 'state 1'])
      expect(answers.map(infoOf)).toEqual([atConfirm, atFirstFind, atSecondFind])
      for (const answer of answers) expect(v.is(TransactionAnswer, bodyOf(answer))).toBe(true)
      const debits = sandbox.ledger().filter(({ externalTransactionId }) => externalTransactionId === id)
      expect(debits).toMatchObject([{ serviceId: vouchers[name], amount: `${priceTagOf(name)}.00` }])
    },
  )
})

describe('a voucher that is not simply sold', () => {
  it.each(courses)('the voucher %s takes its course: %s', async (name, course, info, debits) => {
    const id = `course ${name}`
    await caller.checkVoucher(id, vouchers[name], priceTagOf(name))
    const went: string[] = []
    let last: Came = { kind: 'cut' }
    for (const step of stepsOf(course)) {
      last = step === 'confirm' ? await caller.confirm(id, priceTagOf(name)) : await caller.find(id)
      went.push(`${step}: ${gist(last)}`)
      const isSold = gist(last) === 'state 1'
      if (!isSold) expect(JSON.stringify(bodyOf(last))).not.toMatch(CANARY)
    }
    expect(went.join(', ')).toBe(course)
    // Every second find returns an empty object as `[]`.
    expect([info, ...(JSON.stringify(info) === '{}' ? [[]] : [])]).toContainEqual(infoOf(last))
    expect(sandbox.ledger().filter(({ externalTransactionId }) => externalTransactionId === id)).toHaveLength(debits)
    const isGiven = sandbox.codes().some(({ externalId }) => externalId === id)
    expect(isGiven).toBe(debits === 1)
  })

  it('a pending voucher has an empty `info` and no receipt', async () => {
    const service = { id: vouchers.pending, name: 'Quillo 10, pending' }
    const ids = { id: expect.any(String), external_transaction_id: 'little', time: expect.any(String) }
    expect(bodyOf(await sell('pending', 'little'))).toEqual({ transaction: { ...ids, state: 0, service }, info: {} })
    const found = { transaction: { ...ids, state: 0, service }, receipt: {}, info: {} }
    expect(bodyOf(await caller.find('little'))).toEqual(found)
    expect(bodyOf(await caller.find('little'))).toMatchObject({ receipt: [], info: [] })
  })

  it('a failed voucher has an error message of its own', async () => {
    const transaction = { error: 'There is no code left of this value.' }
    expect(bodyOf(await sell('fails', 'words'))).toMatchObject({ transaction, receipt: {}, info: {} })
  })
})

describe('a voucher code', () => {
  it('a code is the same at every confirm and find, by either id', async () => {
    const first = await sell('reference', 'same')
    const { transaction } = v.parse(TransactionAnswer, bodyOf(first))
    const again = [
      await caller.confirm('same', priceTagOf('reference')),
      await caller.find('same'),
      await caller.find('same'),
      await caller.findInternational(transaction.id),
    ]
    expect(again.map(infoOf)).toEqual(again.map(() => infoOf(first)))
  })

  it('every sale gets its own code, and the sandbox lists it', async () => {
    const given = []
    for (let sale = 0; sale < 30; sale += 1) given.push(infoOf(await sell('numberAndSerial', `own ${sale}`)))
    const listed = sandbox.codes().filter(({ externalId }) => externalId?.startsWith('own '))
    expect(listed.map(({ number, serial }) => ({ number, serial }))).toEqual(given)
    expect(new Set(listed.map(({ number }) => number)).size).toBe(30)
    expect(new Set(listed.map(({ serial }) => serial)).size).toBe(30)
  })

  it('every code contains its canary, whatever its format', async () => {
    for (const name of names) await sell(name, `canary ${name}`)
    const codes = sandbox
      .codes()
      .flatMap(({ number, serial, link }) => [number, serial, link].filter((text) => text !== undefined))
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !CANARY.test(code))).toEqual([])
    expect('7041 7012 3456 7890').toMatch(CANARY)
    for (const harmless of ['971501234567', '69d-7c9-5f1-098-494', '1763704170417'])
      expect(harmless).not.toMatch(CANARY)
  })

  it('a code is listed once it was returned and not before, and twice if its number changed', async () => {
    const listed = (id: string) => sandbox.codes().filter(({ externalId }) => externalId === id)
    await caller.checkVoucher('when', vouchers.codeLater)
    expect(listed('when')).toEqual([])
    await caller.confirm('when', 10)
    await caller.find('when')
    expect(listed('when')).toEqual([])
    await caller.find('when')
    expect(listed('when')).toEqual([{ transactionId: expect.any(String), externalId: 'when', number: digits }])

    const first = infoOf(await sell('otherNumberLater', 'changed'))
    expect(listed('changed')).toMatchObject([first])
    await caller.find('changed')
    const other = infoOf(await caller.find('changed'))
    expect(other).not.toEqual(first)
    expect(listed('changed')).toMatchObject([first, other])
  })

  it('no code is listed for a top-up or for a voucher with only a reference', async () => {
    await caller.check('recharge', NUMBER)
    await caller.confirm('recharge')
    await sell('referenceOnly', 'no secret')
    const listed = sandbox.codes().map(({ externalId }) => externalId)
    expect(listed.filter((id) => id === 'recharge' || id === 'no secret')).toEqual([])
  })

  it('a restart keeps the codes', async () => {
    const { start } = aRestartedSandbox()
    const before = await start()
    const sold = await sell('numberAndLink', 'kept', createCaller(before))
    await sell('pending', 'waiting', createCaller(before))
    const codes = before.codes()

    const after = await start()
    const again = createCaller(after)
    expect(infoOf(await again.find('kept'))).toEqual(infoOf(sold))
    expect(after.codes()).toEqual(codes)
    const finds = [await again.find('waiting'), await again.find('waiting'), await again.find('waiting')]
    expect(finds.map(gist)).toEqual(['state 0', 'state 0', 'state 1'])
  })

  it('the seed of a code counts as taken once its transaction is recorded', () => {
    const books = openLedgerStore()
    const id = '69d-7c9-5f1-098-494'
    expect(books.isSeedTaken(codeSeed(id))).toBe(false)
    const sums = { amount: '10.00', price: '9.35' }
    const course = { step: 'checked', lostConfirms: 0, finds: 0, isSimulation: false } as const
    books.record({ transaction: { id, serviceId: vouchers.number, time: '2026-11-21 00:32:01', ...sums, ...course } })
    expect(books.isSeedTaken(codeSeed(id))).toBe(true)
    expect(books.isSeedTaken(codeSeed('69d-7c9-5f1-098-495'))).toBe(false)
  })
})

describe('the check of a voucher', () => {
  it.each<[string, VoucherName, number, { account?: string; customer?: string }, string]>([
    ['without an account', 'number', 50, {}, 'state -1'],
    ['with a phone number that is not needed', 'number', 50, { account: NUMBER }, 'state -1'],
    ['with a phone number abroad', 'number', 50, { account: '4915112345678' }, 'state -1'],
    ['with a customer', 'number', 50, { customer: EMAIL }, 'state -1'],
    ['with a customer who is neither', 'number', 50, { customer: 'Lina' }, 'error 50'],
    ['with an account that is neither', 'number', 50, { account: 'lina' }, 'error 201'],
    ['with a plus', 'number', 50, { account: `+${NUMBER}` }, 'error 201'],
    ['with an empty account', 'number', 50, { account: '' }, 'error 201'],
    ['without the account it needs', 'accountRequired', 100, {}, 'error 50'],
    ['with a customer instead of the account', 'accountRequired', 100, { customer: NUMBER }, 'error 50'],
    ['with the phone number it needs', 'accountRequired', 100, { account: NUMBER }, 'state -1'],
    ['with the email address it needs', 'accountRequired', 100, { account: EMAIL, customer: EMAIL }, 'state -1'],
    ['without the account it needs, ranged', 'accountRequiredRanged', 120, {}, 'error 50'],
    ['with the account it needs, ranged', 'accountRequiredRanged', 120, { account: EMAIL }, 'state -1'],
    ['off the step', 'accountRequiredRanged', 125, { account: EMAIL }, 'error 50'],
    ['of a ranged one', 'ranged', 500, {}, 'state -1'],
    ['above a range', 'ranged', 550, {}, 'error 50'],
    ['of another value than the fixed one', 'number', 100, {}, 'error 50'],
  ])('a check %s (%s, %d) gets the right answer', async (about, name, amount, more, expected) => {
    const id = `check ${about}`.slice(0, 30)
    expect(gist(await caller.checkVoucher(id, vouchers[name], amount, more))).toBe(expected)
  })

  it('a rejected voucher check names the missing field or tells the customer what is wrong', async () => {
    expect(bodyOf(await caller.checkVoucher('named', vouchers.accountRequired, 100))).toMatchObject({
      error: { message: expect.stringContaining('fields.account') },
    })
    expect(bodyOf(await caller.checkVoucher('told', vouchers.number, 50, { account: 'x' }))).toMatchObject({
      error: { display_error: 'This is neither a phone number nor an email address.' },
    })
  })

  it('the answer to a voucher check contains the service, and the account only if there is one', async () => {
    const ids = {
      id: expect.any(String) as string,
      external_transaction_id: 'answered',
      time: expect.any(String) as string,
    }
    const service = { id: vouchers.numberAndSerial, name: 'Pixelmoor 100' }
    const sums = { amount: 100, amount_currency: 'AED', price: 93.5, price_currency: 'AED' }
    const transaction = { ...ids, state: -1, service, ...sums, channel: 'pos' }
    expect(bodyOf(await caller.checkVoucher('answered', vouchers.numberAndSerial, 100))).toEqual({ transaction })
    const withAccount = await caller.checkVoucher('with account', vouchers.numberAndSerial, 100, { account: EMAIL })
    expect(bodyOf(withAccount)).toMatchObject({ transaction: { account: EMAIL } })
  })
})

describe('a voucher for a named number', () => {
  it('a voucher for a named number takes the course of that number before it returns its code', async () => {
    const account = recipients.succeedsAfterTwoFinds
    await caller.checkVoucher('steered', vouchers.accountRequired, 100, { account })
    const went = [await caller.confirm('steered', 100), await caller.find('steered'), await caller.find('steered')]
    expect(went.map(gist)).toEqual(['state 0', 'state 0', 'state 0'])
    const sold = await caller.find('steered')
    expect([gist(sold), infoOf(sold)]).toEqual(['state 1', { number: digits }])
  })

  it('a voucher for a named number is rejected if the scenario of that number rejects the check', async () => {
    const { banned: account } = recipients
    expect(gist(await caller.checkVoucher('banned', vouchers.number, 50, { account }))).toBe('error 1200')
  })
})

describe('the receipt of a voucher', () => {
  const receiptOf = (came: Came) => bodyOf(came)['receipt'] as Record<string, string> | undefined

  it('the receipt of a voucher lists the code line by line, without a promo', async () => {
    const sold = await sell('reference', 'receipt')
    const { number, serial, reference } = infoOf(sold) as Record<string, string>
    const receipt = receiptOf(sold)
    expect(receipt).toEqual({
      header: 'Mirsal',
      subheader: 'Mirsal 50, paid',
      info: expect.any(String),
      instruction: 'Open Mirsal, choose Redeem and enter the code.',
      footer: 'Practice receipt, no money moved.\nA code cannot be returned.\nThank you',
    })
    const lines = [`PIN: ${number}`, `Serial: ${serial}`, `Reference: ${reference}`, 'Value: 50.00 AED']
    expect(receipt?.['info']?.split('\n').slice(0, 4)).toEqual(lines)
    expect(receiptOf(await caller.find('receipt'))).toEqual(receipt)
  })

  it('the receipt of a voucher names the account, where to redeem it and the promo', async () => {
    await caller.checkVoucher('promo', vouchers.linkOnly, 59, { account: EMAIL })
    const sold = await caller.confirm('promo', 59)
    const { redemption_url: page } = infoOf(sold) as Record<string, string>
    expect(receiptOf(sold)).toMatchObject({
      info: expect.stringMatching(new RegExp(`^Redeem at: https://.*\nValue: 59.00 AED\nAccount: ${EMAIL}\n`)),
      promo: expect.stringMatching(/\w/),
    })
    expect(receiptOf(sold)?.['info']).toContain(page)
  })

  it('the receipt contains the code only once there is one', async () => {
    const early = receiptOf(await sell('codeAtNextFind', 'early'))
    expect(early).toMatchObject({ instruction: 'Your code follows. Please keep this slip.' })
    expect(early?.['info']).not.toMatch(CANARY)
    expect(receiptOf(await caller.find('early'))?.['info']).toMatch(CANARY)
  })

  it('the receipt of the Arabic voucher is in Arabic', async () => {
    const sold = await sell('arabic', 'arabic')
    const { number } = infoOf(sold) as Record<string, string>
    const receipt = receiptOf(sold)
    expect(receipt).toMatchObject({ header: 'دكّاني', footer: expect.stringContaining('\n') })
    expect(receipt?.['info']).toContain(`الرقم السري: ${number}\n`)
    expect(JSON.stringify(receipt)).not.toMatch(/Practice|paid/)
  })

  it('the voucher without a receipt never gets one', async () => {
    const answers = [await sell('noReceipt', 'none'), await caller.find('none'), await caller.find('none')]
    expect(answers.map((answer) => 'receipt' in bodyOf(answer))).toEqual([false, false, false])
  })
})

describe('the catalog of vouchers', () => {
  it('the catalog contains every named voucher and marks those that need an account', async () => {
    const { services } = v.parse(Services, bodyOf(await caller.post('/services')))
    const read = new Map(services.map((service) => v.parse(Service, service)).map((service) => [service.id, service]))
    expect(names.filter((name) => read.get(vouchers[name])?.is_pin_based !== true)).toEqual([])
    expect(names.filter((name) => read.get(vouchers[name])?.is_account_required)).toEqual([
      'accountRequired',
      'accountRequiredRanged',
    ])
  })

  it('the frontview has a tile for every named voucher, with the odd ones in their own category', async () => {
    const answer = await caller.post('/frontview', { frontview_id: '7' })
    const elements = v.parse(Frontview, bodyOf(answer)).elements.map((element) => v.parse(Element, element))
    const sold = new Set(elements.map(({ content_id }) => content_id))
    expect(names.filter((name) => !sold.has(vouchers[name]))).toEqual([])
    const shelf = elements.find(({ alias }) => alias === 'odd-codes')
    const odd = elements.filter(({ content_id }) => content_id?.startsWith('quillo-'))
    expect(odd.filter(({ parent_id }) => parent_id !== shelf?.id)).toEqual([])
    const tileNames = odd.map(({ name }) => name ?? '')
    // Tests find a tile by the beginning of its name, so no name may begin with another name.
    for (const name of tileNames) expect(tileNames.filter((other) => other.startsWith(name))).toEqual([name])
  })
})

it('the control page lists the vouchers with their descriptions and without any code', async () => {
  await sell('numberAndSerial', 'controlled')
  const page = await (await fetch(sandbox.controlUrl)).text()
  for (const name of names) expect(page).toContain(`<td>${vouchers[name]}</td><td>${name}</td>`)
  expect(page).toContain('Quillo 10, code comes later')
  expect(page).toContain('from the second find on the number is another one')
  expect(page).toContain('controlled')
  expect(page).not.toMatch(CANARY)
})
