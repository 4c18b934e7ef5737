import { connect, type Socket } from 'node:net'

/** What came back as bytes, read without any client's opinion of it. */
export type RawAnswer = { status: number; version: string; headers: Map<string, string>; text: string }

/** Opens a connection to a till and sends what it is told to, however wrong. Its faults are not thrown: the other side may hang up. */
export function dial(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

/** Sends lines as they are and answers the first answer; nothing when the connection was closed without one. */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer | undefined> {
  const socket = dial(url)
  const answer = readResponse(socket)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const heard = await answer
  socket.destroy()
  return heard
}

/** The next whole answer on this connection; nothing when it closes before one is there. */
export async function readResponse(socket: Socket): Promise<RawAnswer | undefined> {
  let text = ''
  return new Promise((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const answer = findAnswer(text)
      if (!answer) return
      socket.off('data', hear)
      resolve(answer)
    }
    socket.on('data', hear)
    whenClosed(socket, () => resolve(findAnswer(text, true)))
  })
}

/** Also when it broke: `events.once` would take that for a fault of the test. */
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
  const isWhole = length === undefined ? headers.get('transfer-encoding') === undefined : body.length >= Number(length)
  return isWhole || isClosed ? { status: Number(status), version, headers, text: body } : undefined
}

/** What every answer has to carry, whatever it says. */
export const HEADERS_OF_ALL = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
] as const
