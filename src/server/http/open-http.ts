import {
  createServer as createHttp,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

import type { Failure } from '#api/failure.ts'
import type { Config } from '../config/config.ts'
import { limitConnections } from './connections.ts'
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts'
import { PROBLEM_TYPE, problemOf, sendProblem } from './problem.ts'

export type HttpOptions = {
  tls?: Config['tls']
  trustProxy?: Config['trustProxy'] | false
  /** Sent with every response, even to bytes that are not a request. */
  headers: Record<string, string> | (() => Record<string, string>)
  /** Returns the URL that the routes see. */
  rewriteAddress?: (address: string) => string
  limits?: HttpLimits
}

/** A server without routes that enforces the connection limits. Its own rejections are also problem responses. */
export function openHttp({
  tls,
  trustProxy = false,
  rewriteAddress,
  limits = HTTP_LIMITS,
  ...given
}: HttpOptions): FastifyInstance {
  const headers = typeof given.headers === 'function' ? given.headers : () => given.headers as Record<string, string>
  let isAnswering: (socket: Socket) => boolean = () => false
  const app = fastify({
    serverFactory: (handle) => {
      const opened = openServer(handle, tls, limits)
      isAnswering = opened.isAnswering
      return opened.server
    },
    bodyLimit: limits.bodyBytes,
    trustProxy,
    ...(rewriteAddress && { rewriteUrl: ({ url = '/' }: IncomingMessage) => rewriteAddress(url) }),
    forceCloseConnections: 'idle',
    // During shutdown, `sales` rejects what is no longer allowed; other requests are still answered.
    return503OnClosing: false,
    // While a confirm waits for its answer, an error response could be mistaken for that answer.
    clientErrorHandler: (error, socket) =>
      isAnswering(socket) ? void socket.destroy() : answerNoRequest(error, socket, headers()),
    // For a URL that cannot be parsed, which reaches no route, hook or error handler.
    frameworkErrors: ({ statusCode = 400 }, _request, reply: FastifyReply) =>
      void sendProblem(reply.headers(headers()), statusCode, invalidRequest('The address cannot be read.')),
  })
  // HTTP defines only 100-continue.
  app.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(problemOf(417, invalidRequest('What this request expects is not known here.')))
    response.writeHead(417, { ...headers(), ...ofBody(body) }).end(body)
  })
  return app
}

/** For TLS 1.2, only cipher suites with forward secrecy and authenticated encryption (ASVS V12.1.2). TLS 1.3 has no others. */
const TLS = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
} as const

function openServer(handle: RequestListener, tls: HttpOptions['tls'], limits: HttpLimits) {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // `request-shape.ts` rejects a missing Host with our own message.
    requireHostHeader: false,
  }
  const server: Server = tls
    ? createHttps({ ...tls, ...TLS, ...options, handshakeTimeout: limits.tlsHandshakeMs })
    : createHttp(options)
  server.setTimeout(limits.silentMs)
  const { mayGoOn, isAnswering } = limitConnections(server, limits)
  server.on('request', (request, response) => {
    if (mayGoOn(request, response)) handle(request, response)
  })
  return { server, isAnswering }
}

/** The request could not be read, so nothing was done. */
export const invalidRequest = (message: string): Failure => ({ code: 'invalid-request', message, moneyMoved: 'no' })

const WHY: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The headers are too long. Delete the cookies that other programs at this address left in the browser.',
  },
}

/** For bytes that are not a request, or a request that was too slow or too large. */
function answerNoRequest(error: NodeJS.ErrnoException, socket: Duplex, headers: Record<string, string>): void {
  const { code = '' } = error
  // Any other error is a broken connection or a failed TLS handshake: no response can be sent.
  if (!/^(HPE|ERR_HTTP)_/.test(code) || !socket.writable) return void socket.destroy()
  const { status, message } = WHY[code] ?? { status: 400, message: 'This is not an HTTP request.' }
  const body = JSON.stringify(problemOf(status, invalidRequest(message)))
  const lines = Object.entries({ ...headers, ...ofBody(body), connection: 'close' }).map((pair) => pair.join(': '))
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () => socket.destroy())
}

const ofBody = (body: string) => ({
  'content-type': PROBLEM_TYPE,
  'content-length': String(Buffer.byteLength(body)),
  'cache-control': 'no-store',
})
