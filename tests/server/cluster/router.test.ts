import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFront, secretsOf, trustFront } from '#server/cluster/router.ts'
import { LONG_BODIES } from '#server/http/http-limits.ts'
import { createForwarder } from '#server/cluster/forward.ts'
import { openHttp } from '#server/http/open-http.ts'
import { addProcessRoutes } from '#server/http/process-routes.ts'
import { createCookies } from '#server/staff/cookies.ts'
import { findTrustedProxies } from '#server/config/trusted-proxies.ts'
import { VERSION } from '#server/lib/version.ts'
import { MAX_PRINT_BYTES } from '#receipt-printer/plain-document.ts'
import { problemIn } from '../../support/problems.ts'

/**
 * @security V15.2.2: Forwarded bodies have at most 16 KiB; those of prints and settings may be larger, up to 32 MiB in
 * total and 8 MiB per network.
 */

const PEPPER = Buffer.alloc(32, 3)
const cookies = createCookies({ hasTls: false })
const ofNoShop = { findShopOfCookie: () => undefined, isOfTill: cookies.hasTerminal }

function aPassing() {
  const forwarder = createForwarder(undefined)
  onTestFinished(forwarder.close)
  return forwarder
}

/** The requests that reach a leader: its server with its checks, and routes that answer with what they received. */
async function aLeader({ pepper = PEPPER, trust }: { pepper?: Buffer; trust?: string } = {}) {
  const trustProxy = trust === undefined ? undefined : findTrustedProxies(trust)
  const routes = openHttp({ headers: {}, trustProxy: trustFront(trustProxy) })
  const shop = {
    headers: () => ({}),
    routes: () => routes,
    leaderAddress: () => undefined,
    secrets: () => secretsOf(pepper),
    answerCommand: async (text: string) => `ran ${text}`,
  }
  const forwarder = aPassing()
  const front = createFront({ tls: undefined, trustProxy, shops: [shop], forwarder, ...ofNoShop })
  const seen: IncomingHttpHeaders[] = []
  routes.all('/api/*', async (request) => {
    seen.push(request.headers)
    return { ip: request.ip, host: request.host, method: request.method, url: request.url, body: request.body }
  })
  for (const { method, path, maxBytes } of LONG_BODIES)
    routes.route({
      method,
      url: path,
      bodyLimit: maxBytes,
      handler: async ({ body }) => ({ length: JSON.stringify(body).length }),
    })
  await routes.ready()
  const url = await front.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    front.server.closeAllConnections()
    await front.close()
    await routes.close()
  })
  return { url, seen }
}

async function aStandby(leaderAddress: string | undefined, pepper = PEPPER) {
  const front = createFront({
    tls: undefined,
    trustProxy: undefined,
    shops: [
      {
        headers: () => ({ 'x-frame-options': 'DENY' }),
        routes: () => undefined,
        leaderAddress: () => leaderAddress,
        secrets: () => secretsOf(pepper),
        answerCommand: async () => 'this process does not lead',
      },
    ],
    forwarder: aPassing(),
    ...ofNoShop,
    hasStatusPages: true,
  })
  addProcessRoutes(front, {
    settings: {},
    build: 'abc',
    shops: [{ ready: () => undefined, leaderAddress: () => leaderAddress, problem: () => undefined }],
    metrics: { readAll: async () => 'toptill_leads 0\n' },
  })
  front.get('/*', async () => 'our page')
  const url = await front.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    front.server.closeAllConnections()
    return front.close()
  })
  return url
}

async function aPair() {
  const leader = await aLeader()
  return { leader, standby: await aStandby(leader.url) }
}

/** A leader that closes the connection once a request has arrived, or answers with another status. */
async function aServer(answer: 'dies' | 503): Promise<{ url: string; requests: () => number }> {
  let requests = 0
  const url = await serve((request, response) => {
    requests += 1
    if (answer === 'dies') request.socket.destroy()
    else response.writeHead(answer, { 'retry-after': '1' }).end('{}')
  })
  return { url, requests: () => requests }
}

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const put = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/sales/1?x=%20y`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"amount":"25"}',
  })

it('a request reaches the leader as it was sent, with the address and the host that the client used', async () => {
  const { leader, standby } = await aPair()
  const answer = await put(standby, { cookie: 'terminal=1' })
  expect(await answer.json()).toEqual({
    ip: '127.0.0.1',
    host: new URL(standby).host,
    method: 'PUT',
    url: '/api/sales/1?x=%20y',
    body: { amount: '25' },
  })
  expect(leader.seen[0]?.cookie).toBe('terminal=1')
})

it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'])(
  "neither process trusts a client's header %s",
  async (name) => {
    const { leader, standby } = await aPair()
    for (const url of [leader.url, standby]) {
      const { ip, host } = (await (await put(url, { [name]: '203.0.113.9' })).json()) as { ip: string; host: string }
      expect([ip, host]).toEqual(['127.0.0.1', new URL(url).host])
    }
    // The routes can still see that a reverse proxy was used, because a client behind one is not on this machine.
    expect(leader.seen[0]?.[`x-original-${name}`]).toBe('203.0.113.9')
  },
)

it('a trusted reverse proxy is trusted as the settings say', async () => {
  const leader = await aLeader({ trust: '127.0.0.1' })
  expect(await (await put(leader.url, { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' })).json()).toMatchObject({
    ip: '203.0.113.9',
  })
})

it('a process with other secrets is not trusted, and its header is not passed to the routes', async () => {
  const leader = await aLeader()
  const standby = await aStandby(leader.url, Buffer.alloc(32, 4))
  expect(await (await put(standby)).json()).toMatchObject({ host: new URL(leader.url).host })
  expect(Object.keys(leader.seen[0]!)).not.toContain('x-toptill-passed-on')
})

it('a request is forwarded once and not again', async () => {
  const [first, second] = [await aStandby(undefined), await aStandby(undefined)]
  const beside = await aStandby(first)
  const answer = await put(beside)
  expect(await problemIn(answer)).toMatchObject({ status: 503, code: 'not-ready', moneyMoved: 'no' })
  const loop = await aStandby(second)
  expect((await put(loop)).status).toBe(503)
})

it('a request without a reachable leader moved nothing; one that may have arrived is not known, and is not sent again', async () => {
  const gone = await aServer('dies')
  const cases = [
    { leader: undefined, moneyMoved: 'no' },
    { leader: 'http://127.0.0.1:1', moneyMoved: 'no' },
    { leader: gone.url, moneyMoved: 'unknown' },
  ]
  for (const { leader, moneyMoved } of cases) {
    const answer = await put(await aStandby(leader))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(await answer.json()).toMatchObject({ code: 'not-ready', moneyMoved })
  }
  expect(gone.requests()).toBe(1)
})

it('an answer of the leader that it is busy is returned to the client, and the request is not repeated', async () => {
  const busy = await aServer(503)
  const answer = await fetch(`${await aStandby(busy.url)}/api/sales`)
  expect([answer.status, busy.requests()]).toEqual([503, 1])
})

it('a standby reports that it is one, and whether a process leads', async () => {
  const leader = await aLeader()
  const read = async (url: string, path: string) => {
    const answer = await fetch(url + path)
    return [answer.status, await answer.text()] as const
  }
  const [beside, alone] = [await aStandby(leader.url), await aStandby(undefined)]
  expect(await read(beside, '/readyz')).toEqual([200, JSON.stringify({ leads: false })])
  expect((await read(alone, '/readyz'))[0]).toBe(503)
  expect(await read(alone, '/healthz')).toEqual([200, JSON.stringify({ alive: true, version: VERSION, build: 'abc' })])
  expect((await read(beside, '/metrics'))[1]).toContain('toptill_leads 0')
})

it('while no process leads, a reloaded till gets its page, and nothing of the API', async () => {
  const standby = await aStandby(undefined)
  const page = await fetch(`${standby}/sell`)
  expect([page.status, await page.text()]).toEqual([200, 'our page'])
  expect((await fetch(`${standby}/api/session`)).status).toBe(503)
})

it('while no process leads, every status link gets the same page, which says that it tries again', async () => {
  const standby = await aStandby(undefined)
  const answers = []
  for (const link of ['x', '', `${'A'.repeat(26)}.abc.${'B'.repeat(22)}`, '%zz', 'x'.repeat(3_000)]) {
    const answer = await fetch(`${standby}/s/${link}`)
    answers.push([answer.status, answer.headers.get('refresh'), await answer.text()])
  }
  expect(answers[0]).toEqual([503, '20', expect.stringContaining('<h1>One moment</h1>')])
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
})

it('a path that the leader accepts is forwarded unchanged, and a connection header is not', async () => {
  const { leader, standby } = await aPair()
  for (const path of ['/api/sales?q=%zz', '/api/sales?q=../x', '/api/a%2f..%2fb']) {
    const answer = await send(standby, [
      `GET ${path} HTTP/1.1`,
      'host: till.example',
      'keep-alive: timeout=5',
      'x-own: 1',
      'connection: close, x-own',
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain(`"url":"${path}"`)
  }
  expect(Object.keys(leader.seen[0]!)).not.toContain('x-own')
  for (const head of ['GET http://elsewhere.example/api/x HTTP/1.1', 'OPTIONS * HTTP/1.1'])
    expect(await send(standby, [head, 'host: till.example', 'connection: close'])).toMatch(/^HTTP\/1\.1 (400|404) /)
})

it('clients that never finish their request do not block others from the leader', async () => {
  const { leader, standby } = await aPair()
  await Promise.all(Array.from({ length: 250 }, () => stall(standby, ['POST /api/x HTTP/1.1', 'content-length: 100'])))
  expect((await put(standby)).status).toBe(200)
  expect(leader.seen).toHaveLength(1)
  const long = await fetch(`${standby}/api/x`, { method: 'POST', body: 'x'.repeat(20_000) })
  expect(long.status).toBe(413)
})

/**
 * Sends a request that declares the length of its body but never sends the rest of it. Returns a function that ends it.
 */
async function stall(url: string, lines: string[]): Promise<() => void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  const head = [...lines, 'host: till.example', 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return () => void socket.destroy()
}

describe('a long body', () => {
  const TILL = { cookie: `toptill-terminal=${'a'.repeat(43)}` }
  const LONG = 100_000
  const [PRINT, SETTINGS] = ['/api/sales/1/print', '/api/settings']
  const write = (url: string, method: string, length: number, headers: Record<string, string> = TILL) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ dots: '0'.repeat(length - '{"dots":""}'.length) }),
    })
  it.each([
    { method: 'POST', path: PRINT, most: MAX_PRINT_BYTES },
    { method: 'POST', path: '/api/printers/p1/print', most: MAX_PRINT_BYTES },
    { method: 'PUT', path: SETTINGS, most: 104_384 },
  ])('$method $path forwards a body of full length to the leader, only for a till', async ({ method, path, most }) => {
    const { leader, standby } = await aPair()
    for (const url of [leader.url, standby]) {
      for (const length of [LONG, most]) {
        const answer = await write(url + path, method, length)
        expect([answer.status, await answer.json()]).toEqual([200, { length }])
      }
      expect((await write(url + path, method, most + 1)).status).toBe(413)
    }
    for (const headers of [{}, { cookie: 'toptill-terminal=short' }, { cookie: `other=${'a'.repeat(43)}` }])
      expect((await write(standby + path, method, LONG, headers)).status).toBe(413)
    expect((await write(standby + path, method, 16 * 1024, {})).status).toBe(200)
  })

  it('a long body is rejected on every other route, also for a till', async () => {
    const { leader, standby } = await aPair()
    for (const [method, path] of [
      ['PUT', PRINT],
      ['POST', SETTINGS],
      ['POST', `${PRINT}s`],
      ['POST', '/api/session'],
    ] as const)
      expect((await problemIn(await write(standby + path, method, LONG))).status, path).toBe(413)
    expect(leader.seen).toEqual([])
  })

  it('a body without a declared length counts as the longest, and is limited while it arrives', async () => {
    const { standby } = await aPair()
    const inPieces = async (length: number, headers: Record<string, string>) => {
      const body = new Blob(['{"dots":"', '0'.repeat(length - '{"dots":""}'.length), '"}']).stream()
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' }
      return (await fetch(standby + PRINT, init)).status
    }
    expect(await inPieces(LONG, TILL)).toBe(200)
    expect(await inPieces(MAX_PRINT_BYTES + 1, TILL)).toBe(413)
    expect(await inPieces(LONG, {})).toBe(413)
  })

  it('the long bodies of one network have a limit together, and no other request waits for them', async () => {
    const { standby } = await aPair()
    const lines = [`POST ${PRINT} HTTP/1.1`, `cookie: ${TILL.cookie}`, `content-length: ${1024 * 1024}`]
    const stalled = await Promise.all(Array.from({ length: 16 }, () => stall(standby, lines)))
    await expect.poll(async () => (await write(standby + PRINT, 'POST', LONG)).status).toBe(503)
    const refused = await write(standby + PRINT, 'POST', LONG)
    expect(await problemIn(refused)).toMatchObject({ code: 'not-ready', moneyMoved: 'no' })
    expect((await write(standby + PRINT, 'POST', 16 * 1024)).status).toBe(200)
    expect((await put(standby)).status).toBe(200)
    stalled[0]?.()
    await expect.poll(async () => (await write(standby + PRINT, 'POST', LONG)).status).toBe(200)
  })

  it('a hanging leader holds the space of long bodies until it answers, also after the client has left', async () => {
    const hanging: ServerResponse[] = []
    let hangs = true
    const hangingLeader = await serve((request, response) => {
      request.resume()
      if (hangs) hanging.push(response)
      else response.end('{}')
    })
    const standby = await aStandby(hangingLeader)
    const clients = new AbortController()
    const ask = (signal: AbortSignal | null = null) =>
      fetch(standby + PRINT, { method: 'POST', headers: TILL, body: 'x'.repeat(1024 * 1024), signal })
    const asked = Array.from({ length: 16 }, () => ask(clients.signal))
    await expect.poll(() => hanging.length).toBe(16)
    clients.abort()
    await Promise.allSettled(asked)
    for (let time = 0; time < 2; time += 1) {
      const refused = await ask()
      expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ moneyMoved: 'no' })])
    }
    hangs = false
    for (const response of hanging) response.end('{}')
    await expect.poll(async () => (await ask()).status).toBe(200)
  })
})

async function send(url: string, lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

it('a command reaches a leader by a secret that no client gets, at a path that does not exist for anyone else', async () => {
  const leader = await aLeader()
  const { toPassOn, toCommand } = secretsOf(PEPPER)
  const sent = await aPassing().sendCommand('{"command":1}', { address: leader.url, secret: toCommand })
  expect(sent).toBe('ran {"command":1}')

  const [standby, alone] = [await aStandby(leader.url), await aStandby(undefined)]
  const ask = async (url: string, headers: Record<string, string>) =>
    (await fetch(`${url}/toptill/commands`, { method: 'POST', body: '{}', headers })).status
  for (const headers of [{}, { 'x-toptill-commanded': toPassOn }, { 'x-toptill-passed-on': toCommand }])
    for (const url of [leader.url, standby, alone]) expect(await ask(url, headers)).toBe(404)
  // A client's header is not forwarded, even if its value is right.
  expect(await ask(standby, { 'x-toptill-passed-on': toPassOn })).toBe(404)
  expect(leader.seen).toEqual([])
  const other = secretsOf(Buffer.alloc(32, 4)).toCommand
  await expect(aPassing().sendCommand('{}', { address: leader.url, secret: other })).resolves.not.toMatch(/^ran/)
  await expect(aPassing().sendCommand('{}', { address: 'http://127.0.0.1:1', secret: toCommand })).rejects.toThrow(
    /ECONNREFUSED/,
  )
})
