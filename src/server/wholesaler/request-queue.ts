import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import { createEntry, notSent, type CallEntry, type QueuedCall, type QueueResult } from './call-entry.ts'
import { createCallWriter } from './call-writer.ts'
import type { Connection } from './client.ts'
import type { KeySequence } from './keys.ts'
import { waitAtMost } from '../lib/concurrency.ts'
import { createSerialMode } from './serial-mode.ts'
import { reservedConnections, takeNext, type CallPriority } from './write-lock.ts'

/** All calls of one POS account (`docs/architecture.md`, "The request queue"). */
export type RequestQueue = {
  /** Never rejects. Signing and writing are one step, so keys are sent in order. Nothing is repeated once a byte may have been sent. */
  send: (call: QueuedCall) => Promise<QueueResult>
  /** A later key may have arrived before a refused confirm. Three in a minute start serial mode: one call at a time. */
  recordOvertakenConfirm: () => void
  metrics: () => QueueMetrics
  /** Drops unwritten calls and waits up to `withinMs` for those in transit. */
  close: (withinMs: number) => Promise<void>
}

/** `inFlight` counts written calls without an answer. `overtakenAt`: when a confirm was last overtaken. */
export type QueueMetrics = { inFlight: number; waiting: number; keys: number; isSerial: boolean; overtakenAt?: number }

type QueueOptions = {
  connections: Connection[]
  keys: KeySequence
  clock: Clock
  timers: Timers
  /** The longest wait of the next call for the answer to a confirm, or to the first call of a connection. */
  writeGapMs: number
  /** Called right before the first byte; while it returns false nothing is sent (`stopping`). */
  maySend?: () => boolean
  /** Called when the key mark cannot be saved, so nothing can be sent. */
  onKeyFault?: (error: unknown) => void
  onSerialMode?: (isSerial: boolean) => void
}
/** How often a connection that is dead before the first byte is replaced. */
const MAX_OPENINGS = 3

export function createRequestQueue(options: QueueOptions): RequestQueue {
  const { connections, keys, clock, timers } = options
  const waiting: CallEntry[] = []
  const open = new Set<CallEntry>()
  const idle = [...connections]
  const writer = createCallWriter(options)
  const serialMode = createSerialMode(options, startNext)
  let isClosing = false

  /** Reads never take the last connections: a hung catalog must not delay a confirm. */
  const mayStart = (priority: CallPriority) =>
    serialMode.isOn()
      ? idle.length === connections.length
      : idle.length > Math.min(reservedConnections(priority), connections.length - 1)

  function startNext(): void {
    for (;;) {
      const entry = takeNext(waiting, mayStart)
      const connection = entry && idle.pop()
      if (!connection) return
      void carry(entry, connection).finally(() => {
        idle.push(connection)
        startNext()
      })
    }
  }

  async function carry(entry: CallEntry, connection: Connection): Promise<void> {
    for (let openings = 0; openings < MAX_OPENINGS && !entry.isOver; openings += 1) {
      const opened = await connection.open()
      if (typeof opened === 'object') return entry.drop('connect', opened.failed)
      const written = await writer.write(entry, connection, opened === 'fresh')
      if (!written) continue
      const { posted, key, sentAt } = written
      const outcome = await posted.exchange
      if (outcome.kind === 'text' && outcome.date !== undefined) keys.recordServiceDate(outcome.date)
      return entry.settle({ outcome, sentAt, wasOvertaken: writer.lastWritten() > key })
    }
    entry.drop('connect')
  }

  return {
    send: (call) => {
      if (isClosing) return Promise.resolve(notSent(clock, 'stopping'))
      if (call.withinMs <= 0) return Promise.resolve(notSent(clock, 'busy'))
      const entry = createEntry(call, options, (over) => {
        open.delete(over)
        const index = waiting.indexOf(over)
        if (index >= 0) waiting.splice(index, 1)
      })
      open.add(entry)
      waiting.push(entry)
      startNext()
      return entry.done
    },
    recordOvertakenConfirm: serialMode.recordOvertakenConfirm,
    metrics: () => ({
      inFlight: [...open].filter(({ isWritten }) => isWritten).length,
      waiting: [...open].filter(({ isWritten }) => !isWritten).length,
      keys: writer.keysMade(),
      ...serialMode.metrics(),
    }),
    close: async (withinMs) => {
      isClosing = true
      serialMode.close()
      for (const entry of open) if (!entry.isWritten) entry.drop('stopping')
      const onTheWire = [...open].map((entry) => entry.done)
      await waitAtMost(timers, withinMs, Promise.all(onTheWire))
      for (const connection of connections) connection.destroy()
      await Promise.all(onTheWire)
    },
  }
}
