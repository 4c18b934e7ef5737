import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money.ts'
import { readBalance, readCurrency, readPoint } from '#proxy/wholesaler/read-point.ts'
import { readFrontview } from '#proxy/wholesaler/read-frontview.ts'
import { readServices } from '#proxy/wholesaler/read-services.ts'

function valueOf<T>(read: { ok: true; value: T } | { ok: false; problem: string }): T {
  if (!read.ok) throw new Error(read.problem)
  return read.value
}

describe('the point of sale (spec 2.2)', () => {
  it('all fields of a point of sale are read', () => {
    const answer = {
      agent: { name: 'Shop LLC', name_on_receipt: 'Shop', address: 'Street 1', topup_code: 4711 },
      pos: { id: 20418, frontview_id: '77' },
      support: { email: 'help@example.com' },
    }
    expect(valueOf(readPoint(answer, '1'))).toEqual({
      posId: '20418',
      agentName: 'Shop LLC',
      receiptName: 'Shop',
      address: 'Street 1',
      frontviewId: '77',
      topupCode: '4711',
      supportEmail: 'help@example.com',
    })
  })

  it('a point of sale without optional fields has no frontview and no top-up code', () => {
    const expected = { posId: '20418', agentName: 'Shop LLC', receiptName: 'Shop LLC', address: '' }
    expect(valueOf(readPoint({ agent: { name: 'Shop LLC' }, pos: {} }, '20418'))).toEqual(expected)
    const empty = {
      agent: { name: 'Shop LLC', name_on_receipt: '', topup_code: null, address: null },
      pos: { id: '', frontview_id: '' },
      support: null,
    }
    expect(valueOf(readPoint(empty, '20418'))).toEqual(expected)
  })

  it('an optional field of a wrong type is ignored', () => {
    const odd = { agent: { name: 'Shop LLC', topup_code: true, address: 5 }, pos: { frontview_id: 77 }, support: [] }
    expect(valueOf(readPoint(odd, '20418'))).toMatchObject({ agentName: 'Shop LLC', frontviewId: '77', address: '' })
  })

  it.each([
    { answer: { pos: {} }, problem: '`agent` of /point_info is missing' },
    { answer: { agent: { name: 7 }, pos: {} }, problem: '`agent.name` of /point_info cannot be read: a number' },
    { answer: { agent: { name: 'Shop' }, pos: 'main' }, problem: '`pos` of /point_info cannot be read: a text' },
  ])('a point of sale is unreadable: $problem', ({ answer, problem }) => {
    expect(readPoint(answer, '1')).toEqual({ ok: false, reason: 'unreadable', problem })
  })
})

describe('the balance (spec 2.3)', () => {
  it.each([
    { main: 1000.5, amount: '1000.50' },
    { main: '1000.5', amount: '1000.50' },
    { main: 0, amount: '0.00' },
    { main: 0.1, amount: '0.10' },
  ])('a balance of $main is $amount', ({ main, amount }) => {
    const expected = { ok: true, value: { amount, currency: 'AED' } }
    expect(readBalance({ currency: 'AED', wallets: { main, bonus: 'x' } })).toEqual(expected)
  })

  it.each([
    ['`wallets` of /balance is missing', { currency: 'AED' }],
    ['`wallets.main` of /balance is missing', { currency: 'AED', wallets: {} }],
    ['`wallets.main` of /balance cannot be read: null', { currency: 'AED', wallets: { main: null } }],
    ['`wallets.main` of /balance cannot be read: a list', { currency: 'AED', wallets: { main: [] } }],
    ['`wallets.main` of /balance is not a readable amount', { currency: 'AED', wallets: { main: -5 } }],
    ['`wallets.main` of /balance is not a readable amount', { currency: 'AED', wallets: { main: '1e3' } }],
    ['`currency` of /balance is missing', { wallets: { main: 5 } }],
    ['`currency` of /balance is empty', { currency: '', wallets: { main: 5 } }],
  ])('an unreadable balance is not zero: %s', (problem, answer) => {
    expect(readBalance(answer)).toEqual({ ok: false, reason: 'unreadable', problem })
  })

  it('the currency is read from a wallet below zero', () => {
    expect(readCurrency({ currency: 'AED', wallets: { main: -5 } })).toEqual({ ok: true, value: 'AED' })
    expect(readCurrency({ currency: 5 })).toMatchObject({ ok: false, problem: '`currency` of /balance cannot be read' })
  })
})

const aService = {
  id: 'qamra',
  active: true,
  name: 'Qamra Recharge',
  biller_name: 'Qamra',
  category_name: 'Mobile',
  subcategory_name: 'Prepaid',
  amount_min: 5,
  amount_max: 500,
  amount_step: 0.1,
  commission: { value: 2.5, type: 0 },
  is_pin_based: false,
  is_account_required: true,
}
const RULE = { min: decimal('5'), max: decimal('500'), step: decimal('0.1') }
const services = (...elements: unknown[]) => valueOf(readServices({ services: elements }))

describe('services (spec 2.4)', () => {
  it('services are read with their commission', () => {
    expect(services(aService)).toEqual({
      services: [
        {
          id: 'qamra',
          isActive: true,
          name: 'Qamra Recharge',
          brand: 'Qamra',
          category: 'Mobile',
          subcategory: 'Prepaid',
          kind: 'direct',
          rule: RULE,
          isAccountRequired: true,
          commission: { kind: 'percent', value: '2.5' },
        },
      ],
      skipped: [],
    })
  })

  it.each([
    { commission: { value: '1.50', type: '1' }, read: { kind: 'fixed', value: '1.5' } },
    { commission: { value: 0, type: 0 }, read: { kind: 'percent', value: '0' } },
    ...[
      { value: -1, type: 0 },
      { value: '1e3', type: 0 },
      { value: 5, type: 2 },
    ].map((commission) => ({ commission })),
    ...[{ value: 5 }, { type: 0 }, null, 5, [], 'much'].map((commission) => ({ commission })),
  ] as { commission: unknown; read?: unknown }[])(
    'the commission $commission is read as $read, and the service is sold anyway',
    ({ commission, read }) => {
      const { services: found, skipped } = services({ ...aService, commission })
      expect([found[0]?.id, found[0]?.commission, skipped]).toEqual(['qamra', read, []])
    },
  )

  it.each([
    ['an empty biller', { biller_name: '' }, { brand: 'Qamra Recharge' }],
    ['a missing biller', { biller_name: null }, { brand: 'Qamra Recharge' }],
    ['a biller of a wrong type', { biller_name: 5 }, { brand: 'Qamra Recharge' }],
    ['amounts as text', { amount_min: '5.0' }, { rule: { ...RULE, min: decimal('5.0') } }],
    ['no step', { amount_step: null }, { rule: { ...RULE, step: decimal('0') } }],
    ['flags as numbers', { active: 0, is_pin_based: 1 }, { isActive: false, kind: 'voucher' }],
    ['flags as text', { active: '1', is_pin_based: '0' }, { isActive: true, kind: 'direct' }],
    ['nobody saying that it is inactive', { active: undefined }, { isActive: true }],
    ['a numeric id', { id: 12 }, { id: '12' }],
    ['the bridge', { id: 'international-bridge', is_pin_based: true }, { kind: 'international' }],
    ['unknown fields', { sticker: {} }, { id: 'qamra' }],
  ])('a service may come with %s', (_, odd, read) => {
    const { services: found, skipped } = services({ ...aService, ...odd })
    expect(found).toMatchObject([read])
    expect(skipped).toEqual([])
  })

  it.each([
    ['`services[1].amount_min` of /services is not a readable amount', { amount_min: 'five' }],
    ['`services[1].amount_max` of /services is not a readable amount', { amount_max: -5 }],
    ['`services[1].amount_step` of /services cannot be read: a list', { amount_step: [] }],
    ['`services[1].amount_step` of /services is not a readable amount', { amount_step: 1e-9 }],
    ['`services[1].amount_min` of /services is missing', { amount_min: undefined }],
    ['`services[1].id` of /services cannot be read: null', { id: null }],
    ['`services[1].id` of /services is empty', { id: '' }],
    ['`services[1].name` of /services cannot be read: a number', { name: 7 }],
    ['`services[1].active` of /services cannot be read: a list', { active: [] }],
    ['`services[1].active` of /services cannot be read: an object', { active: {} }],
    ['`services[1].is_account_required` of /services cannot be read: a list', { is_account_required: 'yes'.split('') }],
    ['`services[1].id` of /services is that of another one', { id: 'qamra' }],
  ])('an unreadable service is skipped and the others are read: %s', (problem, odd) => {
    const last = { ...aService, id: 'last' }
    const { services: found, skipped } = services(aService, { ...aService, id: 'odd', ...odd }, last)
    expect(found.map(({ id }) => id)).toEqual(['qamra', 'last'])
    expect(skipped).toEqual([problem])
  })

  it.each([null, 5, 'text', true])('%j is skipped in the list of services', (element) => {
    const skipped = [expect.stringContaining('`services[0]` of /services cannot be read')]
    expect(services(element)).toMatchObject({ services: [], skipped })
  })

  it('services are unreadable when there is no list', () => {
    const problem = '`services` of /services cannot be read: an object'
    expect(readServices({ services: {} })).toEqual({ ok: false, reason: 'unreadable', problem })
  })
})

const BASE = new URL('https://service.example/api/v1')
const anElement = {
  id: 7,
  parent_id: null,
  type: 'category',
  alias: '',
  name: 'Mobile',
  active: 1,
  image_large: null,
  image_small: null,
  action: '',
  params: [],
  content_id: '',
}
const tilesOf = (...elements: unknown[]) => valueOf(readFrontview({ elements }, BASE))
const tileOf = (odd: object) => tilesOf({ ...anElement, ...odd }).tiles[0]

describe('the frontview (spec 2.5)', () => {
  it('the frontview keeps the order of the wholesaler', () => {
    const ids = [{ id: 3 }, { id: '1', parent_id: 3 }, { id: 2, parent_id: '3' }]
    const { tiles } = tilesOf(...ids.map((each) => ({ ...anElement, ...each })))
    expect(tiles.map(({ id, parentId }) => [id, parentId].join())).toEqual(['3,', '1,3', '2,3'])
  })

  it.each([
    { name: 'Mobile<br>Recharge', read: 'Mobile\nRecharge' },
    { name: 'Mobile<br/>Recharge', read: 'Mobile\nRecharge' },
    { name: 'Mobile<BR />Recharge', read: 'Mobile\nRecharge' },
    { name: '<b>5 < 6 & "7"</b>', read: '<b>5 < 6 & "7"</b>' },
    { name: 'Tom &amp; Co', read: 'Tom &amp; Co' },
    { name: '<script>alert(1)</script>', read: '<script>alert(1)</script>' },
    { name: 'شحن قمرة<br>5 دراهم', read: 'شحن قمرة\n5 دراهم' },
    { name: '\u202Edlog\u202C \u2067Gold\u2069', read: 'dlog Gold' },
    { name: 'Joy 🎁 👩‍👩‍👧', read: 'Joy 🎁 👩‍👩‍👧' },
    { name: '', read: '' },
    { name: null, read: '' },
    { name: 5, read: '5' },
    { name: 1.5, read: '' },
    { name: [], read: '' },
  ])('the name $name of a tile is read', ({ name, read }) => {
    expect(tileOf({ name })).toMatchObject({ name: read })
  })

  it.each([1, '1', true, null, undefined])('a tile whose active is %j is active', (active) => {
    expect(tileOf({ active })).toMatchObject({ isActive: true })
  })

  it.each([0, '0', false, 2, '', 'yes', [[]], {}])('a tile whose active is %j is not active', (active) => {
    expect(tileOf({ active })).toMatchObject({ isActive: false })
  })

  it.each([
    { image: '/img/a.png', read: 'https://service.example/img/a.png' },
    { image: 'https://elsewhere.example/a.png', read: undefined },
    { image: null, read: undefined },
    { image: 5, read: undefined },
  ])('the image $image of a tile is read as $read', ({ image, read }) => {
    const tile = tileOf({ image_large: image, image_small: image })
    expect([tile?.imageLarge, tile?.imageSmall]).toEqual([read, read])
  })

  const goTo = (params?: unknown) => ({ action: 'gotoCategory', params })
  const page = (params: object) => ({ action: 'gotoPage', params })
  const abroad = (params: object) => ({ action: 'international', params })
  const BALANCE = { kind: 'page', page: 'balance' }

  it.each<[what: string, odd: object, action: object]>([
    ['a category', {}, { kind: 'open' }],
    ['a product', { type: 'product', content_id: 'qamra' }, { kind: 'sell', serviceId: 'qamra' }],
    ['a product with a numeric service', { type: 'product', content_id: 12 }, { kind: 'sell', serviceId: '12' }],
    ['a product without a service', { type: 'product' }, { kind: 'sell', serviceId: '' }],
    ['a product with null for a service', { type: 'product', content_id: null }, { kind: 'sell', serviceId: '' }],
    ['a category with a service', { content_id: 'qamra' }, { kind: 'open' }],
    ['a banner', { type: 'other' }, { kind: 'none' }],
    ['a type nobody knows', { type: 'carousel', content_id: 'qamra' }, { kind: 'open' }],
    ['a type nobody knows, with an action,', { type: 'carousel', ...page({ page: 'balance' }) }, BALANCE],
    ['an action of blanks', { action: ' ' }, { kind: 'open' }],
    ['no action at all', { action: null }, { kind: 'open' }],
    ['an action that is no text', { action: {} }, { kind: 'unsupported', name: '' }],
    ['an action nobody knows', { action: 'gotoMoon' }, { kind: 'unsupported', name: 'gotoMoon' }],
    ['an action with a very long name', { action: 'x'.repeat(500) }, { kind: 'unsupported', name: 'x'.repeat(60) }],
    ['gotoCategory', goTo({ target_alias: 'games' }), { kind: 'go-to', alias: 'games' }],
    ['gotoCategory with params as JSON text', goTo('{"target_alias":"games"}'), { kind: 'go-to', alias: 'games' }],
    ['gotoCategory without a target', goTo([]), { kind: 'go-to', alias: '' }],
    ['gotoCategory with a target that is a number', goTo({ target_alias: 7 }), { kind: 'go-to', alias: '7' }],
    ['gotoCategory with a target that is no text', goTo({ target_alias: {} }), { kind: 'go-to', alias: '' }],
    ['gotoCategory with params that are text and no JSON', goTo('games'), { kind: 'go-to', alias: '' }],
    ['gotoPage', page({ page: 'balance', params: '{"a":1}' }), { ...BALANCE, payload: '{"a":1}' }],
    ['gotoPage with an object', page({ page: 'balance', params: { a: 1 } }), { ...BALANCE, payload: '{"a":1}' }],
    ['gotoPage without a payload', page({ page: 'balance', params: [] }), BALANCE],
    ['gotoPage without a page', page({}), { kind: 'page', page: '' }],
    [
      'international',
      abroad({ product_slug: ` ${'x'.repeat(90)} ` }),
      { kind: 'international', product: 'x'.repeat(90) },
    ],
    [
      'international with a product longer than any id',
      abroad({ product_slug: 'x'.repeat(101) }),
      { kind: 'international' },
    ],
    [
      'international to a country',
      abroad({ country: 'IND', group: 'asia' }),
      { kind: 'international', country: 'IND', group: 'asia' },
    ],
  ])('the action of %s is read', (_, odd, action) => {
    expect(tileOf(odd)?.action).toEqual(action)
  })

  it.each([null, {}, '', 5, '{"warning":', [[{ warning: 'x' }]]])(
    'the action of a category with the params %j is read',
    (params) => {
      expect(tileOf({ params })?.action).toEqual({ kind: 'open' })
    },
  )

  it.each([
    { type: 'category', read: 'category' },
    { type: 'product', read: 'product' },
    { type: 'other', read: 'other' },
    { type: 'Category', read: 'unknown' },
    { type: '', read: 'unknown' },
    { type: null, read: 'unknown' },
    { type: 5, read: 'unknown' },
  ])('the type $type of a tile is read as $read', ({ type, read }) => {
    expect(tileOf({ type })?.type).toBe(read)
  })

  it('the warning of a tile is read', () => {
    const product = { type: 'product', content_id: 'qamra', params: { warning: 'No refunds\u0000' } }
    const odd = [{ params: '{"warning":"UAE only"}' }, product, { params: {} }, { params: { warning: 5 } }]
    expect(odd.map((each) => tileOf(each)?.warning)).toEqual(['UAE only', 'No refunds', undefined, undefined])
  })

  it('an element without a readable id or parent is skipped, and the others are read', () => {
    const { tiles, skipped } = tilesOf({ ...anElement, id: null }, { ...anElement, id: 1 }, 'text', {
      ...anElement,
      id: 2,
      parent_id: {},
    })
    expect(tiles.map(({ id }) => id)).toEqual(['1'])
    expect(skipped).toEqual([
      '`elements[0].id` of /frontview cannot be read: null',
      '`elements[2]` of /frontview cannot be read: a text',
      '`elements[3].parent_id` of /frontview cannot be read: an object',
    ])
  })
})
