import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { networkOf } from './rate-address.ts'
import type { HttpLimits } from './http-limits.ts'

type Held = {
  socket: Socket
  peer: string
  network: string
  /** Requests that are being received or answered. */
  requests: Set<IncomingMessage>
  wasOfUse: boolean
}

/**
 * Limits the number of connections, in all and per network, and allows one request at a time on each. Pass every request to `mayGoOn`, which returns
 * whether to handle it. When a connection too many arrives, the oldest one of that network, or of the network with the most, that is not waiting for
 * an answer is closed; connections that were never used go first. So nobody can shut others out by keeping connections open or by trickling requests
 * into them. A peer that sends a second request before the first is answered, as no browser and no reverse proxy does, is disconnected: a thousand
 * requests in one packet would be handled before everybody else's.
 */
export function limitConnections(
  server: Server,
  limits: Pick<HttpLimits, 'connections' | 'connectionsOfOne'>,
): {
  mayGoOn: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether a request that was received completely is being answered on this socket. */
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
    // Over TLS this is not the socket that was counted, but both have the same peer.
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
    // It closes in a moment, but its place is free at once.
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

/** A request that has not arrived completely is no reason to keep a connection open. */
const isIdle = ({ requests }: Held) => [...requests].every(({ complete }) => !complete)

const largestOf = (ofNetwork: Map<string, Set<Held>>): Set<Held> =>
  [...ofNetwork.values()].reduce((largest, one) => (one.size > largest.size ? one : largest), new Set<Held>())

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
