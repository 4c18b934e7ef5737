import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'

import * as v from 'valibot'

import { InvalidOperation } from '../staff/invalid-operation.ts'
import { Command, CommandResult } from './command.ts'
import { socketPathOf } from './socket-path.ts'

const MAX_COMMAND = 16 * 1024
const ANSWER_WITHIN_MS = 30_000
/** A slow disk may need long for a large journal. */
const COPY_WITHIN_MS = 60 * 60_000

export type CommandListener = { close: () => Promise<void> }

/**
 * Takes commands for the running proxy on a socket that only its owner may open. `failed` hears of what went wrong unforeseen; the
 * operator is told to look there.
 */
export async function listenForCommands(
  dataFolder: string,
  run: (command: Command) => Promise<CommandResult>,
  failed: (error: unknown) => void,
): Promise<CommandListener> {
  const { path } = socketPathOf(dataFolder)
  const server = createServer((incoming, reply) => {
    void answer(incoming, run, failed).then(({ status, result }) => {
      reply.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(result))
    })
  })
  if ((await listen(server, path)) === 'taken') {
    if (await isAnswered(path)) {
      throw new InvalidOperation(
        `${path} is in use by another Toptill. Stop that one, or give this one its own data folder.`,
      )
    }
    // Left behind by a proxy that was killed: nobody listens there.
    removeStale(path)
    if ((await listen(server, path)) === 'taken') throw new InvalidOperation(`${path} is in use by another Toptill.`)
  }
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Asks the proxy that runs on this data folder, if one does. */
export async function sendToRunningProxy(
  dataFolder: string,
  command: Command,
): Promise<CommandResult | 'nobody-there'> {
  const { path, isShared } = socketPathOf(dataFolder)
  if (isShared && !isOwnSocket(path, dataFolder)) return 'nobody-there'
  const body = JSON.stringify(command)
  if (Buffer.byteLength(body) > MAX_COMMAND) {
    throw new InvalidOperation(`This command is longer than ${MAX_COMMAND} bytes. Nothing was changed.`)
  }
  try {
    return v.parse(CommandResult, JSON.parse(await post(path, body, withinMsOf(command))))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'nobody-there'
    if (code === 'EACCES' || code === 'EPERM') {
      throw new InvalidOperation(
        `The running Toptill belongs to another user: ${path} may not be opened. Be that user.`,
      )
    }
    throw new InvalidOperation(
      `The running Toptill gave no answer (${error instanceof Error ? error.message : String(error)}).`,
    )
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
    // The socket is made inside this call; with this mask nobody else may open it, not even for a moment.
    const mask = process.umask(0o177)
    try {
      server.listen(path)
    } finally {
      process.umask(mask)
    }
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => (probe.destroy(), resolve(true)))
    // Refused or gone means nobody listens; anything else means somebody may.
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

/** In a folder everybody may write to, a PIN is sent only to a socket of the data folder's owner. */
function isOwnSocket(path: string, dataFolder: string): boolean {
  try {
    return lstatSync(path).uid === statSync(dataFolder).uid
  } catch {
    return false
  }
}

async function answer(
  incoming: IncomingMessage,
  run: (command: Command) => Promise<CommandResult>,
  failed: (error: unknown) => void,
): Promise<{ status: number; result: CommandResult }> {
  try {
    const command = v.safeParse(Command, JSON.parse(await readAll(incoming, MAX_COMMAND)))
    if (command.success) return { status: 200, result: await run(command.output) }
    const text = 'The running Toptill does not know this command. Restart it when it is of another version.'
    return { status: 400, result: { ok: false, text } }
  } catch (error) {
    failed(error)
    return { status: 500, result: { ok: false, text: 'The running Toptill could not do this. Its log says why.' } }
  }
}

const withinMsOf = ({ action }: Command) => (action === 'backup' ? COPY_WITHIN_MS : ANSWER_WITHIN_MS)

function post(path: string, body: string, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        socketPath: path,
        method: 'POST',
        path: '/',
        timeout: withinMs,
        headers: { 'content-type': 'application/json' },
      },
      (reply) => void readAll(reply).then(resolve, reject),
    )
    outgoing.once('timeout', () => outgoing.destroy(new Error(`none within ${withinMs / 1000} seconds`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function readAll(message: IncomingMessage, longest = Infinity): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > longest) throw new Error(`a command of more than ${longest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
