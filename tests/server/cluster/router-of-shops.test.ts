import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'

import { createFront, secretsOf, trustFront, type FrontShop } from '#server/cluster/router.ts'
import { openHttp } from '#server/http/open-http.ts'
import { createForwarder } from '#server/cluster/forward.ts'
import { createCookies } from '#server/staff/cookies.ts'
import { aHangingServer } from '../../support/hanging-server.ts'
import { problemIn } from '../../support/problems.ts'

const PEPPER = Buffer.alloc(32, 3)
const TOKEN = 'a'.repeat(43)

type Seen = { shop: string; url: string; body: unknown; ip: string; host: string }

/**
 * A process with shops. Each shop is led here and answers with its requests, is led at another address, or is led
 * nowhere.
 */
async function aProcess(shops: Record<string, 'here' | { at: string } | 'nowhere'>) {
  const opened = Object.entries(shops).map(([id, place]): FrontShop & { served?: FastifyInstance } => {
    const common = {
      id,
      headers: () => ({ 'x-shop-of-headers': id }),
      secrets: () => secretsOf(PEPPER, id),
      answerCommand: async (text: string) => `${id} ran ${text}`,
    }
    if (place !== 'here') {
      const address = place === 'nowhere' ? undefined : place.at
      return { ...common, routes: () => undefined, leaderAddress: () => address }
    }
    const routes = openHttp({ headers: {}, trustProxy: trustFront(undefined) })
    routes.all('/*', async ({ url, body, ip, host }): Promise<Seen> => ({ shop: id, url, body, ip, host }))
    return { ...common, routes: () => routes, leaderAddress: () => undefined, served: routes }
  })
  const [first, ...others] = opened
  if (!first) throw new Error('a process without shops')
  for (const { served } of opened) await served?.ready()
  const { findShop, hasTerminal } = createCookies({ hasTls: false })
  const forwarder = createForwarder(undefined)
  const app = createFront({
    tls: undefined,
    trustProxy: undefined,
    shops: [first, ...others],
    forwarder,
    findShopOfCookie: findShop,
    isOfTill: hasTerminal,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
    await forwarder.close()
    for (const { served } of opened) await served?.close()
  })
  return { url, forwarder }
}

async function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Seen> {
  return (await fetch(url + path, { headers })).json() as Promise<Seen>
}

async function send(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return (await answer.json()) as Seen
}

const tillOf = (shop: string) => ({ cookie: `x=1; toptill-terminal=${shop}.${TOKEN}` })

it('a till is served by the shop that its cookie names, and any other browser by the first one', async () => {
  const { url } = await aProcess({ deira: 'here', marina: 'here' })
  const shopFor = async (cookie: string) => (await ask(url, '/api/session', { cookie })).shop
  expect(await shopFor(`toptill-terminal=marina.${TOKEN}`)).toBe('marina')
  expect(await shopFor(`toptill-terminal=deira.${TOKEN}`)).toBe('deira')
  for (const other of [
    '',
    `toptill-terminal=${TOKEN}`,
    `toptill-terminal=elsewhere.${TOKEN}`,
    'toptill-terminal=marina.short',
    `toptill-session=marina.${TOKEN}`,
  ])
    expect(await shopFor(other), other).toBe('deira')
})

it('a customer display is served by the shop in its own cookie, also beside the till of another one', async () => {
  const { url } = await aProcess({ deira: 'here', marina: 'here' })
  const cookie = `toptill-terminal=deira.${TOKEN}; toptill-display=marina.${TOKEN}`
  const shopFor = async (path: string) => (await ask(url, path, { cookie })).shop
  for (const path of ['/api/display', '/api/display?x=1', '/api/display/shop'])
    expect(await shopFor(path), path).toBe('marina')
  for (const path of ['/api/session', '/api/displays', '/api/displayed'])
    expect(await shopFor(path), path).toBe('deira')
})

it.each([
  { path: '/api/terminals/enroll', code: 'MARINA-K7QF-M2XD', shop: 'marina' },
  { path: '/api/terminals/enroll', code: ' marina k7qf m2xd', shop: 'marina' },
  { path: '/api/setup', code: 'marina-K7QF-M2XD-K7QF-M2XD', shop: 'marina' },
  { path: '/api/display/pair', code: 'MARINA-K7QF-M2XD', shop: 'marina' },
  { path: '/api/orders/phone', code: `marina.t8k2x1.${'a'.repeat(22)}`, shop: 'marina' },
  { path: '/api/orders/phone', code: `t8k2x1.${'a'.repeat(22)}`, shop: 'deira' },
  { path: '/api/orders/phone', code: 'MARINA-K7QF-M2XD', shop: 'deira' },
  // What precedes the code is the shop, not the first characters that match one.
  { path: '/api/setup', code: 'marina-K7QF-M2XD', shop: 'deira' },
  { path: '/api/terminals/enroll', code: 'K7QF-M2XD', shop: 'deira' },
  { path: '/api/terminals/enroll', code: 'AJMAN-K7QF-M2XD', shop: 'deira' },
  { path: '/api/terminals/enroll', code: `MARINA-${'K'.repeat(60)}`, shop: 'deira' },
  { path: '/api/terminals/enroll', code: 7, shop: 'deira' },
  { path: '/api/terminals/leave-kiosk', code: 'MARINA-K7QF-M2XD', shop: 'deira' },
])('the code $code sent to $path goes to $shop, with the whole body', async ({ path, code, shop }) => {
  const { url } = await aProcess({ deira: 'here', marina: 'here' })
  const body = { code, name: 'Amal' }
  expect(await send(url, path, body)).toEqual({ shop, url: path, body, ip: '127.0.0.1', host: new URL(url).host })
})

it('the code of another shop goes there, whatever cookie the browser still has', async () => {
  const { url } = await aProcess({ deira: 'here', marina: 'here' })
  const expected = { shop: 'deira' }
  expect(await send(url, '/api/terminals/enroll', { code: 'DEIRA-K7QF-M2XD' }, tillOf('marina'))).toMatchObject(
    expected,
  )
  expect(await send(url, '/api/terminals/enroll', { code: 'K7QF-M2XD' }, tillOf('marina'))).toMatchObject({
    shop: 'marina',
  })
})

it('a request is forwarded to the process that leads its shop, and served there by that shop', async () => {
  const { url: there } = await aProcess({ deira: 'nowhere', marina: 'here' })
  const { url: here } = await aProcess({ deira: 'here', marina: { at: there } })
  const expected = { shop: 'marina', url: '/api/session?x=1', host: new URL(here).host }
  expect(await ask(here, '/api/session?x=1', tillOf('marina'))).toMatchObject(expected)
  expect(await send(here, '/api/terminals/enroll', { code: 'MARINA-K7QF-M2XD' })).toMatchObject({
    shop: 'marina',
    body: { code: 'MARINA-K7QF-M2XD' },
  })
  expect(await ask(here, '/api/session')).toMatchObject({ shop: 'deira' })
})

it('a leader that hangs does not block requests to another leader', async () => {
  const MOST = 200
  const { url: at, hanging } = await aHangingServer()
  const { url: there } = await aProcess({ deira: 'nowhere', marina: 'here' })
  const { url: here } = await aProcess({ deira: { at }, marina: { at: there } })
  const waiting = Array.from({ length: MOST }, () => ask(here, '/api/session', tillOf('deira')))
  await expect.poll(() => hanging.length).toBe(MOST)
  expect(await ask(here, '/api/session', tillOf('deira'))).toMatchObject({ code: 'not-ready' })
  expect(await ask(here, '/api/session', tillOf('marina'))).toMatchObject({ shop: 'marina' })
  for (const response of hanging) response.end('{}')
  expect(await Promise.all(waiting)).toHaveLength(MOST)
})

it('what was forwarded to a process that no longer leads its shop is answered as not known, and everything else as before', async () => {
  const { url: at, hanging } = await aHangingServer()
  const { url: here, forwarder } = await aProcess({ deira: { at }, marina: { at }, souk: 'here' })
  const secret = secretsOf(PEPPER, 'deira').toPassOn
  const begun = ask(here, '/api/session', tillOf('deira'))
  await expect.poll(() => hanging.length).toBe(1)
  hanging[0]?.write('{"shop":')
  const answers: Seen[] = []
  void send(here, '/api/sales/1', {}, tillOf('deira')).then((answer) => answers.push(answer))
  const ofOther = ask(here, '/api/session', tillOf('marina'))
  await expect.poll(() => hanging.length).toBe(3)

  forwarder.giveUpAllBut({ address: at, secret })
  // If the server had given up on them, these answers would have come before this one.
  expect(await ask(here, '/api/session', tillOf('souk'))).toMatchObject({ shop: 'souk' })
  expect(answers).toEqual([])
  forwarder.giveUpAllBut({ address: 'http://127.0.0.1:1', secret })
  await expect.poll(() => answers).toMatchObject([{ code: 'not-ready', moneyMoved: 'unknown' }])
  hanging[0]?.end('"begun"}')
  for (const response of hanging.slice(1)) response.end('{"shop":"marina"}')
  expect(await begun).toEqual({ shop: 'begun' })
  expect(await ofOther).toEqual({ shop: 'marina' })
})

it('unanswered requests to a hanging leader count, also after their client has left', async () => {
  const MOST = 200
  const hanging: ServerResponse[] = []
  let isHanging = true
  const server = createServer((_request, response) => {
    if (isHanging) hanging.push(response)
    else response.end('{"shop":"deira"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const { url } = await aProcess({ deira: { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } })
  const clients = new AbortController()
  const left = Array.from({ length: MOST }, () => fetch(`${url}/api/session`, { signal: clients.signal }))
  await expect.poll(() => hanging.length).toBe(MOST)
  clients.abort()
  await Promise.allSettled(left)
  for (let time = 0; time < 2; time += 1)
    expect(await ask(url, '/api/session')).toMatchObject({ code: 'not-ready', moneyMoved: 'no' })
  isHanging = false
  for (const response of hanging) response.end('{}')
  await expect.poll(() => ask(url, '/api/session')).toMatchObject({ shop: 'deira' })
})

it('only this server can say for which shop a request is forwarded', async () => {
  const { url } = await aProcess({ deira: 'here', marina: 'here' })
  const other = secretsOf(Buffer.alloc(32, 4), 'marina').toPassOn
  for (const header of ['marina', `marina ${other}`, other, secretsOf(PEPPER).toPassOn])
    expect(await ask(url, '/api/session', { 'x-toptill-passed-on': header }), header).toMatchObject({ shop: 'deira' })
  // The secret of one shop does not reveal that of another.
  const ofDeira = secretsOf(PEPPER, 'deira').toPassOn
  expect(ofDeira).not.toBe(secretsOf(PEPPER, 'marina').toPassOn)
  expect(await ask(url, '/api/session', { ...tillOf('marina'), 'x-toptill-passed-on': ofDeira })).toMatchObject({
    shop: 'deira',
  })
})

it('a shop that no process leads does not block other shops, and its own tills get their page', async () => {
  const { url } = await aProcess({ deira: 'nowhere', marina: 'here' })
  const refused = await fetch(`${url}/api/session`, { headers: tillOf('deira') })
  expect([refused.status, refused.headers.get('x-shop-of-headers')]).toEqual([503, 'deira'])
  expect(await problemIn(refused)).toMatchObject({ code: 'not-ready', moneyMoved: 'no' })
  expect(await ask(url, '/api/session', tillOf('marina'))).toMatchObject({ shop: 'marina' })
})

it('a command is run by the shop whose secret it comes with', async () => {
  const { url, forwarder } = await aProcess({ deira: 'here', marina: 'here' })
  for (const shop of ['deira', 'marina']) {
    const { toCommand } = secretsOf(PEPPER, shop)
    expect(await forwarder.sendCommand('x', { address: url, secret: toCommand })).toBe(`${shop} ran x`)
  }
})
