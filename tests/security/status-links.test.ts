import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { DisplayView } from '#api/displays.ts'
import { PRACTICE_HEADER } from '#api/headers.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { STATUS_PAGE_RATE } from '#server/http/rate-limits.ts'
import { createStatusLinks, statusKeyOf, STATUS_PATH } from '#server/status-page/status-link.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aPublicOrigin } from '../support/free-port.ts'
import { every } from '../support/pace.ts'
import { HEADERS_OF_ALL, sendRaw } from '../support/raw-request.ts'
import { DAY } from '../support/sales.ts'
import { openSale, openShop, sell, type Browser } from '../support/shop.ts'
import { statusAddressOf } from '../support/status-address.ts'
import { aGuardedShop, type GuardedShop, type Known } from './support/guarded-shop.ts'

/**
 * @security V3.4.1, V8.2.1: A status link has a 128-bit HMAC and is valid for 30 days, and each IP address may load two
 * a second.
 */

let shop: GuardedShop
let amal: Known
let till: Browser
let sale: Sale
let token: string

beforeAll(async () => {
  const env = { ...(await aPublicOrigin()), TRUST_PROXY: '127.0.0.1' }
  shop = await aGuardedShop({ env, polling: every(60_000) })
  amal = await shop.add('Amal', 'cashier', '4711')
  till = await shop.signedIn(amal)
  sale = (await sell(till, { account: recipients.heldByTurnover, amount: '35' })).body
  token = sale.statusLink?.slice(`${shop.url}${STATUS_PATH}`.length) ?? ''
})
afterAll(() => shop.close())

let visitors = 0
/** Returns a new phone's address each time, so that no phone is rate-limited. */
const another = () => `198.51.${(visitors += 1) >> 8}.${visitors & 255}`

async function follow(said: string, { from = another(), method = 'GET', headers = [] as string[] } = {}) {
  const address = `${method} ${STATUS_PATH}${said} HTTP/1.1`
  const lines = [
    address,
    `Host: ${new URL(shop.url).host}`,
    `X-Forwarded-For: ${from}`,
    'Connection: close',
    ...headers,
  ]
  const answer = await sendRaw(shop.url, lines)
  if (!answer) throw new Error('no answer came')
  answer.headers.delete('date')
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: answer.text }
}

/** A link as this shop would sign it, or an attacker who has its key file. */
function forged({ ageMs = 0, ...more }: { id?: string; ageMs?: number; pepper?: Buffer; shopId?: string } = {}) {
  const signed = { id: sale.id, openedAt: shop.clock.now() - ageMs, pepper: join(shop.folder, 'data') }
  return statusAddressOf({ ...signed, ...more }).slice(STATUS_PATH.length)
}

describe('a link to the status page of a sale', () => {
  it('a status link is in the sale for a person who may see it, as long as the sale waits', async () => {
    expect(sale).toMatchObject({ state: 'pending', statusLink: expect.stringMatching(`^${shop.url}/s/[\\w.-]{56}$`) })
    const read = await till.ask<Sale>('GET', `/api/sales/${sale.id}`)
    expect(read.body.statusLink).toBe(sale.statusLink)
    const { body } = await till.ask<{ sales: Sale[] }>('GET', '/api/sales')
    expect(body.sales.map(({ statusLink }) => statusLink)).toEqual([undefined])
    const sold = await sell(till, { account: recipients.success })
    expect(sold.body.state).toBe('succeeded')
    expect(sold.body).not.toHaveProperty('statusLink')
  })

  it("a status link is on the till's display while its sale is under way, and not before or after", async () => {
    const display = await shop.displayOf(till)
    const shown = async ({ id }: { id: string }) => {
      await till.ask('PUT', '/api/ticket', { kind: 'sale', id })
      return (await display.ask<DisplayView>('GET', '/api/display')).body
    }
    expect(await shown(sale)).toMatchObject({ show: 'on-its-way', statusLink: sale.statusLink })
    const checked = await openSale(till, { account: '971501234568', amount: '25' })
    expect(await shown(checked)).not.toHaveProperty('statusLink')
    const sold = await sell(till, { account: '971501234569', amount: '25' })
    const after = await shown(sold)
    expect(after.show).toBe('sold')
    expect(after).not.toHaveProperty('statusLink')
  })

  it('a status link opens a page for anyone that cannot be cached, framed or indexed, and that uses no cookies', async () => {
    const cookies = [...till.cookies].map((pair) => pair.join('=')).join('; ')
    const at = '198.51.99.1'
    const pages = [
      await follow(token, { from: at }),
      await follow(token, { from: at, headers: [`Cookie: ${cookies}`] }),
    ]
    const [page, withCookies] = pages.map(({ text, ...rest }) => ({ ...rest, text: text.replaceAll(/\d\d:\d\d/g, '') }))
    expect(withCookies).toEqual(page)
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; .*frame-ancestors 'none'$/,
        ),
        refresh: '20',
      },
    })
    expect(Object.keys(page!.headers)).toEqual(expect.arrayContaining([...HEADERS_OF_ALL]))
    expect(page!.headers).not.toHaveProperty('set-cookie')
    expect(page!.text).toContain('On its way')
    expect(page!.text).toContain('>0003<')
    expect((await follow(`${token}?stay`)).headers).not.toHaveProperty('refresh')
    const arabic = await follow(token, { headers: ['Accept-Language: ar-AE,en;q=0.5'] })
    expect(arabic.text).toContain('<html lang="ar" dir="rtl">')
    for (const secret of [sale.id, sale.transactionId!, recipients.heldByTurnover, '35', 'AED', amal.name, 'Till'])
      expect(page!.text.replace(/<style>.*<\/style>/s, '')).not.toContain(secret)
  })

  it('a status link with any mistake gets the same empty answer as every other', async () => {
    const [id = '', ends = '', mac = ''] = token.split('.')
    const turned = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`
    const { body: other } = await sell(till, { account: recipients.unknownState, amount: '15' })
    const wrong: Record<string, string> = {
      nothing: '',
      'a word': 'x',
      'an unknown sale': forged({ id: ulid() }),
      'a changed signature': `${id}.${ends}.${turned}`,
      'no signature': `${id}.${ends}`,
      'an empty signature': `${id}.${ends}.`,
      'the signature of another sale': `${other.id}.${ends}.${mac}`,
      'another end': `${id}.zzzzzz.${mac}`,
      'its end in the past': forged({ ageMs: 30 * DAY + 1_000 }),
      'the pepper of another shop': forged({ pepper: Buffer.alloc(32, 7) }),
      'the name of another shop': `marina.${token}`,
      'a signature for another shop': forged({ shopId: 'marina' }),
      'small letters': token.toLowerCase(),
      'an escape': token.replace('.', '%2E'),
      'a damaged escape': `${token}%zz`,
      'a zero character': `${token}%00`,
      'a line break': `${token}%0A`,
      'letters of another alphabet': `${token.slice(0, -1)}%D0%90`,
      'a slash after it': `${token}/`,
      'a path before it': `../s/${token}`,
      'the API behind it': '../api/session',
      'the API, escaped': '%2e%2e/api/session',
      'a path that is too long': 'A'.repeat(6_000),
      'too much after it': `${token}${'A'.repeat(400)}`,
      'a query that is too long': `${token}?x=${'A'.repeat(400)}`,
    }
    const expected = await follow('gone')
    expect(expected.status).toBe(404)
    expect(expected.headers).not.toHaveProperty('refresh')
    const head = await follow('gone', { method: 'HEAD' })
    for (const [what, said] of Object.entries(wrong)) {
      expect(await follow(said), what).toEqual(expected)
      expect((await follow(said, { method: 'HEAD' })).headers, what).toEqual(head.headers)
    }
    // Parameters that are added when a link is shared change nothing.
    for (const said of [token, `${token}?fbclid=${'A'.repeat(60)}`, forged(), forged({ ageMs: 30 * DAY - 60_000 })])
      expect((await follow(said)).status).toBe(200)
  })

  it('10,000 guesses find no status link, not even for an attacker who knows the sale and its end', () => {
    const links = createStatusLinks({
      key: statusKeyOf(readFileSync(join(shop.folder, 'data', 'pepper'))),
      origin: shop.url,
      now: shop.clock.now,
    })
    const [id = '', ends = '', mac = ''] = token.split('.')
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const near = Array.from({ length: 22 }, (_, place) =>
      Array.from(letters, (letter) => mac.slice(0, place) + letter + mac.slice(place + 1)),
    ).flat()
    const far = Array.from({ length: 10_000 - near.length }, () => randomBytes(16).toString('base64url'))
    const guesses = [...near, ...far].filter((guess) => guess !== mac)
    expect(guesses.length).toBeGreaterThan(9_970)
    expect(guesses.filter((guess) => links.findSale(`${id}.${ends}.${guess}`) !== undefined)).toEqual([])
    expect(links.findSale(token)).toBe(sale.id)
  })

  it('status links have a rate limit per address, whether they are right or not, which slows down no till', async () => {
    const from = '203.0.113.7'
    const answers = []
    for (let count = 0; count < STATUS_PAGE_RATE.burst + 40; count += 1)
      answers.push(await follow(count % 2 === 0 ? token : 'gone', { from }))
    const late = answers.slice(STATUS_PAGE_RATE.burst)
    expect(answers.slice(0, STATUS_PAGE_RATE.burst).map(({ status }) => status)).not.toContain(429)
    const refused = late.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.every((answer) => JSON.stringify(answer) === JSON.stringify(refused[0]))).toBe(true)
    expect(refused[0]).toMatchObject({ headers: { 'retry-after': '20', refresh: '20' } })
    expect(refused[0]?.text).toContain('One moment')
    expect((await follow(token)).status).toBe(200)
    expect((await fetch(`${shop.url}/`, { headers: { 'x-forwarded-for': from } })).status).toBe(200)
  })

  it('there is no status link for a till in practice, and none finds its sales', async () => {
    const practicing = { [PRACTICE_HEADER]: '1' }
    const { id: staffId, pin } = shop.bossIs
    const trainee = await shop.signedIn(amal)
    expect((await trainee.ask('POST', '/api/terminals/practice', { staffId, pin, practice: true })).status).toBe(200)
    const id = ulid()
    const asked = { kind: 'direct', serviceId: 'qamra-rc', amount: '35', account: recipients.heldByTurnover }
    const { body } = await trainee.ask('PUT', `/api/sales/${id}`, asked, practicing)
    const sold = await trainee.ask('POST', `/api/sales/${id}/confirm`, { version: body.version }, practicing)
    expect(sold.body).toMatchObject({ state: 'pending', isPractice: true })
    expect(sold.body).not.toHaveProperty('statusLink')
    expect(await follow(forged({ id }))).toEqual(await follow('gone'))
  })
})

it('without a public origin there is no status link, and its path is like any other', async () => {
  const plain = await openShop({ polling: every(60_000) })
  const browser = plain.browser()
  await browser.signIn('Amal')
  const { body } = await sell(browser, { account: recipients.heldByTurnover })
  expect(body.state).toBe('pending')
  expect(body).not.toHaveProperty('statusLink')
  const at = async (path: string) => (await browser.ask('GET', path)).body
  expect(await at(`${STATUS_PATH}gone`)).toEqual(await at('/gone'))
  // The text after the last dot makes this a file name.
  expect(await at(`${STATUS_PATH}gone.abc.xyz`)).toEqual(await at('/gone.abc.xyz'))
})
