import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { BOUNDS, MAX_FRONTVIEW, MAX_LIST, SHOWN } from '#wholesaler-api/loose.ts'
import { runToEnd } from '#server/lib/cooperative.ts'
import { createBodyText } from '#server/wholesaler/body-text.ts'
import { isJsonObject, parseInPieces, parseJsonObject, UnparsedElement } from '#server/lib/json/parse-json.ts'
import { readCurrency } from '#server/wholesaler/read/read-point.ts'
import { findRefusal } from '#server/wholesaler/read/read-error.ts'
import { readFrontview } from '#server/wholesaler/read/read-frontview.ts'
import { readProviderOffer } from '#server/wholesaler/read/read-international.ts'
import { readServices } from '#server/wholesaler/read/read-services.ts'
import { readTransactionAnswer } from '#server/wholesaler/read/read-transaction.ts'
import { atLevel } from '../../support/level.ts'
import { openWholesaler } from '../../support/open-wholesaler.ts'
import { answerText } from '../../support/scripted-service.ts'

const PICTURES = new URL('https://service.example')
const aService = { id: 'qamra', name: 'Q', amount_min: 5, amount_max: 5, is_pin_based: 0 }
const anAmount = { id: 'a', amount: '5', currency: 'PHP', sale_price: '1', sale_currency: 'AED' }
const ofProvider = (amount: object) => ({ provider: { id: 1, name: 'Smart' }, amounts: [amount] })
const longer = (bound: number) => 'x'.repeat(bound + 1)

function whole(value: unknown): unknown {
  if (value instanceof UnparsedElement) return value.parse()
  if (Array.isArray(value)) return value.map(whole)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, whole(each)]))
    : value
}

/** Members whose keys are whole numbers are lists. */
const withLists = (object: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(object).map(([key, each]) => {
      const keys = isJsonObject(each) ? Object.keys(each) : []
      const isList = keys.length > 0 && keys.every((one) => /^\d{1,15}$/.test(one))
      return [key, isList ? Object.values(each as object) : each]
    }),
  )

function inPieces(text: string, most = 1_000) {
  const parsed = runToEnd(parseInPieces(text, 32, most))
  return parsed.ok ? { ...parsed, value: whole(parsed.value) } : parsed
}

describe('an answer that is parsed in pieces', () => {
  const damaged = fc
    .tuple(
      fc.json({ maxDepth: 4 }).chain((json) => fc.constantFrom(json, `{"a":${json},"list":[${json},${json}]}`)),
      fc.option(fc.tuple(fc.nat(), fc.constantFrom(...'[]{},:"\\ 0')), { nil: undefined }),
    )
    .map(([json, damage]) => {
      if (!damage) return json
      const at = damage[0] % (json.length + 1)
      return json.slice(0, at) + damage[1] + json.slice(at)
    })

  const RUNS = atLevel(100, 2_000)

  it('an answer that is parsed in pieces equals the same answer parsed at once, damaged or not', () => {
    let read = 0
    const property = fc.property(damaged, (text) => {
      const expected = parseJsonObject(text, 32)
      if (expected.ok) read += 1
      expect(inPieces(text)).toEqual(expected.ok ? { ...expected, value: withLists(expected.value) } : expected)
    })
    fc.assert(property, { numRuns: RUNS })
    expect(read).toBeGreaterThan(RUNS / 10)
  })

  it.each([
    '{"a":[1],"a":[2,3]}',
    '{"a":[1],"\\u0061":5}',
    '{"a":[],"b":[ ],"c":[\n]}',
    '{"a":["]","[","\\"","\\\\"],"b":{"c":[1,[2]]}}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1}}',
    '{"a":[1]',
    '{"a":[1]}}',
    '{"a":[\u00a0]}',
    '{"a":[[1}]}',
    '{"a":[{"b":[}]}]}',
    '["a",[1]]',
    '[[1],[2]]',
    '{}{"a":[1]}',
    '{"__proto__":[1]}',
    '{"a":[{"__proto__":1}]}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"a":[null]}',
    // Damage that follows a prototype key.
    '{"__proto__":[1 2]}',
    '{"__proto__":1,"a":[x]}',
    '{"a":[{"__proto__":1},x]}',
    '{"a":[{"__proto__":1}],"b":[x]}',
    '{"a":{"constructor":{"prototype":1}},"b":[01]}',
    // Of two equal keys, only the last counts, not the value that it replaces.
    '{"a":[{"__proto__":1}],"a":5}',
    '{"a":[{"__proto__":1}],"a":[2]}',
    '{"a":[2],"a":[{"__proto__":1}]}',
    // A byte order mark inside the answer is not JSON.
    '{"a":[\ufeff1]}',
    '{"a":[1,\ufeff{"b":2}]}',
    'null',
    '',
    '\ufeff{"a":[1]}',
  ])('parsing %s in pieces gives the same as parsing it at once', (text) => {
    expect(inPieces(text)).toEqual(parseJsonObject(text, 32))
  })

  it.each<[text: string, value: unknown]>([
    ['{"a":{"2":"x","0":["y"]}}', { a: ['x', ['y']] }],
    ['{"a":{ "0" :1,\n"7":{"0":2}} ,"b":[3]}', { a: [1, { 0: 2 }], b: [3] }],
    ['{"a":{"0":1,"x":2},"b":[3]}', { a: { 0: 1, x: 2 }, b: [3] }],
    ['{"a":{"0":1,"-1":2}}', { a: { 0: 1, '-1': 2 } }],
    ['{"a":{"x":{"0":1}},"b":{}}', { a: { x: { 0: 1 } }, b: {} }],
    ['{"a":{"0":12345678901234567890}}', { a: ['12345678901234567890'] }],
  ])('an object whose keys are whole numbers is a list in the order of %s', (text, value) => {
    expect(inPieces(text)).toEqual({ ok: true, value })
  })

  it.each(['{"a":{"0":1,}}', '{"a":{"0":1]}', '{"a":{"0":}}', '{"a":{"0" 1}}', '{"a":{"0":1 "1":2}}'])(
    '%s is read neither as a list nor as JSON',
    (text) => expect(inPieces(text)).toMatchObject({ ok: false, reason: 'not-json' }),
  )

  it('the number of elements is limited for all lists of an answer together', () => {
    expect(inPieces('{"a":[1,2],"b":[3]}', 3)).toMatchObject({ ok: true })
    const tooMany = { ok: false, reason: 'wrong-shape', detail: 'a list of more than 2 elements' }
    expect(inPieces('{"a":[1,2],"b":[3]}', 2)).toEqual(tooMany)
  })

  it('endless lists and deep nesting are rejected', () => {
    expect(inPieces(`{${'"a":[],'.repeat(100_000)}"b":1}`)).toMatchObject({ ok: false, reason: 'wrong-shape' })
    expect(inPieces(`{"a":{"b":[${'{},'.repeat(100_000)}{}]}}`)).toMatchObject({ ok: false, reason: 'wrong-shape' })
    expect(inPieces(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).toMatchObject({ ok: false, reason: 'too-deep' })
  })

  it('parsing takes many steps, between which other work can run', () => {
    for (const text of [`{"a":["${'x'.repeat(1_000_000)}"]}`, `{"a":[${'1,'.repeat(900)}1]}`]) {
      const pieces = [...parseInPieces(text, 32, 1_000)]
      expect(pieces.length).toBeGreaterThan(10)
      expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBeGreaterThan(text.length)
    }
  })

  it('an element that is too large to parse is skipped and named', async () => {
    const large = `{"x":[${'[],'.repeat(20_001)}[]]}`
    const good = aService
    const script = { '/services': answerText(`{"services":[${large},${JSON.stringify(good)}]}`) }
    const { wholesaler } = await openWholesaler({ script })
    const value = { services: [{ id: 'qamra' }], skipped: ['`services[0]` of /services is too large'] }
    expect(await wholesaler.services()).toMatchObject({ ok: true, value })
  })

  const LONG_LISTS: [path: string, most: number, list: string][] = [
    ['/services', MAX_LIST, 'services'],
    ['/frontview', MAX_FRONTVIEW, 'elements'],
  ]
  it.each(LONG_LISTS.slice(0, atLevel(1, 2)))(
    'a list of %s may have %s elements, and one more makes the answer unreadable',
    async (path, most, list) => {
      const listOf = (count: number) => answerText(`{"${list}":[${'0,'.repeat(count - 1)}0]}`)
      const { wholesaler } = await openWholesaler({ script: { [path]: [listOf(most), listOf(most + 1)] } })
      const read = () => (path === '/services' ? wholesaler.services() : wholesaler.frontview('1'))
      const full = await read()
      expect(full).toMatchObject({ ok: true, value: { moreSkipped: most - 100 } })
      expect(full.ok && full.value.skipped).toHaveLength(100)
      expect(await read()).toEqual({
        ok: false,
        reason: 'unreadable',
        problem: `${path} was not answered: wrong-shape (a list of more than ${most} elements)`,
      })
    },
  )
})

describe('values that JSON.parse would change silently', () => {
  it.each<[json: string, value: unknown]>([
    ['1234567890123456789', '1234567890123456789'],
    ['-1234567890123456789', '-1234567890123456789'],
    ['12345678901234567.00', '12345678901234567'],
    ['1234567890123456', '1234567890123456'],
    ['123456789012345', 123456789012345],
    ['480.00000000000006', 480.00000000000006],
    ['1234567890123456.5', 1234567890123456.5],
    ['1.2345678901235E+18', Infinity],
    ['1.0e15', Infinity],
    ['5.0e-5', 5e-5],
    ['1.5e3', 1500],
    ['[1,12345678901234567890 ]', [1, '12345678901234567890']],
    ['"12345678901234567890"', '12345678901234567890'],
    ['"a\\" 12345678901234567890 1e99"', 'a" 12345678901234567890 1e99'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"a\\ud83d"', 'a\ufffd'],
    ['"\\uDE00b"', '\ufffdb'],
    ['"\\ud83d\\ud83d\\ude00"', '\ufffd😀'],
    ['"\\\\ud83d"', '\\ud83d'],
    ['"\\\\\\ud83d"', '\\\ufffd'],
    ['{"\\ud83d":"\\ud83d"}', { '\ufffd': '\ufffd' }],
  ])('the JSON value %s is read as %j', (json, value) => {
    const expected = { ok: true, value: { a: value } }
    expect(parseJsonObject(`{"a":${json}}`, 32)).toEqual(expected)
    expect(inPieces(`{"a":${json},"b":[${json}]}`)).toEqual({ ok: true, value: { a: value, b: [value] } })
  })

  it('bytes are decoded only when no text in them is too long, and not too many letters are beyond ASCII', () => {
    const bytes = (...texts: number[]) =>
      Buffer.from(JSON.stringify({ a: texts.map((letters) => 'ش'.repeat(letters)) }))
    const bounds = { maxSigns: 100, maxText: 100, maxBeyondAscii: 200 }
    const read = (...texts: number[]) => parseJsonObject(bytes(...texts), 8, bounds)
    expect(read(49, 49)).toMatchObject({ value: { a: ['ش'.repeat(49), 'ش'.repeat(49)] } })
    expect([read(60), read(49, 49, 3)]).toMatchObject([{ detail: 'too large' }, { detail: 'too large' }])
  })

  it('any JSON without such numbers and halves of characters is read unchanged', () => {
    const property = fc.property(
      fc.object({ maxDepth: 3, values: [fc.string({ unit: 'binary' }), fc.integer()] }),
      (value) => {
        const text = JSON.stringify({ value, marker: '\ud83d\ude00' }).replace('😀', '\\ud83d\\ude00')
        const read = parseJsonObject(text, 32)
        if (read.ok) expect(read.value).toEqual(JSON.parse(text))
      },
    )
    fc.assert(property, { numRuns: RUNS_OF_ANY })
  })
})

const RUNS_OF_ANY = atLevel(50, 1_000)

describe('the text of a body', () => {
  it('the text of a body does not depend on its chunks, and bytes that are not UTF-8 are replaced', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(bytes), (chunks) => {
        const body = createBodyText(100_000)
        for (const chunk of chunks) body.add(Buffer.from(chunk))
        expect(body.end()).toBe(new TextDecoder().decode(Buffer.concat(chunks)))
      }),
    )
  })

  it('a large body is assembled from blocks', () => {
    const text = 'قمرة 😀'.repeat(30_000)
    const body = createBodyText(1_000_000)
    const bytes = Buffer.from(text)
    for (let from = 0; from < bytes.length; from += 70_001)
      expect(body.add(bytes.subarray(from, from + 70_001))).toBe(true)
    expect(body.end()).toBe(text)
  })

  it('a body that is longer than its limit is rejected', () => {
    const body = createBodyText(10)
    expect([body.add(Buffer.alloc(10)), body.add(Buffer.alloc(1))]).toEqual([true, false])
  })
})

describe('text that is too long', () => {
  const SALE_ID = '01JGFJJZ00ABCDEFGHJKMNPQRS'
  const aTransaction = { id: '69d', state: -1 }
  const read = (transaction: object, info?: object) =>
    readTransactionAnswer({ transaction: { ...aTransaction, ...transaction }, info }, '/transaction/find')

  it.each([
    ['amount', `1.${'0'.repeat(BOUNDS.amount)}`, 'amount'],
    ['account', longer(BOUNDS.id), 'account'],
    ['amount_currency', longer(BOUNDS.currency), 'amountCurrency'],
    ['country_id', longer(BOUNDS.id), 'countryId'],
    ['provider_id', longer(BOUNDS.id), 'providerId'],
    ['amount_id', longer(BOUNDS.id), 'amountId'],
  ])('a transaction whose %s is too long is unreadable in that field, and the field is named', (field, text, named) => {
    const { answer, dropped } = read({ external_transaction_id: SALE_ID, [field]: text })
    const transaction = { id: '69d', state: -1, saleId: SALE_ID, unreadable: [named] }
    expect(answer).toEqual({ kind: 'transaction', transaction })
    expect(dropped).toEqual([
      expect.stringMatching(`\`transaction.${field}\` of /transaction/find is longer than \\d+ characters`),
    ])
  })

  it.each(['id', 'external_transaction_id'])(
    'a transaction whose %s is too long makes the answer unreadable',
    (field) => {
      expect(read({ [field]: longer(BOUNDS.id) }).answer).toMatchObject({ kind: 'lost', reason: 'wrong-shape' })
    },
  )

  it('a state or an error code that is too long is not read', () => {
    expect(read({ state: '1'.repeat(BOUNDS.state + 1) }).answer).toMatchObject({ transaction: { state: 'unlisted' } })
    expect(findRefusal({ error: { code: `${'0'.repeat(BOUNDS.errorCode)}5` } })).toEqual({ code: 'unreadable' })
  })

  it.each(['number', 'serial', 'redemption_url', 'reference'])(
    'a voucher field %s is dropped and named when it is too long, and read at its maximum length',
    (field) => {
      const textOf = (answer: ReturnType<typeof read>['answer']) =>
        answer.kind === 'transaction' ? Object.values(answer.voucher ?? {}) : []
      const tooLong = read({}, { [field]: longer(BOUNDS.code) })
      expect(textOf(tooLong.answer)).toEqual([])
      expect(tooLong.dropped).toEqual([`\`info.${field}\` of /transaction/find is longer than 2000 characters`])
      const whole = read({}, { [field]: 'x'.repeat(BOUNDS.code) })
      expect(textOf(whole.answer)).toEqual(['x'.repeat(BOUNDS.code)])
      expect(whole.dropped).toEqual([])
    },
  )

  it('a product, tile or amount with a required text that is too long is skipped', () => {
    const service = { ...aService, amount_max: `5.${'0'.repeat(BOUNDS.amount)}` }
    const skipped = [`\`services[0].amount_max\` of /services is longer than ${BOUNDS.amount} characters`]
    expect(readServices({ services: [service] })).toMatchObject({ value: { services: [], skipped } })
    expect(readFrontview({ elements: [{ id: longer(BOUNDS.id) }] }, PICTURES)).toMatchObject({ value: { tiles: [] } })
    const offer = ofProvider({ ...anAmount, sale_currency: longer(BOUNDS.currency) })
    expect(readProviderOffer(offer, PICTURES)).toMatchObject({ value: { denominations: [] } })
    expect(readCurrency({ currency: longer(BOUNDS.currency) })).toMatchObject({ ok: false })
  })

  it('a picture, alias or payload of a tile is dropped when it is too long', () => {
    const element = {
      id: 1,
      alias: longer(BOUNDS.id),
      image_large: `/${longer(BOUNDS.link)}`,
      action: 'gotoPage',
      params: { page: 'support', params: longer(BOUNDS.payload) },
    }
    const tile = { id: '1', type: 'unknown', name: '1', isActive: true, action: { kind: 'page', page: 'support' } }
    expect(readFrontview({ elements: [element] }, PICTURES)).toMatchObject({ value: { tiles: [tile] } })
  })
})

it('text that is only shown is cut at its maximum length, but never inside a character', () => {
  const services = [{ ...aService, name: '😀'.repeat(SHOWN.name + 1) }]
  expect(readServices({ services })).toMatchObject({ value: { services: [{ name: '😀'.repeat(SHOWN.name) }] } })
  const elements = [{ id: 1, name: `a${' '.repeat(60_000)}b` }]
  const tiles = [{ name: `a${' '.repeat(SHOWN.name - 1)}` }]
  expect(readFrontview({ elements }, PICTURES)).toMatchObject({ value: { tiles } })
  const receipt = { header: longer(SHOWN.receiptPart) }
  const { answer } = readTransactionAnswer({ transaction: { id: '69d', state: 1 }, receipt }, '/transaction/find')
  expect(answer).toMatchObject({ receipt: { header: 'x'.repeat(SHOWN.receiptPart) } })
  const offer = ofProvider({ ...anAmount, description: longer(SHOWN.description) })
  const denominations = [{ description: 'x'.repeat(SHOWN.description) }]
  expect(readProviderOffer(offer, PICTURES)).toMatchObject({ value: { denominations } })
})
