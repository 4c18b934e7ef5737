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
    expect(readBalance({ currency: 'AED', wallets: { main, bonus: 'x' } })).toEqual({
      ok: true,
      value: { amount, currency: 'AED' },
    })
  })

  it.each([
    { answer: { currency: 'AED' }, problem: '`wallets` of /balance is missing' },
    { answer: { currency: 'AED', wallets: {} }, problem: '`wallets.main` of /balance is missing' },
    {
      answer: { currency: 'AED', wallets: { main: null } },
      problem: '`wallets.main` of /balance cannot be read: null',
    },
    {
      answer: { currency: 'AED', wallets: { main: [] } },
      problem: '`wallets.main` of /balance cannot be read: a list',
    },
    {
      answer: { currency: 'AED', wallets: { main: -5 } },
      problem: '`wallets.main` of /balance is not a readable amount',
    },
    {
      answer: { currency: 'AED', wallets: { main: '1e3' } },
      problem: '`wallets.main` of /balance is not a readable amount',
    },
    { answer: { wallets: { main: 5 } }, problem: '`currency` of /balance is missing' },
    { answer: { currency: '', wallets: { main: 5 } }, problem: '`currency` of /balance is empty' },
  ])('an unreadable balance is not zero: $problem', ({ answer, problem }) => {
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
          rule: { min: decimal('5'), max: decimal('500'), step: decimal('0.1') },
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
    { commission: { value: -1, type: 0 }, read: undefined },
    { commission: { value: '1e3', type: 0 }, read: undefined },
    { commission: { value: 5, type: 2 }, read: undefined },
    { commission: { value: 5 }, read: undefined },
    { commission: { type: 0 }, read: undefined },
    { commission: null, read: undefined },
    { commission: 5, read: undefined },
    { commission: [], read: undefined },
  ])('the commission $commission is read as $read, and the service is sold anyway', ({ commission, read }) => {
    const { services: found, skipped } = services({ ...aService, commission })
    expect([found[0]?.id, found[0]?.commission, skipped]).toEqual(['qamra', read, []])
  })

  it.each([
    { name: 'an empty biller', odd: { biller_name: '' }, read: { brand: 'Qamra Recharge' } },
    { name: 'a missing biller', odd: { biller_name: null }, read: { brand: 'Qamra Recharge' } },
    { name: 'a biller of a wrong type', odd: { biller_name: 5 }, read: { brand: 'Qamra Recharge' } },
    { name: 'a commission of a wrong type', odd: { commission: 'much' }, read: { id: 'qamra' } },
    {
      name: 'amounts as text',
      odd: { amount_min: '5.0' },
      read: { rule: { min: decimal('5.0'), max: decimal('500'), step: decimal('0.1') } },
    },
    {
      name: 'no step',
      odd: { amount_step: null },
      read: { rule: { min: decimal('5'), max: decimal('500'), step: decimal('0') } },
    },
    { name: 'flags as numbers', odd: { active: 0, is_pin_based: 1 }, read: { isActive: false, kind: 'voucher' } },
    { name: 'flags as text', odd: { active: '1', is_pin_based: '0' }, read: { isActive: true, kind: 'direct' } },
    { name: 'nobody saying that it is inactive', odd: { active: undefined }, read: { isActive: true } },
    { name: 'null for active', odd: { active: null }, read: { isActive: true } },
    { name: 'a number that says nothing', odd: { active: 2 }, read: { isActive: false } },
    { name: 'a text that says nothing', odd: { active: 'yes' }, read: { isActive: false } },
    { name: 'a numeric id', odd: { id: 12 }, read: { id: '12' } },
    { name: 'the bridge', odd: { id: 'international-bridge', is_pin_based: true }, read: { kind: 'international' } },
    { name: 'unknown fields', odd: { sticker: {} }, read: { id: 'qamra' } },
  ])('a service may come with $name', ({ odd, read }) => {
    const { services: found, skipped } = services({ ...aService, ...odd })
    expect(found).toMatchObject([read])
    expect(skipped).toEqual([])
  })

  it.each([
    { odd: { amount_min: 'five' }, problem: '`services[1].amount_min` of /services is not a readable amount' },
    { odd: { amount_max: -5 }, problem: '`services[1].amount_max` of /services is not a readable amount' },
    { odd: { amount_step: [] }, problem: '`services[1].amount_step` of /services cannot be read: a list' },
    { odd: { amount_step: 1e-9 }, problem: '`services[1].amount_step` of /services is not a readable amount' },
    { odd: { amount_min: undefined }, problem: '`services[1].amount_min` of /services is missing' },
    { odd: { id: null }, problem: '`services[1].id` of /services cannot be read: null' },
    { odd: { id: '' }, problem: '`services[1].id` of /services is empty' },
    { odd: { name: 7 }, problem: '`services[1].name` of /services cannot be read: a number' },
    { odd: { active: [] }, problem: '`services[1].active` of /services cannot be read: a list' },
    { odd: { active: {} }, problem: '`services[1].active` of /services cannot be read: an object' },
    {
      odd: { is_account_required: 'yes'.split('') },
      problem: '`services[1].is_account_required` of /services cannot be read: a list',
    },
    { odd: { id: 'qamra' }, problem: '`services[1].id` of /services is that of another one' },
  ])('an unreadable service is skipped and the others are read: $problem', ({ odd, problem }) => {
    const { services: found, skipped } = services(
      aService,
      { ...aService, id: 'odd', ...odd },
      { ...aService, id: 'last' },
    )
    expect(found.map(({ id }) => id)).toEqual(['qamra', 'last'])
    expect(skipped).toEqual([problem])
  })

  it.each([{ element: null }, { element: 5 }, { element: 'text' }, { element: true }])(
    '$element is skipped in the list of services',
    ({ element }) => {
      expect(services(element)).toMatchObject({
        services: [],
        skipped: [expect.stringContaining('`services[0]` of /services cannot be read')],
      })
    },
  )

  it('services are unreadable when there is no list', () => {
    expect(readServices({ services: {} })).toEqual({
      ok: false,
      reason: 'unreadable',
      problem: '`services` of /services cannot be read: an object',
    })
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
    const { tiles } = tilesOf(
      { ...anElement, id: 3 },
      { ...anElement, id: '1', parent_id: 3 },
      { ...anElement, id: 2, parent_id: '3' },
    )
    expect(tiles.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['3', undefined],
      ['1', '3'],
      ['2', '3'],
    ])
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

  it.each([
    { active: 1, isActive: true },
    { active: '1', isActive: true },
    { active: true, isActive: true },
    { active: 0, isActive: false },
    { active: '0', isActive: false },
    { active: false, isActive: false },
    { active: 2, isActive: false },
    { active: '', isActive: false },
    { active: 'yes', isActive: false },
    { active: [], isActive: false },
    { active: {}, isActive: false },
    { active: null, isActive: true },
    { active: undefined, isActive: true },
  ])('a tile whose active is $active has isActive $isActive', ({ active, isActive }) => {
    expect(tileOf({ active })).toMatchObject({ isActive })
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

  it.each([
    { name: 'a category', odd: {}, action: { kind: 'open' } },
    { name: 'a product', odd: { type: 'product', content_id: 'qamra' }, action: { kind: 'sell', serviceId: 'qamra' } },
    {
      name: 'a product with a numeric service',
      odd: { type: 'product', content_id: 12 },
      action: { kind: 'sell', serviceId: '12' },
    },
    { name: 'a product without a service', odd: { type: 'product' }, action: { kind: 'sell', serviceId: '' } },
    {
      name: 'a product with null for a service',
      odd: { type: 'product', content_id: null },
      action: { kind: 'sell', serviceId: '' },
    },
    { name: 'a category with a service', odd: { content_id: 'qamra' }, action: { kind: 'open' } },
    { name: 'a banner', odd: { type: 'other' }, action: { kind: 'none' } },
    { name: 'a type nobody knows', odd: { type: 'carousel', content_id: 'qamra' }, action: { kind: 'open' } },
    {
      name: 'a type nobody knows, with an action,',
      odd: { type: 'carousel', action: 'gotoPage', params: { page: 'balance' } },
      action: { kind: 'page', page: 'balance' },
    },
    { name: 'an action of blanks', odd: { action: ' ' }, action: { kind: 'open' } },
    { name: 'no action at all', odd: { action: null }, action: { kind: 'open' } },
    {
      name: 'gotoCategory',
      odd: { action: 'gotoCategory', params: { target_alias: 'games' } },
      action: { kind: 'go-to', alias: 'games' },
    },
    {
      name: 'gotoCategory with params as JSON text',
      odd: { action: 'gotoCategory', params: '{"target_alias":"games"}' },
      action: { kind: 'go-to', alias: 'games' },
    },
    {
      name: 'gotoCategory without a target',
      odd: { action: 'gotoCategory' },
      action: { kind: 'go-to', alias: '' },
    },
    {
      name: 'gotoCategory with a target that is a number',
      odd: { action: 'gotoCategory', params: { target_alias: 7 } },
      action: { kind: 'go-to', alias: '7' },
    },
    {
      name: 'an action that is no text',
      odd: { action: {} },
      action: { kind: 'unsupported', name: '' },
    },
    {
      name: 'gotoCategory with a target that is no text',
      odd: { action: 'gotoCategory', params: { target_alias: {} } },
      action: { kind: 'go-to', alias: '' },
    },
    {
      name: 'gotoCategory with params that are text and no JSON',
      odd: { action: 'gotoCategory', params: 'games' },
      action: { kind: 'go-to', alias: '' },
    },
    {
      name: 'gotoPage',
      odd: { action: 'gotoPage', params: { page: 'balance', params: '{"a":1}' } },
      action: { kind: 'page', page: 'balance', payload: '{"a":1}' },
    },
    {
      name: 'gotoPage with an object',
      odd: { action: 'gotoPage', params: { page: 'balance', params: { a: 1 } } },
      action: { kind: 'page', page: 'balance', payload: '{"a":1}' },
    },
    {
      name: 'gotoPage without a payload',
      odd: { action: 'gotoPage', params: { page: 'balance', params: [] } },
      action: { kind: 'page', page: 'balance' },
    },
    {
      name: 'gotoPage without a page',
      odd: { action: 'gotoPage', params: {} },
      action: { kind: 'page', page: '' },
    },
    {
      name: 'international',
      odd: { action: 'international', params: { product_slug: ` ${'x'.repeat(90)} ` } },
      action: { kind: 'international', product: 'x'.repeat(90) },
    },
    {
      name: 'international with a product longer than any id',
      odd: { action: 'international', params: { product_slug: 'x'.repeat(101) } },
      action: { kind: 'international' },
    },
    {
      name: 'international to a country',
      odd: { action: 'international', params: { country: 'IND', group: 'asia' } },
      action: { kind: 'international', country: 'IND', group: 'asia' },
    },
    { name: 'an action nobody knows', odd: { action: 'gotoMoon' }, action: { kind: 'unsupported', name: 'gotoMoon' } },
    {
      name: 'an action with a very long name',
      odd: { action: 'x'.repeat(500) },
      action: { kind: 'unsupported', name: 'x'.repeat(60) },
    },
    { name: 'params that are null', odd: { params: null }, action: { kind: 'open' } },
    { name: 'params that are an empty object', odd: { params: {} }, action: { kind: 'open' } },
    { name: 'params that are empty text', odd: { params: '' }, action: { kind: 'open' } },
    { name: 'params that are a number', odd: { params: 5 }, action: { kind: 'open' } },
    { name: 'params that are broken JSON', odd: { params: '{"warning":' }, action: { kind: 'open' } },
    { name: 'params that are a list with entries', odd: { params: [{ warning: 'x' }] }, action: { kind: 'open' } },
  ])('the action of $name is read', ({ odd, action }) => {
    expect(tileOf(odd)?.action).toEqual(action)
  })

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
    expect(tileOf({ params: '{"warning":"UAE only"}' })?.warning).toBe('UAE only')
    expect(tileOf({ type: 'product', content_id: 'qamra', params: { warning: 'No refunds\u0000' } })?.warning).toBe(
      'No refunds',
    )
    expect(tileOf({ params: {} })?.warning).toBeUndefined()
    expect(tileOf({ params: { warning: 5 } })?.warning).toBeUndefined()
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
