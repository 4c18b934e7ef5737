import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { Frontview, Services } from '#wholesaler-api/catalog.ts'
import { PointInfo } from '#wholesaler-api/point.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { aSandbox } from './a-sandbox.ts'
import { bodyOf, createCaller, gist } from './caller.ts'
import { itWhenFull } from '../support/level.ts'

type Raw = Record<string, unknown>

async function look(sandbox: Sandbox) {
  const caller = createCaller(sandbox)
  const { elements } = v.parse(Frontview, bodyOf(await caller.post('/frontview', { frontview_id: '7' })))
  const { services } = v.parse(Services, bodyOf(await caller.post('/services')))
  const raw = elements.filter((one): one is Raw => typeof one === 'object' && one !== null && !Array.isArray(one))
  return { caller, elements: raw, services: services as (Raw | null)[] }
}

describe('the odd frontview', async () => {
  const sandbox = await startSandbox({ frontview: 'odd' })
  const { elements, services } = await look(sandbox)
  await sandbox.close()

  const idOf = (value: unknown) => String(value)
  const first = (id: unknown) => elements.find((one) => idOf(one.id) === idOf(id))
  const parentOf = ({ parent_id }: Raw) =>
    parent_id === null || parent_id === undefined ? undefined : first(parent_id)
  const depthOf = (one: Raw, steps = 0): number => {
    const parent = parentOf(one)
    return parent === undefined || steps > 20 ? 1 : 1 + depthOf(parent, steps + 1)
  }
  const goals = (one: Raw) => {
    const params = typeof one.params === 'string' ? textParams(one.params) : one.params
    const alias = (params as Raw | null)?.target_alias
    return alias ? elements.filter((other) => other.alias === alias) : []
  }
  const links = elements.filter(({ action }) => action === 'gotoCategory')
  const products = elements.filter(({ type, action }) => type === 'product' && !action)
  const serviceOf = ({ content_id }: Raw) => services.find((service) => service?.id === content_id)
  const paramsOfAll = elements.map(({ params }) => params)
  const isText = (text: string) => text.startsWith('{') && textParams(text) !== undefined
  const named = (pattern: RegExp) => elements.some(({ name }) => pattern.test(String(name)))

  it.each<[string, () => boolean]>([
    ['a missing parent', () => elements.some((one) => one.parent_id && !parentOf(one))],
    ['an element below it', () => elements.some((one) => parentOf(one)?.parent_id && !parentOf(parentOf(one)!))],
    ['its own parent', () => elements.some((one) => idOf(one.parent_id) === idOf(one.id))],
    ['a cycle of two', () => elements.some((one) => inCircle(one, 2))],
    ['a cycle of three', () => elements.some((one) => inCircle(one, 3))],
    ['two elements with one id', () => new Set(elements.map(({ id }) => idOf(id))).size < elements.length],
    ['two elements with one alias', () => links.some((one) => goals(one).length > 1)],
    ['a link without a target', () => links.some((one) => !(one.params as Raw | null)?.target_alias)],
    [
      'a link to nothing',
      () => links.some((one) => (one.params as Raw | null)?.target_alias && goals(one).length === 0),
    ],
    ['a link to an inactive element', () => links.some((one) => goals(one)[0]?.active === 0)],
    ['a link to itself', () => links.some((one) => goals(one)[0] === one)],
    ['a link to a product', () => links.some((one) => goals(one)[0]?.type === 'product')],
    ['two links that point at each other', () => links.some((one) => { const [to] = goals(one); return to && to !== one && goals(to)[0] === one })], // prettier-ignore
    ['a product whose service is missing', () => products.some((one) => one.content_id && !serviceOf(one))],
    ['a product without a service', () => products.some((one) => !one.content_id)],
    ['a product whose service is inactive', () => products.some((one) => serviceOf(one)?.active === false)],
    ['a product whose service is unreadable', () => products.some((one) => serviceOf(one)?.amount_min === 'little')],
    ['an unknown type', () => elements.some(({ type }) => type === 'widget')],
    ['an unknown type with children', () => elements.some((one) => parentOf(one)?.type === 'shelf')],
    ['an unknown action', () => elements.some(({ action }) => action === 'openDrawer')],
    ['other without an action', () => elements.some(({ type, action }) => type === 'other' && action === '')],
    ['params as []', () => paramsOfAll.some((one) => Array.isArray(one) && one.length === 0)],
    ['params as {}', () => paramsOfAll.some((one) => JSON.stringify(one) === '{}')],
    ['params as null', () => paramsOfAll.includes(null)],
    ['params as text', () => paramsOfAll.some((one) => typeof one === 'string' && !isText(one))],
    ['params as JSON text', () => paramsOfAll.some((one) => typeof one === 'string' && isText(one))],
    ['a warning', () => paramsOfAll.some((one) => typeof (one as Raw | null)?.warning === 'string')],
    ['eight levels', () => elements.some((one) => one.type === 'category' && depthOf(one) === 8)],
    ['an empty category', () => elements.some((one) => one.type === 'category' && !elements.some((other) => parentOf(other) === one))], // prettier-ignore
    ['a category with a content_id', () => elements.some(({ type, content_id }) => type === 'category' && content_id)],
    ['active as "1", true and false', () => ['1', true, false].every((value) => elements.some(({ active }) => active === value))], // prettier-ignore
    ['<br>, <br/> and <script> in names', () => named(/<br>/) && named(/<br\/>/) && named(/<script>/)],
    ['text from right to left', () => named(/\p{Script=Arabic}/u)],
    ['emoji', () => named(/\p{Emoji_Presentation}/u)],
    ['a very long name', () => elements.some(({ name }) => String(name).length > 200)],
    ['pages balance, sales, support and an unknown one', () => ['balance', 'sales', 'support', 'loyalty-points'].every((page) => paramsOfAll.some((one) => (one as Raw | null)?.page === page))], // prettier-ignore
    ['a payload as JSON text', () => paramsOfAll.some((one) => String((one as Raw | null)?.params).startsWith('{"'))],
    ['a missing and a broken picture', () => products.some((one) => one.image_small === null) && products.some((one) => String(one.image_small).endsWith('/gone.svg'))], // prettier-ignore
  ])('the odd frontview contains %s', (_, isThere) => expect(isThere()).toBeTruthy())

  function inCircle(one: Raw, length: number): boolean {
    let at: Raw | undefined = one
    for (let step = 1; step <= length; step += 1) {
      at = at && parentOf(at)
      if (at === one) return step === length
    }
    return false
  }
})

function textParams(text: string): Raw | undefined {
  try {
    return JSON.parse(text) as Raw
  } catch {
    return undefined
  }
}

describe('the huge frontview', () => {
  it('the huge frontview has one category with the requested number of products, each with its own service', async () => {
    const sandbox = await aSandbox({ frontview: 'huge', hugeProducts: 10_000 })
    const { caller, elements, services } = await look(sandbox)
    const [category] = elements.filter(({ alias }) => alias === 'everything')
    const below = elements.filter(({ parent_id }) => parent_id === category?.id)
    expect(below).toHaveLength(10_000)
    expect(new Set(elements.map(({ id }) => String(id))).size).toBe(elements.length)
    const ids = new Set(services.map((service) => service?.id))
    expect(ids.size).toBe(services.length)
    expect(new Set(below.map(({ content_id }) => content_id)).size).toBe(10_000)
    expect(below.every(({ content_id }) => ids.has(content_id))).toBe(true)
    expect(new Set(below.map(({ name }) => name)).size).toBe(10_000)

    const product = 'huge-00204'
    const { amount_min } = services.find((service) => service?.id === product) ?? {}
    expect(gist(await caller.checkVoucher('huge', product, Number(amount_min)))).toBe('state -1')
    expect(gist(await caller.confirm('huge', Number(amount_min)))).toBe('state 1')
    expect(gist(await caller.checkVoucher('none', 'huge-99999'))).toBe('error 101')
  })

  itWhenFull('the huge frontview can have 100,000 products', async () => {
    const { elements } = await look(await aSandbox({ frontview: 'huge', hugeProducts: 100_000 }))
    expect(elements.length).toBeGreaterThan(100_000)
  })
})

describe('a wholesaler without a usable frontview', () => {
  it('a wholesaler without a frontview names none at the point of sale and serves none', async () => {
    const caller = createCaller(await aSandbox({ frontview: 'none' }))
    expect(v.parse(PointInfo, bodyOf(await caller.post('/point_info'))).pos).toEqual({ id: '20418' })
    expect(gist(await caller.post('/frontview', { frontview_id: '7' }))).toBe('error 50')
  })

  it('a wholesaler with an unreadable frontview names one that does not parse', async () => {
    const caller = createCaller(await aSandbox({ frontview: 'unreadable' }))
    expect(v.parse(PointInfo, bodyOf(await caller.post('/point_info'))).pos?.frontview_id).toBe('7')
    const answer = bodyOf(await caller.post('/frontview', { frontview_id: '7' }))
    expect(v.is(Frontview, answer)).toBe(false)
  })
})

describe('the control page', () => {
  it('the control page switches the point of sale to another frontview', async () => {
    const sandbox = await aSandbox({ basePath: '/deep' })
    const before = await look(sandbox)
    expect(await pageOf(sandbox)).toMatch(/<button name="frontview" value="standard" disabled>/)

    const answer = await choose(sandbox, 'odd')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/deep/control'])
    expect(await pageOf(sandbox)).toMatch(/<button name="frontview" value="odd" disabled>/)
    expect((await look(sandbox)).elements.length).not.toBe(before.elements.length)
  })

  it('the control page rejects the name of a frontview that does not exist', async () => {
    const sandbox = await aSandbox()
    expect((await choose(sandbox, 'constructor')).status).toBe(400)
    expect(await pageOf(sandbox)).toMatch(/value="standard" disabled/)
  })

  const pageOf = async ({ controlUrl }: Sandbox) => (await fetch(controlUrl)).text()
  const choose = ({ controlUrl }: Sandbox, frontview: string) =>
    fetch(controlUrl, { method: 'POST', body: new URLSearchParams({ frontview }), redirect: 'manual' })
})
