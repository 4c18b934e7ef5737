import type { Socket } from 'node:net'
import type { Transform } from 'node:stream'

import { buildConnector, Client, type Dispatcher } from 'undici'

import type { LostReason } from '#domain/wallet/transaction.ts'
import { createBodyText } from './body-text.ts'
import { decompressionOf } from './decompress.ts'
import { createDeferred } from '../lib/concurrency.ts'

/** The text of the body, or why there is none although a byte may have been sent. */
export type Exchange =
  { kind: 'text'; status: number; text: string; date?: string } | { kind: 'lost'; reason: LostReason; detail?: string }

export type Post = {
  path: string
  body: string
  maxBytes: number
  /** Called right before the first byte: if it returns false, nothing is written. */
  mayWrite: () => boolean
}

export type Posted = {
  /** If false, no byte was sent and none will be. */
  written: Promise<boolean>
  /** Never rejects. Stays pending if the request was not written. */
  exchange: Promise<Exchange>
  /** Also closes the connection. */
  abort: (reason: LostReason) => void
}

/** Name resolution, connect or TLS failed, with the error's code if it has one. */
export type OpenFailed = { failed: string | undefined }

/** Keep-alive, for one exchange at a time. */
export type Connection = {
  open: () => Promise<'standing' | 'fresh' | OpenFailed>
  post: (post: Post) => Posted
  destroy: () => void
}

/** Gateways add policies and cookies of more than the 16 kB that Node accepts. */
const MAX_HEADER_BYTES = 128 * 1024

/**
 * Opened separately from the request, so a request is signed only when it can be written at once, and a failure before the first byte is certain. Follows no
 * redirect and repeats nothing.
 */
export function createConnection(origin: URL, connectMs: number): Connection {
  // Explicit, so no environment variable can switch off certificate verification.
  const connect = buildConnector({ timeout: connectMs, rejectUnauthorized: true })
  let socket: Socket | undefined
  let prepared: Socket | undefined

  const client = new Client(origin.origin, {
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, callback) => {
      const ready = prepared
      prepared = undefined
      // Not synchronously: undici doesn't continue with its queue if it is answered inside its own call.
      queueMicrotask(() => {
        if (ready && !ready.destroyed) callback(null, ready)
        else callback(new Error('no open connection'), null)
      })
    },
  })

  function openSocket(): Promise<'fresh' | OpenFailed> {
    const { hostname, host, protocol, port } = origin
    return new Promise((resolve) => {
      connect({ hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port }, (error, opened) => {
        if (error) return resolve({ failed: codeOf(error) })
        if (client.destroyed) opened.destroy()
        else socket = prepared = opened
        resolve(opened.destroyed ? { failed: undefined } : 'fresh')
      })
    })
  }

  return {
    open: async () => {
      if (!prepared && socket && !socket.destroyed) return 'standing'
      // This socket was opened for a call that was abandoned, so nothing has watched it since.
      prepared?.destroy()
      prepared = undefined
      return openSocket()
    },
    post: (post) => dispatch(client, post),
    destroy: () => {
      prepared?.destroy()
      void client.destroy()
    },
  }
}

const HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' }

function dispatch(client: Client, { path, body, maxBytes, mayWrite }: Post): Posted {
  const written = createDeferred<boolean>()
  const exchange = createDeferred<Exchange>()
  let controller: Dispatcher.DispatchController | undefined
  let wasWritten = false
  let status = 0
  let date: string | undefined
  let encoding = ''
  let received = 0
  let decompression: Transform | undefined
  const text = createBodyText(maxBytes)

  const lose = (reason: LostReason, detail?: string) => {
    exchange.resolve({ kind: 'lost', reason, ...(detail === undefined ? {} : { detail }) })
    controller?.abort(new Error(reason))
    decompression?.destroy()
  }
  const addText = (chunk: Buffer) => {
    if (!text.add(chunk)) lose('too-big')
  }
  const finish = () =>
    exchange.resolve({ kind: 'text', status, text: text.end(), ...(date === undefined ? {} : { date }) })

  function begin(firstByte: number | undefined): void {
    const found = decompressionOf(encoding, firstByte)
    if (found === 'unknown') return lose('wrong-shape', `compressed as ${/^[\w-]{1,20}$/.exec(encoding)?.[0] ?? found}`)
    decompression = found
      ?.on('data', addText)
      .on('end', finish)
      .on('error', () => lose('wrong-shape', 'damaged where it is compressed'))
  }

  client.dispatch(
    { path, method: 'POST', headers: HEADERS, body, idempotent: false },
    {
      onRequestStart: (given) => {
        controller = given
        if (wasWritten || !mayWrite()) return given.abort(new Error('not to be written'))
        wasWritten = true
        written.resolve(true)
      },
      onResponseStart: (_controller, statusCode, headers) => {
        status = statusCode
        if (typeof headers.date === 'string') date = headers.date
        encoding = String(headers['content-encoding'] ?? '')
      },
      onResponseData: (_controller, chunk) => {
        if (received === 0) begin(chunk[0])
        received += chunk.length
        if (!decompression) addText(chunk)
        else if (received > maxBytes) lose('too-big')
        else decompression.write(chunk)
      },
      onResponseEnd: () => {
        controller = undefined
        if (decompression) decompression.end()
        else finish()
      },
      onResponseError: (_controller, error) => {
        if (wasWritten) lose('reset', codeOf(error))
        else written.resolve(false)
      },
    },
  )
  return { written: written.promise, exchange: exchange.promise, abort: (reason) => lose(reason) }
}

/** Omits the error's text. */
function codeOf(error: Error): string | undefined {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : undefined
}
