import { describe, expect, it } from 'vitest'

import { findPage } from '#browser/pages/frontview/FrontviewPage.tsx'
import { paths } from '#browser/paths.ts'

describe('a page that a frontview names', () => {
  it.each([
    { name: 'balance', to: '/wallet' },
    { name: 'Wallet', to: '/wallet' },
    { name: 'sales', to: '/sales' },
    { name: 'transaction_history', to: '/sales' },
    { name: ' Sales-History ', to: '/sales' },
    { name: 'salesHistory', to: '/sales' },
    { name: 'pending', to: '/open-items' },
    { name: 'printer', to: '/printer' },
    { name: 'help', to: '/support' },
    { name: 'contact-us', to: '/support' },
    { name: 'products-data', to: '/catalogue-problems' },
    { name: 'home', to: '/sell' },
    { name: 'international', to: '/sell/international' },
    { name: 'loyalty-points', to: undefined },
    { name: 'toString', to: undefined },
    { name: '__proto__', to: undefined },
    { name: '', to: undefined },
    { name: '../sales', to: '/sales' },
    { name: '/', to: undefined },
  ])('$name is at $to', ({ name, to }) => {
    expect(findPage(name, null)).toBe(to)
  })
})

describe('its payload', () => {
  it.each([
    { payload: null, to: '/sales' },
    { payload: '', to: '/sales' },
    { payload: '{"state":"waiting"}', to: '/sales?state=waiting' },
    { payload: 'state=waiting&day=2026-11-19', to: '/sales?day=2026-11-19&state=waiting' },
    { payload: '?q=050%20123', to: '/sales?q=050+123' },
    // Encoded parameters as a JSON string, and an object inside one.
    { payload: '"state=waiting"', to: '/sales?state=waiting' },
    { payload: '"{\\"q\\":42}"', to: '/sales?q=42' },
    { payload: '{"q":42,"service":true}', to: '/sales?q=42&service=true' },
    { payload: '{"q":"a&state=sold"}', to: '/sales?q=a%26state%3Dsold' },
    // Nothing but what the page knows, and only what is text, a number or a flag.
    { payload: '{"cashier":"c1","__proto__":{"q":"x"},"tier":3}', to: '/sales' },
    { payload: '{"q":{"a":1},"day":["2026-11-19"],"state":null}', to: '/sales' },
    { payload: '{"q":"  "}', to: '/sales' },
    { payload: `{"q":"${'1'.repeat(101)}"}`, to: '/sales' },
    { payload: `{"q":"1","x":"${'y'.repeat(1_000)}"}`, to: '/sales' },
    { payload: '{"state"', to: '/sales' },
    { payload: '[1,2]', to: '/sales' },
    { payload: 'null', to: '/sales' },
    { payload: '5', to: '/sales' },
    { payload: 'hello', to: '/sales' },
  ])('$payload leads to $to', ({ payload, to }) => {
    expect(findPage('sales', payload)).toBe(to)
  })

  it.each([
    { payload: '{"country":"IND","group":"asia"}', to: '/sell/international/IND' },
    { payload: 'group=west africa', to: '/sell/international?group=west%20africa' },
    { payload: '{"country":"../wallet"}', to: '/sell/international' },
  ])('$payload goes to the international page $to', ({ payload, to }) => {
    expect(findPage('international', payload)).toBe(to)
  })

  it('is left aside by a page that has no use for it', () => {
    expect(findPage('balance', '{"wallet":"main"}')).toBe('/wallet')
  })
})

describe('its address', () => {
  it.each([
    { name: 'balance', payload: undefined, to: '/page/balance' },
    { name: 'a/b?c#d', payload: '{"a":"b&c"}', to: '/page/a%2Fb%3Fc%23d?payload=%7B%22a%22%3A%22b%26c%22%7D' },
    { name: 'x'.repeat(500), payload: 'y'.repeat(2_000), to: `/page/${'x'.repeat(100)}` },
    { name: 'half \uD83C', payload: undefined, to: '/page/half%20%EF%BF%BD' },
    { name: `${'x'.repeat(99)}🎁`, payload: '\uDF81', to: `/page/${'x'.repeat(99)}%EF%BF%BD?payload=%EF%BF%BD` },
  ])('holds $name and what comes with it', ({ name, payload, to }) => {
    expect(paths.frontviewPage(name, payload)).toBe(to)
  })
})
