import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { onTestFinished } from 'vitest'

/** One request as it arrived. `key` is the key in its `auth`. */
export type ReceivedRequest = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
  key: bigint
}
export type Responder = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>
/**
 * The responder of each path: one for all requests, or a list with one for each request, of which the last is repeated.
 */
export type Script = Record<string, Responder | Responder[]>

export type ScriptedService = Awaited<ReturnType<typeof startScriptedService>>

/** An HTTP server that responds as a test scripts it and records the requests. It is closed after the test. */
export async function startScriptedService(script: Script, basePath = '') {
  const received: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const responded = new Map<string, number>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A `Date` header would move the keys of a test with its own clock.
    response.sendDate = false
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = JSON.parse(text) as Record<string, unknown>
    const path = (request.url ?? '').slice(basePath.length)
    const auth = body.auth as { key: string }
    const one: ReceivedRequest = { path, headers: request.headers, text, body, key: BigInt(auth.key) }
    received.push(one)
    const lines = [script[path] ?? answer({ error: { code: 2 } })].flat()
    const count = responded.get(path) ?? 0
    responded.set(path, count + 1)
    await lines[Math.min(count, lines.length - 1)]!(response, one)
  }
  const server = createServer((request, response) => void receive(request, response))
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}${basePath}`),
    received,
    on: (path: string) => received.filter((one) => one.path === path),
    connections: () => connections,
    dropConnections: async () => {
      const closed = [...sockets].map((socket) => once(socket, 'close'))
      server.closeAllConnections()
      await Promise.all(closed)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export const answer =
  (body: unknown, status = 200): Responder =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export const answerText =
  (text: string | Buffer, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) =>
    void response.writeHead(status, headers).end(text)

export const silence: Responder = () => {}

/** Closes the connection after the request and before the first byte of the answer. */
export const hangUp: Responder = (response) => void response.socket?.destroy()

export const hangUpMidway: Responder = (response) => {
  response.writeHead(200, { 'content-length': '500' })
  response.write('{"transaction": {"id": "69d', () => response.socket?.destroy())
}

export const after =
  (gate: Promise<unknown>, say: Responder): Responder =>
  async (response, request) => {
    await gate
    await say(response, request)
  }
