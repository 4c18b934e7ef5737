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
 * Limits connections, in total and per network, and allows one request at a time on each. Pass every request to `mayGoOn`, which returns whether to handle it.
 * At the limit, the oldest connection of that network, or of the network with the most, that doesn't wait for an answer is closed, unused ones first, so no one
 * can shut others out. A peer that sends a second request before the first is answered, as no browser or web server does, is disconnected: a thousand in one
 * packet would be handled before everyone else's.
 */
export function limitConnections(
  server: Server,
  limits: Pick<HttpLimits, 'connections' | 'connectionsOfOne'>,
): {
  mayGoOn: (request: IncomingMessage, response: ServerResponse) => boolean
  /** True while a complete request is being answered. */
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
    // With TLS, this is not the counted socket, but it has the same peer.
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
    // Its place is free at once, although it closes a moment later.
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

/** An incomplete request doesn't keep a connection open. */
const isIdle = ({ requests }: Held) => [...requests].every(({ complete }) => !complete)

const largestOf = (ofNetwork: Map<string, Set<Held>>): Set<Held> =>
  [...ofNetwork.values()].reduce((largest, one) => (one.size > largest.size ? one : largest), new Set<Held>())

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
