import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf } from './rate-address.ts'
import type { HttpLimits } from './http-limits.ts'

type Held = {
  socket: Socket
  peer: string
  network: string
  /** What is being answered, or still being sent by the other side. */
  requests: Set<IncomingMessage>
  wasOfUse: boolean
}

/**
 * Holds the number of connections, and what is asked on each, down. `mayGoOn` says whether a request is to be read; call it for every one.
 * Where one too many comes, the oldest of that address that is not waiting for an answer makes room: those that only hold a place first. So
 * whoever keeps connections open, or trickles requests into them, shuts nobody out. Who asks on without waiting for the answer, as no browser
 * and no reverse proxy does, is hung up on: a thousand requests in one packet would go before everybody else's.
 */
export function limitConnections(
  server: Server,
  limits: Pick<HttpLimits, 'connections' | 'connectionsOfOne'>,
): {
  mayGoOn: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether a request that came whole is being answered there. */
  isAnswering: (socket: Socket) => boolean
} {
  const held = new Map<string, Held>()
  const ofNetwork = new Map<string, Set<Held>>()

  server.on('connection', (socket: Socket) => {
    const [peer, network] = [peerOf(socket), networkOf(socket.remoteAddress)]
    const mine = ofNetwork.get(network) ?? new Set()
    const isFull = mine.size >= limits.connectionsOfOne
    if (
      (isFull && !closeIdleConnection(mine)) ||
      (!isFull && held.size >= limits.connections && !closeIdleConnection(largestOf(ofNetwork)))
    ) {
      socket.destroy()
      return
    }
    const one: Held = { socket, peer, network, requests: new Set(), wasOfUse: false }
    held.set(peer, one)
    ofNetwork.set(network, mine.add(one))
    socket.once('close', () => forget(one))
  })

  function mayGoOn(request: IncomingMessage, response: ServerResponse): boolean {
    // Over TLS this is another socket than the one that was counted; both are the same peer.
    const one = held.get(peerOf(request.socket))
    if (!one || one.requests.size > 0) {
      request.socket.destroy()
      return false
    }
    one.requests.add(request)
    response.once('close', () => {
      one.requests.delete(request)
      one.wasOfUse = true
    })
    return true
  }

  function closeIdleConnection(from: Set<Held>): boolean {
    const idle = [...from].filter(isIdle)
    const leaving = idle.find(({ wasOfUse }) => !wasOfUse) ?? idle[0]
    if (!leaving) return false
    leaving.socket.destroy()
    // It closes in a moment; its place is free at once.
    forget(leaving)
    return true
  }

  function forget(one: Held): void {
    if (held.get(one.peer) === one) held.delete(one.peer)
    const mine = ofNetwork.get(one.network)
    mine?.delete(one)
    if (mine?.size === 0) ofNetwork.delete(one.network)
  }

  const isAnswering = (socket: Socket) =>
    [...(held.get(peerOf(socket))?.requests ?? [])].some(({ complete }) => complete)

  return { mayGoOn, isAnswering }
}

/** A request whose end has not come yet is no reason to keep a connection. */
const isIdle = ({ requests }: Held) => [...requests].every(({ complete }) => !complete)

const largestOf = (ofNetwork: Map<string, Set<Held>>): Set<Held> =>
  [...ofNetwork.values()].reduce((largest, one) => (one.size > largest.size ? one : largest), new Set<Held>())

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
