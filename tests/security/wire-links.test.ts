import { describe, expect, it } from 'vitest'

import { readLink } from '#domain/catalog/voucher.ts'
import { findPicture, pictureSource } from '#server/wholesaler/picture.ts'
import { readVoucher } from '#server/wholesaler/read/read-voucher.ts'
import { addresses } from '../support/hostile-addresses.ts'

/**
 * @security V1.2.2, V3.7.2, V3.4.3: Links use https without credentials and show hosts in punycode; pictures come only
 * from known hosts.
 */

const pictures = pictureSource(new URL('https://service.example/api/v1'), ['cdn.example'])
const ALLOWED = new Set(['https://service.example', 'https://cdn.example'])

describe(`${addresses.length} addresses of a hostile provider`, () => {
  it('the addresses are at least 150 different ones', () => {
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.length).toBeGreaterThanOrEqual(150)
  })

  it.each(addresses)('a picture at %j comes from an allowed host by HTTPS, or is dropped', (address) => {
    const src = findPicture(address, pictures)
    if (src === undefined) return
    const url = new URL(src)
    expect(ALLOWED).toContain(url.origin)
    expect(url.username + url.password).toBe('')
    // The URL cannot break out of an HTML attribute.
    expect(src).toMatch(/^https:\/\/[^\s"<>`]+$/)
  })

  it.each(addresses)('a redemption link to %j is plain HTTPS, or is shown as text', (address) => {
    const read = readVoucher({ redemption_url: address }, '/transaction/confirm').voucher?.link
    for (const text of [address, read]) {
      if (text === undefined) continue
      const link = readLink(text)
      if (link.kind === 'flagged') {
        expect(link.text).toBe(text)
        continue
      }
      const url = new URL(link.href)
      expect([url.protocol, url.username, url.password]).toEqual(['https:', '', ''])
      // The host that is shown is the one that the browser opens, in ASCII letters.
      expect(link.host).toBe(url.host)
      expect(link.host).toMatch(/^[\x21-\x7e]+$/)
      expect(link.href).toMatch(/^https:\/\/[^\s"<>]+$/)
    }
  })
})

it('some of the addresses are links, and others are shown as text', () => {
  const kinds = addresses.map((address) => readLink(address).kind)
  expect(kinds.filter((kind) => kind === 'safe').length).toBeGreaterThan(10)
  expect(kinds.filter((kind) => kind === 'flagged').length).toBeGreaterThan(100)
  expect(addresses.filter((address) => findPicture(address, pictures) !== undefined).length).toBeGreaterThan(10)
})

it.each([{}, [], 5, true, null, { href: 'https://service.example/a.png' }, ['https://service.example/a.png']])(
  'a redemption link %j that is not a text is dropped',
  (value) => {
    expect(readVoucher({ redemption_url: value }, '/transaction/confirm').voucher?.link).toBeUndefined()
  },
)
