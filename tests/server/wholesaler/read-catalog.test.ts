import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import { readBalance, readCurrency, readPoint } from '#server/wholesaler/read/read-point.ts'
import { readFrontview } from '#server/wholesaler/read/read-frontview.ts'
import { readServices } from '#server/wholesaler/read/read-services.ts'
import type { JsonObject } from '#server/lib/json/parse-json.ts'
import { saysNothing } from '#server/wholesaler/read/read-error.ts'

function valueOf<T>(read: { ok: true; value: T } | { ok: false; problem: string }): T {
  if (!read.ok) throw new Error(read.problem)
  return read.value
}

const pointOf = (answer: JsonObject, posId = '20418') => valueOf(readPoint(answer, posId)).point

/** Characters that would begin new lines, or reverse a line, on the screen and in print. */
const MANY_LINES = 'Shop\r\nBcc: evil@evil.example\u2028\u202Egpj&#8238;&#10;x'
const ONE_LINE = 'Shop Bcc: evil@evil.example gpj x'

describe('the point of sale (spec 2.2)', () => {
  it('all fields of a point of sale are read', () => {
    const answer = {
      agent: { name: 'Shop LLC', name_on_receipt: 'Shop', address: 'Street 1', topup_code: 4711 },
      pos: { id: 20418, frontview_id: '77' },
      support: { email: 'help@example.com' },
    }
    expect(pointOf(answer, '1')).toEqual({
      posId: '20418',
      agentName: 'Shop LLC',
      receiptName: 'Shop',
      address: 'Street 1',
      frontviewId: '77',
      topupCode: '4711',
      supportEmail: 'help@example.com',
    })
  })

  it('a point of sale without optional fields has no catalog layout and no top-up code', () => {
    const expected = { posId: '20418', agentName: 'Shop LLC', receiptName: 'Shop LLC', address: '' }
    expect(pointOf({ agent: { name: 'Shop LLC' }, pos: {} })).toEqual(expected)
    const empty = {
      agent: { name: 'Shop LLC', name_on_receipt: '', topup_code: null, address: null },
      pos: { id: '', frontview_id: '' },
      support: null,
    }
    expect(pointOf(empty)).toEqual(expected)
  })

  it.each<[odd: JsonObject, read: object, skipped: string[]]>([
    [{ agent: { name: 247, address: 5 }, pos: { frontview_id: 77 } }, { agentName: '247', address: '5' }, []],
    [{ agent: { name: 7.5 }, pos: [], support: [] }, { agentName: '7.5', posId: '20418' }, []],
    [{ pos: {} }, { agentName: '', receiptName: '' }, []],
    [{ agent: false, pos: {} }, { agentName: '' }, []],
    [{ agent: { topup_code: true } }, { agentName: '' }, ['`agent.topup_code` of /point_info cannot be read: a flag']],
    [{ agent: { name: 'A &amp; B<br>C' } }, { agentName: 'A & B C' }, []],
    [
      { agent: { name: MANY_LINES, name_on_receipt: MANY_LINES, topup_code: '4\u202E7' }, pos: { id: MANY_LINES } },
      { agentName: ONE_LINE, receiptName: ONE_LINE, posId: ONE_LINE, topupCode: '47' },
      [],
    ],
  ])('what is only shown of a point of sale is optional: %j', (odd, read, skipped) => {
    expect(readPoint(odd, '20418')).toMatchObject({ ok: true, value: { point: read, skipped } })
  })

  it.each([
    {
      answer: { pos: { frontview_id: { x: 1 } } },
      problem: '`pos.frontview_id` of /point_info cannot be read: an object',
    },
    ...[{}, { agent: null, pos: null }].map((answer) => ({
      answer,
      problem: 'the answer of /point_info says nothing',
    })),
    { answer: { agent: { name: 'Shop' }, pos: 'main' }, problem: '`pos` of /point_info cannot be read: a text' },
  ])('a point of sale is unreadable: $problem', ({ answer, problem }) => {
    expect(readPoint(answer, '1')).toEqual({ ok: false, reason: 'unreadable', problem })
  })
})

const NO_AMOUNT = '`wallets.main` of /balance is not a readable amount'

describe('the balance (spec 2.3)', () => {
  it.each([
    { main: 1000.5, amount: '1000.50' },
    { main: '1000.5', amount: '1000.50' },
    { main: 0, amount: '0.00' },
    { main: 0.1, amount: '0.10' },
    // Sums of floating-point numbers, and a wallet on credit.
    { main: 480.00000000000006, amount: '480.00' },
    { main: 0.1 + 0.2, amount: '0.30' },
    { main: 1234567.1000000001, amount: '1234567.10' },
    { main: 12345678901.100002, amount: '12345678901.10' },
    { main: 1.23456789, amount: '1.234568' },
    { main: -120.5, amount: '-120.50' },
    { main: -0.30000000000000004, amount: '-0.30' },
    { main: '-0.50', amount: '-0.50' },
    { main: -0, amount: '0.00' },
    { main: '-0.00', amount: '0.00' },
  ])('a balance of $main is $amount', ({ main, amount }) => {
    const expected = { ok: true, value: { amount, currency: 'AED' } }
    expect(readBalance({ currency: 'AED', wallets: { main, bonus: 'x' } })).toEqual(expected)
  })

  it.each([
    ['`wallets` of /balance is missing', { currency: 'AED' }],
    ['`wallets.main` of /balance is missing', { currency: 'AED', wallets: {} }],
    ['`wallets.main` of /balance cannot be read: null', { currency: 'AED', wallets: { main: null } }],
    ['`wallets.main` of /balance cannot be read: a list', { currency: 'AED', wallets: { main: [] } }],
    ...[5.551115123125783e-17, 1e300, Infinity, '480.00000000000006', '--5', '-', '- 5', '+5', '−5', -1e-9].map(
      (main): [string, JsonObject] => [NO_AMOUNT, { currency: 'AED', wallets: { main } }],
    ),
    [NO_AMOUNT, { currency: 'AED', wallets: { main: '1e3' } }],
    ['`currency` of /balance is missing', { wallets: { main: 5 } }],
    ['`currency` of /balance is empty', { currency: '', wallets: { main: 5 } }],
    ['`currency` of /balance cannot be read: a text', { currency: 'A\nED', wallets: { main: 5 } }],
  ])('an unreadable balance is not zero: %s', (problem, answer) => {
    expect(readBalance(answer)).toEqual({ ok: false, reason: 'unreadable', problem })
  })

  it('the currency is read from a wallet that cannot be read', () => {
    expect(readCurrency({ currency: 'AED', wallets: { main: 'much' } })).toEqual({ ok: true, value: 'AED' })
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

describe('products (spec 2.4)', () => {
  it('products are read with their commission', () => {
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
    'the commission $commission is read as $read, and the product is still sold',
    ({ commission, read }) => {
      const { services: found, skipped } = services({ ...aService, commission })
      const isNamed = read === undefined && !saysNothing(commission)
      expect([found[0]?.id, found[0]?.commission, skipped.length]).toEqual(['qamra', read, Number(isNamed)])
    },
  )

  it.each([
    ['an empty biller', { biller_name: '' }, { brand: 'Qamra Recharge' }],
    ['a missing biller', { biller_name: null }, { brand: 'Qamra Recharge' }],
    ['a number for a biller', { biller_name: 5 }, { brand: '5' }],
    ['a number for a name', { name: 7.5 }, { name: '7.5' }],
    ['half HTML in its name', { name: 'Caf&eacute; &amp; Co<br/>Dubai' }, { name: 'Café & Co Dubai' }],
    ['noise in its amounts', { amount_min: 4.999999999999999 }, { rule: { ...RULE, min: decimal('5.000000') } }],
    ['a picture for a name', { name: '🎮' }, { name: '🎮' }],
    ['no step', { amount_step: '' }, { rule: { ...RULE, step: decimal('0') } }],
    ['amounts as text', { amount_min: '5.0' }, { rule: { ...RULE, min: decimal('5.0') } }],
    ['no step', { amount_step: null }, { rule: { ...RULE, step: decimal('0') } }],
    ['flags as numbers', { active: 0, is_pin_based: 1 }, { isActive: false, kind: 'voucher' }],
    ['flags as text', { active: '1', is_pin_based: '0' }, { isActive: true, kind: 'direct' }],
    ['no active flag', { active: undefined }, { isActive: true }],
    ['a numeric id', { id: 12 }, { id: '12' }],
    ['the bridge', { id: 'international-bridge', is_pin_based: true }, { kind: 'international' }],
    ['unknown fields', { sticker: {} }, { id: 'qamra' }],
  ])('a product may come with %s', (_, odd, read) => {
    const { services: found, skipped } = services({ ...aService, ...odd })
    expect(found).toMatchObject([read])
    expect(skipped).toEqual([])
  })

  it.each([
    ['`services[1].amount_min` of /services is not a readable amount', { amount_min: 'five' }],
    ['`services[1].amount_max` of /services is not a readable amount', { amount_max: -5 }],
    ['`services[1].amount_step` of /services cannot be read: a list', { amount_step: [5] }],
    ['`services[1].amount_step` of /services is not a readable amount', { amount_step: 1e-9 }],
    ['`services[1].amount_min` of /services is missing', { amount_min: undefined }],
    ['`services[1].id` of /services cannot be read: null', { id: null }],
    ['`services[1].id` of /services is empty', { id: '' }],
    ['`services[1].active` of /services cannot be read: a list', { active: [] }],
    ['`services[1].active` of /services cannot be read: an object', { active: {} }],
    ['`services[1].is_account_required` of /services cannot be read: a list', { is_account_required: 'yes'.split('') }],
    ['`services[1].id` of /services is that of another one', { id: 'qamra' }],
  ])('an unreadable product is skipped and the others are read: %s', (problem, odd) => {
    const last = { ...aService, id: 'last' }
    const { services: found, skipped } = services(aService, { ...aService, id: 'odd', ...odd }, last)
    expect(found.map(({ id }) => id)).toEqual(['qamra', 'last'])
    expect(skipped).toEqual([problem])
  })

  it.each([null, 5, 'text', true])('%j is skipped in the list of products', (element) => {
    const skipped = [expect.stringContaining('`services[0]` of /services cannot be read')]
    expect(services(element)).toMatchObject({ services: [], skipped })
  })

  it.each([undefined, null, '', '\u200b\u200d', '\u2800', '\u0301', ' - ', '�', '&nbsp;', '<br>', [], {}, false])(
    'a product with the blank name %j is sold under its id, and reported',
    (name) => {
      const skipped = ['`services[0].name` of /services is blank, so its id is shown']
      expect(services({ ...aService, name, biller_name: '' })).toMatchObject({
        services: [{ name: 'qamra', brand: 'qamra' }],
        skipped,
      })
    },
  )

  it('a field that is left out is reported, unless it is empty', () => {
    const { skipped } = services({ ...aService, biller_name: { en: 'Q' }, category_name: false, subcategory_name: [] })
    expect(skipped).toEqual(['`services[0].biller_name` of /services cannot be read: an object'])
  })

  it.each<[list: unknown, ids: string[] | undefined]>([
    [{}, []],
    [{ 0: aService, 2: { ...aService, id: 'b' } }, ['qamra', 'b']],
    [{ 0: aService, total: 1 }, undefined],
    [{ '-1': aService }, undefined],
    [{ qamra: aService }, undefined],
    ...[null, false, '', 'none', 5].map((none) => [none, undefined] as [unknown, undefined]),
  ])('the list of products %j is read as %j', (list, ids) => {
    const read = readServices({ services: list })
    expect(read.ok ? read.value.services.map(({ id }) => id) : undefined).toEqual(ids)
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

const HALF_HTML = [
  { name: 'Tom &amp; Co', read: 'Tom & Co' },
  { name: 'Don&#039;t &#x1F381; &quot;A&quot;', read: 'Don\'t 🎁 "A"' },
  { name: 'Caf&eacute;&nbsp;&ndash;&hellip;&euro;&rsquo;&#146;', read: 'Café\u00a0–…€’’' },
  { name: '&amp;lt;b&amp;gt; &amp;amp;', read: '&lt;b&gt; &amp;' },
  { name: 'a&lt;br&gt;b', read: 'a\nb' },
  { name: 'a<br>\r\nb</br>c<br class="x">d<BR\n/>e', read: 'a\nb\nc\nd\ne' },
  { name: '&bogus; &; &#; AT&T &amp &#xD800; &#9999999;', read: '&bogus; &; &#; AT&T &amp � �' },
  {
    name: 'A&AMP;B &LT;5&GT; 10&percnt;&comma; a&sol;b &lpar;x&rpar; &deg;C&semi; &NBSP;',
    read: 'A&B <5> 10%, a/b (x) °C; &NBSP;',
  },
  { name: 'a&#8238;b&#7;c<brx><p>', read: 'abc<brx><p>' },
]

describe('the catalog layout (spec 2.5)', () => {
  it('the catalog layout keeps the order of the wholesaler', () => {
    const ids = [{ id: 3 }, { id: '1', parent_id: 3 }, { id: 2, parent_id: '3' }]
    const roots = [false, [], {}, '', 0].map((parent_id, at) => ({ id: 4 + at, parent_id }))
    const { tiles } = tilesOf(...[...ids, ...roots].map((each) => ({ ...anElement, ...each })))
    expect(tiles.map(({ id, parentId }) => [id, parentId].join())).toEqual([
      '3,',
      '1,3',
      '2,3',
      '4,',
      '5,',
      '6,',
      '7,',
      '8,',
    ])
  })

  it.each([
    { name: 'Mobile<br>Recharge', read: 'Mobile\nRecharge' },
    { name: 'Mobile<br/>Recharge', read: 'Mobile\nRecharge' },
    { name: 'Mobile<BR />Recharge', read: 'Mobile\nRecharge' },
    { name: '<b>5 < 6 & "7"</b>', read: '<b>5 < 6 & "7"</b>' },
    ...HALF_HTML,
    { name: '<script>alert(1)</script>', read: '<script>alert(1)</script>' },
    { name: 'شحن قمرة<br>5 دراهم', read: 'شحن قمرة\n5 دراهم' },
    { name: '\u202Edlog\u202C \u2067Gold\u2069', read: 'dlog Gold' },
    { name: 'Joy 🎁 👩‍👩‍👧', read: 'Joy 🎁 👩‍👩‍👧' },
    ...['', null, [], '\u200b', '\ufeff', ' ', '&zwnj;', '<br><br>'].map((name) => ({ name, read: '7' })),
    { name: 5, read: '5' },
    { name: 1.5, read: '1.5' },
  ])('the name $name of a tile is read', ({ name, read }) => {
    expect(tileOf({ name })).toMatchObject({ name: read })
  })

  it.each([1, '1', true, null, undefined, 'TRUE', 'yes', ' Y', 'on', '1.0'])(
    'a tile whose active is %j is active',
    (active) => {
      expect(tileOf({ active })).toMatchObject({ isActive: true })
    },
  )

  it.each([0, '0', false, 2, '', 'NO', 'off', 'perhaps', [[]], {}])(
    'a tile whose active is %j is not active',
    (active) => {
      expect(tileOf({ active })).toMatchObject({ isActive: false })
    },
  )

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
    ['an unknown type', { type: 'carousel', content_id: 'qamra' }, { kind: 'open' }],
    ['an unknown type with an action', { type: 'carousel', ...page({ page: 'balance' }) }, BALANCE],
    ['an action of blanks', { action: ' ' }, { kind: 'open' }],
    ['no action at all', { action: null }, { kind: 'open' }],
    ['an action that is not text', { action: { x: 1 } }, { kind: 'unsupported', name: '' }],
    ...[[], {}, false].map((action): [string, object, object] => [
      'an empty form of an action',
      { action },
      { kind: 'open' },
    ]),
    ['an unknown action', { action: 'gotoMoon' }, { kind: 'unsupported', name: 'gotoMoon' }],
    ['an action with a very long name', { action: 'x'.repeat(500) }, { kind: 'unsupported', name: 'x'.repeat(60) }],
    ['gotoCategory', goTo({ target_alias: 'games' }), { kind: 'go-to', alias: 'games' }],
    ['gotoCategory with params as JSON text', goTo('{"target_alias":"games"}'), { kind: 'go-to', alias: 'games' }],
    ['gotoCategory without a target', goTo([]), { kind: 'go-to', alias: '' }],
    ['gotoCategory with a target that is a number', goTo({ target_alias: 7 }), { kind: 'go-to', alias: '7' }],
    ['gotoCategory with a target that is not text', goTo({ target_alias: {} }), { kind: 'go-to', alias: '' }],
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
      parent_id: { x: 1 },
    })
    expect(tiles.map(({ id }) => id)).toEqual(['1'])
    expect(skipped).toEqual([
      '`elements[0].id` of /frontview cannot be read: null',
      '`elements[2]` of /frontview cannot be read: a text',
      '`elements[3].parent_id` of /frontview cannot be read: an object',
    ])
  })
})
