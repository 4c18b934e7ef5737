import { connect, type Socket } from 'node:net'

/** A response as it was received, without the interpretation of an HTTP client. */
export type RawAnswer = { status: number; version: string; headers: Map<string, string>; text: string }

/**
 * Opens a connection to a till and sends any bytes, even invalid ones. Errors are not thrown, because the till may
 * close the connection.
 */
export function dial(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

/** Sends lines unchanged and returns the first response, or `undefined` if the connection was closed without one. */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer | undefined> {
  const socket = dial(url)
  const answer = readResponse(socket)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const received = await answer
  socket.destroy()
  return received
}

/** The next complete response on this connection, or `undefined` if it closes first. */
export async function readResponse(socket: Socket): Promise<RawAnswer | undefined> {
  let text = ''
  return new Promise((resolve) => {
    const collect = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const answer = findAnswer(text)
      if (!answer) return
      socket.off('data', collect)
      resolve(answer)
    }
    socket.on('data', collect)
    whenClosed(socket, () => resolve(findAnswer(text, true)))
  })
}

/** Resolves even for a broken connection, which `events.once` would treat as an error. */
export const hangUpOf = (socket: Socket): Promise<void> => new Promise((resolve) => whenClosed(socket, resolve))

function whenClosed(socket: Socket, run: () => void): void {
  if (socket.closed) run()
  else socket.once('close', run)
}

function findAnswer(text: string, isClosed = false): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [, version = '', status = '0'] = /^HTTP\/(\d\.\d) (\d{3})/.exec(first) ?? []
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(end + 4)
  const length = headers.get('content-length')
  const isComplete =
    length === undefined ? headers.get('transfer-encoding') === undefined : body.length >= Number(length)
  return isComplete || isClosed ? { status: Number(status), version, headers, text: body } : undefined
}

export const HEADERS_OF_ALL = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
] as const
