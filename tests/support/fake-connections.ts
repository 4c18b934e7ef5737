import type { Connection, Exchange } from '#server/wholesaler/client.ts'
import { createDeferred } from '#server/lib/concurrency.ts'

/** A request as it was written on a connection (`line`), and the function that answers it. */
type Written = { path: string; key: bigint; line: number; answer: (exchange: Exchange) => void }

export const text = (body: unknown, status = 200): Exchange => ({ kind: 'text', status, text: JSON.stringify(body) })

export type ConnectionOptions = {
  /** The results of opening a connection, in order; the last one is repeated. By default `fresh` and then `standing`. */
  openings?: ('standing' | 'fresh' | 'failed')[]
  isDead?: () => boolean
}

/**
 * Connections that write requests at once and let the test answer them. A body is either a signed request or only its
 * key.
 */
export function createConnections(count: number, { openings, isDead = () => false }: ConnectionOptions = {}) {
  const written: Written[] = []
  let opened = 0
  let destroyed = 0
  const createLine = (line: number): Connection => {
    let isStanding = false
    return {
      open: async () => {
        opened += 1
        const next = openings ? openings[Math.min(opened, openings.length) - 1]! : isStanding ? 'standing' : 'fresh'
        isStanding = true
        return next === 'failed' ? { failed: 'ECONNREFUSED' } : next
      },
      post: ({ path, body, mayWrite }) => {
        const exchange = createDeferred<Exchange>()
        const isWritten = !isDead() && mayWrite()
        if (isWritten) written.push({ path, key: keyOf(body), line, answer: exchange.resolve })
        return {
          written: Promise.resolve(isWritten),
          exchange: exchange.promise,
          abort: (reason) => exchange.resolve({ kind: 'lost', reason }),
        }
      },
      destroy: () => {
        destroyed += 1
      },
    }
  }
  return {
    connections: Array.from({ length: count }, (_, line) => createLine(line)),
    written,
    opened: () => opened,
    destroyed: () => destroyed,
  }
}

function keyOf(body: string): bigint {
  const signed: unknown = JSON.parse(body)
  return BigInt(typeof signed === 'number' ? body : (signed as { auth: { key: string } }).auth.key)
}
