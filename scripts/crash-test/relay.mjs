import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * @typedef {import('node:net').Socket} Socket
 * @typedef {Awaited<ReturnType<typeof startRelay>>} Relay
 */

/** Passes TCP connections on to a port of this machine, over a network that can be cut. */
export async function startRelay(/** @type {number} */ target) {
  let isCut = false
  /** @type {Set<Socket>} */
  const sockets = new Set()
  /** What was closed during a cut. The other side does not notice before its end. @type {Set<() => void>} */
  const held = new Set()
  const notice = (/** @type {() => void} */ close) => (isCut ? void held.add(close) : close())

  function watch(/** @type {Socket} */ socket, /** @type {Socket} */ other) {
    sockets.add(socket)
    socket.on('data', (chunk) => other.write(chunk))
    socket.on('end', () => notice(() => other.end()))
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      notice(() => other.destroy())
    })
    if (isCut) socket.pause()
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    watch(client, database)
    watch(database, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** From now on nothing arrives, in either direction, and nobody notices. */
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    /** What was sent during the cut arrives now, late. */
    mend: () => {
      isCut = false
      for (const close of held) close()
      held.clear()
      for (const socket of sockets) socket.resume()
    },
    /** What was sent during the cut never arrives, and all connections are reset. */
    mendWithReset: () => {
      isCut = false
      held.clear()
      for (const socket of sockets) socket.resetAndDestroy()
    },
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
