import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createDeferred } from '#server/lib/concurrency.ts'
import { HTTP_LIMITS, type HttpLimits } from '#server/http/http-limits.ts'
import { openHttp, type HttpOptions } from '#server/http/open-http.ts'
import { dial, hangUpOf, readResponse } from '../support/raw-request.ts'

/** @security V15.1.3, V13.2.6: Slow headers, bodies and readers time out; connections are limited per address and in total. */

const pem = (name: string) => readFileSync(fileURLToPath(new URL(`../support/localhost-${name}.pem`, import.meta.url)))
const tls = { cert: String(pem('cert')), key: String(pem('key')) }
const dialTls = (port: number) =>
  connectTls({ port, host: '127.0.0.1', ca: tls.cert, servername: 'localhost' }).on('error', () => {})
const headers = { 'x-content-type-options': 'nosniff' }

/** A server with short limits, a route that waits until it is released, and a route that reads a body. */
async function aWire(limits: Partial<HttpLimits> = {}, options: Partial<HttpOptions> = {}) {
  const app = openHttp({ headers, ...options, limits: { ...HTTP_LIMITS, checkIntervalMs: 20, ...limits } })
  const gate = createDeferred<void>()
  const arrived: string[] = []
  app.get('/slow', async () => {
    arrived.push('/slow')
    await gate.promise
    return { ok: true }
  })
  app.get('/', async () => ({ ok: true }))
  // More than the buffers in between can hold.
  app.get('/much', async () => 'x'.repeat(64 * 1024 * 1024))
  app.post('/', async ({ body }) => ({ body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    gate.resolve()
    app.server.closeAllConnections()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, app, arrived, open: () => gate.resolve() }
}

const connectionsOf = ({ server }: Awaited<ReturnType<typeof aWire>>['app']) =>
  new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)))
const get = (path = '/') => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

function ask(url: string, path = '/', socket: Socket = dial(url)) {
  const answer = readResponse(socket)
  socket.write(get(path))
  return { socket, answer }
}

async function expectAnswer(url: string): Promise<Socket> {
  const { socket, answer } = ask(url)
  expect(await answer).toMatchObject({ status: 200 })
  return socket
}

function trickle(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 15)
  socket.once('close', () => clearInterval(timer))
}

describe('slow clients', () => {
  it.each([
    ['sends nothing', '', undefined],
    ['trickles headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n'],
    ['never ends its first line', 'GET /', 'a'],
    ['trickles empty lines', '', '\r\n'],
  ])('a client that %s is disconnected', async (_, begin, more) => {
    const { url } = await aWire({ headersMs: 150, requestMs: 400 })
    const socket = dial(url)
    const answer = readResponse(socket)
    socket.write(begin)
    if (more) trickle(socket, more)
    const received = await answer
    expect(received).toMatchObject({ status: 408 })
    expect(JSON.parse(received?.text ?? '')).toMatchObject({ code: 'invalid-request', moneyMoved: 'no' })
    expect(received?.headers.get('x-content-type-options')).toBe('nosniff')
    await hangUpOf(socket)
  })

  it.each([
    ['with a length', 'Content-Length: 9999\r\n\r\n', ' '],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n', '1\r\n \r\n'],
  ])('a client that sends a body slowly %s is disconnected', async (_, rest, more) => {
    const { url } = await aWire({ headersMs: 150, requestMs: 300 })
    const socket = dial(url)
    const answer = readResponse(socket)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${rest}`)
    trickle(socket, more)
    expect(await answer).toMatchObject({ status: 408 })
    await hangUpOf(socket)
  })

  it('a client that does not read its answer is disconnected', async () => {
    const { url, app } = await aWire({ silentMs: 200 })
    const socket = dial(url).pause()
    socket.write(get('/much'))
    await expect.poll(() => connectionsOf(app)).toBe(1)
    await expect.poll(() => connectionsOf(app)).toBe(0)
    socket.destroy()
  })

  it('a client that does not complete the TLS handshake is disconnected', async () => {
    const { port } = await aWire({ tlsHandshakeMs: 150 }, { tls })
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.resume().write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]))
    await hangUpOf(socket)
    // A busy machine may need longer for a handshake than this server allows.
    await expect.poll(() => ask('', '/', dialTls(port)).answer).toMatchObject({ status: 200 })
  })

  it('a client that waits for a slow answer is not disconnected', async () => {
    const { url, open, arrived } = await aWire({ headersMs: 100, requestMs: 100 })
    const idle = dial(url)
    const { socket: waiting, answer } = ask(url, '/slow')
    await expect.poll(() => arrived.length).toBe(1)
    // When the idle connection is closed, the other connection has waited for the same time.
    await hangUpOf(idle.resume())
    open()
    expect(await answer).toMatchObject({ status: 200 })
    waiting.destroy()
  })
})

it('a malformed request gets no answer while an earlier request on its connection is unanswered', async () => {
  const { url, arrived } = await aWire()
  const socket = dial(url)
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.write(get('/slow'))
  await expect.poll(() => arrived.length).toBe(1)
  socket.write('this is no HTTP\r\n\r\n')
  await hangUpOf(socket)
  expect(Buffer.concat(received).toString()).toBe('')
})

describe('the number of connections', () => {
  async function hold(url: string, count: number): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => dial(url).resume())
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    return sockets
  }

  it('idle connections are closed for a new one that sends a request', async () => {
    const { url } = await aWire({ connectionsOfOne: 20 })
    const held = await hold(url, 60)
    for (let count = 0; count < 5; count += 1) (await expectAnswer(url)).destroy()
    await expect.poll(() => held.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(20)
  })

  it('connections that send slowly are closed for new ones, and those that wait for an answer are not', async () => {
    const { url, open, arrived } = await aWire({ connectionsOfOne: 4 })
    const { answer } = ask(url, '/slow')
    await expect.poll(() => arrived.length).toBe(1)
    const tricklers = await hold(url, 3)
    for (const socket of tricklers)
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{')
    for (let count = 0; count < 9; count += 1) await expectAnswer(url)
    open()
    expect(await answer).toMatchObject({ status: 200 })
  })

  it('connections that wait for an answer are not closed for a new one', async () => {
    const { url, open, arrived } = await aWire({ connectionsOfOne: 3 })
    const waiting = Array.from({ length: 3 }, () => ask(url, '/slow').answer)
    await expect.poll(() => arrived.length).toBe(3)
    expect(await ask(url).answer).toBeUndefined()
    open()
    expect((await Promise.all(waiting)).map((answer) => answer?.status)).toEqual([200, 200, 200])
  })

  it('a connection that pipelines requests is closed', async () => {
    const { url, arrived } = await aWire()
    const socket = dial(url)
    const closed = hangUpOf(socket.resume())
    socket.write(get('/slow').repeat(500))
    await closed
    expect(arrived).toHaveLength(1)
    // Requests that are sent one after another are accepted.
    const patient = dial(url)
    for (let count = 0; count < 5; count += 1)
      expect(await ask(url, '/', patient).answer).toMatchObject({ status: 200 })
    patient.destroy()
  })

  it('the number of connections is limited for the whole machine, too', async () => {
    const { url, app } = await aWire({ connections: 10, connectionsOfOne: 100 })
    await hold(url, 30)
    await expectAnswer(url)
    expect(await connectionsOf(app)).toBeLessThanOrEqual(10)
  })

  it('connections over TLS are limited as well', async () => {
    const { port, arrived, open } = await aWire({ connectionsOfOne: 2 }, { tls })
    const { answer } = ask('', '/slow', dialTls(port))
    await expect.poll(() => arrived.length).toBe(1)
    for (let count = 0; count < 4; count += 1)
      expect(await ask('', '/', dialTls(port)).answer).toMatchObject({ status: 200 })
    open()
    expect(await answer).toMatchObject({ status: 200 })
  })
})

it('the time for an answer is longer than the longest call, and the time for a request is shorter', () => {
  expect(HTTP_LIMITS.silentMs).toBeGreaterThan(60_000)
  expect(HTTP_LIMITS.headersMs).toBeLessThanOrEqual(HTTP_LIMITS.requestMs)
  expect(HTTP_LIMITS.connectionsOfOne).toBeLessThan(HTTP_LIMITS.connections)
})
