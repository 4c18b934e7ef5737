import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve, win32 } from 'node:path'

import * as v from 'valibot'

import { InvalidOperation, problemOf } from '../lib/failures.ts'
import type { Log } from '../lib/log.ts'
import { AddressedCommand, CommandResult, type Command, type RunCommand } from './command.ts'

// Systems allow 104 to 108 bytes; a longer path would be cut off or refused.
const MAX_SOCKET_PATH_BYTES = 100
const MAX_COMMAND_BYTES = 16 * 1024
const WITH_LINK = '/link'
const ANSWER_TIMEOUT_MS = 30_000
/** A large journal takes a long time to copy to a slow disk. */
const COPY_TIMEOUT_MS = 60 * 60_000

/** `isShared`: the folder's path is too long, so the socket is in the common temporary folder. */
export function socketPathOf(
  dataFolder: string,
  platform: string = process.platform,
): { path: string; isShared: boolean } {
  const isWindows = platform === 'win32'
  const folder = isWindows ? win32.resolve(dataFolder).toLowerCase() : resolve(dataFolder)
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  // Windows has pipes instead. Only the user who makes one, and administrators, can write to it.
  if (isWindows) return { path: `\\\\.\\pipe\\toptill-${name}`, isShared: false }
  const own = join(folder, 'toptill.sock')
  if (Buffer.byteLength(own) <= MAX_SOCKET_PATH_BYTES) return { path: own, isShared: false }
  return { path: join(tmpdir(), `toptill-${name}.sock`), isShared: true }
}

/** Absent `url`: it is starting. `link`: where a person goes first. An earlier link is then no longer valid. */
export const Where = v.strictObject({ url: v.optional(v.string()), link: v.optional(v.string()) })
export type Where = v.InferOutput<typeof Where>

export type CommandListener = { close: () => Promise<void> }

/**
 * Only the owner may open the socket. `where` answers where this server is. `onError` receives unexpected errors. Throws `InvalidOperation` if another server
 * uses it.
 */
export async function listenForCommands(
  dataFolder: string,
  run: RunCommand,
  onError: (error: unknown) => void,
  where: (withLink: boolean) => Promise<Where> = async () => ({}),
): Promise<CommandListener> {
  const { path } = socketPathOf(dataFolder)
  const server = createServer((incoming, reply) => {
    const send = (status: number, answer: object) =>
      reply.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer))
    if (incoming.method === 'GET') {
      where(incoming.url === WITH_LINK).then(
        (answer) => send(200, answer),
        (error) => (onError(error), send(500, {})),
      )
      return
    }
    void answerCommand(readAll(incoming, MAX_COMMAND_BYTES), run, onError).then(({ status, result }) => {
      send(status, result)
    })
  })
  if ((await listen(server, path)) === 'taken') {
    if (await isListening(path)) {
      throw new InvalidOperation(
        `${path} is in use by another Toptill. Stop that one, or give this one its own data folder.`,
      )
    }
    // Left behind by a server that was killed.
    removeStale(path)
    if ((await listen(server, path)) === 'taken') throw new InvalidOperation(`${path} is in use by another Toptill.`)
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const commandFailed =
  (log: Log) =>
  (error: unknown): void =>
    log.error({ what: 'a command failed', problem: problemOf(error) })

/** `undefined` if no server of this data folder answers. */
export async function askWhere(dataFolder: string, withLink: boolean): Promise<Where | undefined> {
  const { path, isShared } = socketPathOf(dataFolder)
  if (isShared && !isOwnSocket(path, dataFolder)) return undefined
  try {
    return v.parse(
      Where,
      JSON.parse(await ask(path, { path: withLink ? WITH_LINK : '/', timeoutMs: ANSWER_TIMEOUT_MS })),
    )
  } catch {
    return undefined
  }
}

/** Throws `InvalidOperation` if the server doesn't answer. */
export async function sendToRunningServer(
  dataFolder: string,
  command: Command,
  shopId?: string,
): Promise<CommandResult | 'not-running'> {
  const { path, isShared } = socketPathOf(dataFolder)
  if (isShared && !isOwnSocket(path, dataFolder)) return 'not-running'
  const body = JSON.stringify({ shop: shopId, command } satisfies AddressedCommand)
  if (Buffer.byteLength(body) > MAX_COMMAND_BYTES) {
    throw new InvalidOperation(`This command is longer than ${MAX_COMMAND_BYTES} bytes. Nothing was changed.`)
  }
  try {
    return v.parse(CommandResult, JSON.parse(await ask(path, { body, timeoutMs: timeoutMsOf(command) })))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'not-running'
    if (code === 'EACCES' || code === 'EPERM') {
      throw new InvalidOperation(
        `The running Toptill belongs to another user: ${path} can't be opened. Run the command as that user.`,
      )
    }
    throw new InvalidOperation(`The running Toptill did not respond (${problemOf(error)}).`)
  }
}

function listen(server: Server, path: string): Promise<'listening' | 'taken'> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE') resolve('taken')
      else reject(new InvalidOperation(`${path} cannot be opened (${error.code ?? error.message}).`))
    }
    const onListening = () => {
      server.off('error', onError)
      resolve('listening')
    }
    server.once('error', onError).once('listening', onListening)
    // With this mask no one else can open the socket, not even for a moment.
    const mask = process.umask(0o177)
    try {
      server.listen(path)
    } finally {
      process.umask(mask)
    }
  })
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => (probe.destroy(), resolve(true)))
    // After any other error, a server may be listening.
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })
}

function removeStale(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    throw new InvalidOperation(
      `${path} was left behind by another user and cannot be removed. Remove it and start again.`,
    )
  }
}

/** In a folder that everyone may write to, a PIN must not be sent to another user's socket. */
function isOwnSocket(path: string, dataFolder: string): boolean {
  try {
    return lstatSync(path).uid === statSync(dataFolder).uid
  } catch {
    return false
  }
}

/** `onError` receives unexpected errors; the administrator is referred to the log. */
export async function answerCommand(
  sent: string | Promise<string>,
  run: RunCommand,
  onError: (error: unknown) => void,
): Promise<{ status: number; result: CommandResult }> {
  try {
    const read = v.safeParse(AddressedCommand, JSON.parse(await sent))
    if (read.success) return { status: 200, result: await run(read.output.command, read.output.shop) }
    const text = 'The running Toptill does not know this command. If it is of another version, restart it.'
    return { status: 400, result: { ok: false, text } }
  } catch (error) {
    onError(error)
    return {
      status: 500,
      result: { ok: false, text: 'The running Toptill could not do this. See its log for the reason.' },
    }
  }
}

const timeoutMsOf = ({ action }: Command) => (action === 'backup' ? COPY_TIMEOUT_MS : ANSWER_TIMEOUT_MS)

/** Without `body`, it asks where the server is. */
type Question = { path?: string; body?: string; timeoutMs: number }

function ask(socketPath: string, { path = '/', body, timeoutMs }: Question): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath,
        method: body === undefined ? 'GET' : 'POST',
        path,
        timeout: timeoutMs,
        headers: { 'content-type': 'application/json' },
      },
      (reply) => void readAll(reply).then(resolve, reject),
    )
    outgoing.once('timeout', () => outgoing.destroy(new Error(`none within ${timeoutMs / 1000} seconds`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function readAll(message: IncomingMessage, maxBytes = Infinity): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`a command of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
