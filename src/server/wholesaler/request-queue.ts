import type { Clock } from '../lib/clock.ts'
import type { Cancel, Timers } from '../lib/ports.ts'
import type { Connection, Exchange, Posted } from './client.ts'
import type { KeySequence } from './keys.ts'
import type { NotSent } from './read/read-answer.ts'
import { delay, waitAtMost } from './promises.ts'
import { createWriteLock, reservedConnections, takeNext, type CallPriority } from './write-lock.ts'

export type QueuedCall = {
  path: string
  priority: CallPriority
  /** The body, signed with this key. */
  sign: (key: string) => string
  maxBytes: number
  /** The time from now to the last byte of the answer (ms). */
  withinMs: number
  /** How long the call may wait for its turn before it is dropped (ms); by default `withinMs`. */
  queueMs?: number
  /** Asked in the instant before the first byte: if it returns false, nothing is sent (`no-longer-due`). */
  isDue?: () => boolean
}

/** The outcome of a call, when its request was sent (steady clock), and whether a later key may have arrived before its own. */
type QueueResult = { outcome: Exchange | NotSent; sentAt: number; wasOvertaken: boolean }

/** Every call to the wholesaler passes it; there is one for each POS account (`docs/architecture.md`, "The request queue"). */
export type RequestQueue = {
  /** Sends a call. Never rejects. Signing and writing are one step, so that keys leave in order. Nothing is repeated once a byte may have left. */
  send: (call: QueuedCall) => Promise<QueueResult>
  /**
   * Call it when a confirm was refused for its key while a later key may have arrived first. Three in a minute start serial mode: one call at a time.
   */
  recordOvertakenConfirm: () => void
  metrics: () => QueueMetrics
  /** Drops the calls that are not written yet and waits `withinMs` at most for those on the wire. */
  close: (withinMs: number) => Promise<void>
}

/** The state of the queue. `inFlight` counts the calls that are written and not answered. `overtakenAt`: when a confirm last was, if ever. */
export type QueueMetrics = { inFlight: number; waiting: number; keys: number; isSerial: boolean; overtakenAt?: number }

type QueueOptions = {
  connections: Connection[]
  keys: KeySequence
  clock: Clock
  timers: Timers
  /** How long the next call waits at most for the answer to a confirm, or to the first call of a connection (ms). */
  writeGapMs: number
  /** Whether this process may send at all, asked in the instant before the first byte; while it returns false nothing leaves (`stopping`). */
  maySend?: () => boolean
  /** Called when the key mark cannot be saved, so that nothing can be sent. */
  onKeyFault?: (error: unknown) => void
  /** Called when serial mode starts or ends. */
  onSerialMode?: (isSerial: boolean) => void
}
type Entry = {
  call: QueuedCall
  priority: CallPriority
  isOver: boolean
  /** A byte may have left: from here on the call is answered or lost, never `not-sent`. */
  isWritten: boolean
  posted?: Posted
  settle: (passed: QueueResult) => void
  done: Promise<QueueResult>
}
type Written = { posted: Posted; key: bigint; sentAt: number }

/** A connection found dead before the first byte is replaced this often. */
const MAX_OPENINGS = 3

const OVERTAKEN_CONFIRMS = 3
const OVERTAKEN_WITHIN_MS = 60_000
const SERIAL_MODE_MS = 10 * 60_000

export function createRequestQueue(options: QueueOptions): RequestQueue {
  const { connections, keys, clock, timers, writeGapMs, maySend = () => true, onKeyFault, onSerialMode } = options
  const waiting: Entry[] = []
  const open = new Set<Entry>()
  const idle = [...connections]
  const writeLock = createWriteLock()
  let lastWritten = 0n
  let keysMade = 0
  let overtakenAt: number[] = []
  let lastOvertakenAt: number | undefined
  let endSerialMode: Cancel | undefined
  let isClosing = false

  const notSent = (reason: NotSent['reason'], detail?: string): QueueResult => ({
    outcome: { kind: 'not-sent', reason, ...(detail === undefined ? {} : { detail }) },
    sentAt: clock.now(),
    wasOvertaken: false,
  })

  /** Reads never take the last connections: a hung catalogue must not keep a confirm waiting. */
  const mayStart = (priority: CallPriority) =>
    endSerialMode
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

  async function carry(entry: Entry, connection: Connection): Promise<void> {
    for (let openings = 0; openings < MAX_OPENINGS && !entry.isOver; openings += 1) {
      const opened = await connection.open()
      if (typeof opened === 'object') return entry.settle(notSent('connect', opened.failed))
      const written = await writeUnderLock(entry, connection, opened === 'fresh')
      if (!written) continue
      const { posted, key, sentAt } = written
      const outcome = await posted.exchange
      if (outcome.kind === 'text' && outcome.date !== undefined) keys.recordServiceDate(outcome.date)
      return entry.settle({ outcome, sentAt, wasOvertaken: lastWritten > key })
    }
    entry.settle(notSent('connect'))
  }

  /** Returns `undefined` if no byte was sent: the connection was dead, there was no key, or the call was over. */
  async function writeUnderLock(entry: Entry, connection: Connection, isFresh: boolean): Promise<Written | undefined> {
    await writeLock.acquire(entry.priority)
    let gap: Promise<unknown> | undefined
    try {
      if (entry.isOver) return undefined
      const key = await nextKey()
      if (key === undefined) {
        entry.settle(notSent('busy'))
        return undefined
      }
      const { path, maxBytes, sign, isDue } = entry.call
      const mayWrite = () => {
        if (!entry.isOver && !maySend()) entry.settle(notSent('stopping'))
        if (!entry.isOver && isDue?.() === false) entry.settle(notSent('no-longer-due'))
        entry.isWritten = !entry.isOver
        return entry.isWritten
      }
      const posted = connection.post({ path, maxBytes, body: sign(key.toString()), mayWrite })
      entry.posted = posted
      if (!(await posted.written)) return undefined
      lastWritten = key
      // The wholesaler reads from an open connection sooner than from a new one, which it has to accept first.
      if (isFresh || entry.priority === 'confirm') gap = Promise.race([posted.exchange, delay(timers, writeGapMs)])
      return { posted, key, sentAt: clock.now() }
    } finally {
      if (gap) void gap.then(writeLock.release)
      else writeLock.release()
    }
  }

  async function nextKey(): Promise<bigint | undefined> {
    try {
      const key = await keys.next()
      keysMade += 1
      return key
    } catch (error) {
      try {
        onKeyFault?.(error)
      } catch {
        // In practice it returns by throwing (`Ports.exit`). The call ends all the same, as one for which there was no key.
      }
      return undefined
    }
  }

  function createEntry(call: QueuedCall): Entry {
    let settle!: Entry['settle']
    const done = new Promise<QueueResult>((resolve) => {
      settle = (passed) => {
        entry.isOver = true
        open.delete(entry)
        cancelDeadline()
        cancelWait()
        resolve(passed)
      }
    })
    const entry: Entry = { call, priority: call.priority, isOver: false, isWritten: false, settle, done }
    const cancelDeadline = timers.after(call.withinMs, () => {
      if (entry.isWritten) entry.posted?.abort('timeout')
      else drop(entry, 'busy')
    })
    const cancelWait =
      call.queueMs === undefined
        ? () => {}
        : timers.after(call.queueMs, () => {
            if (!entry.isWritten) drop(entry, 'busy')
          })
    open.add(entry)
    return entry
  }

  function drop(entry: Entry, reason: NotSent['reason']): void {
    const index = waiting.indexOf(entry)
    if (index >= 0) waiting.splice(index, 1)
    entry.settle(notSent(reason))
  }

  function startSerialMode(): void {
    if (!endSerialMode) onSerialMode?.(true)
    else endSerialMode()
    endSerialMode = timers.after(SERIAL_MODE_MS, () => {
      endSerialMode = undefined
      onSerialMode?.(false)
      startNext()
    })
  }

  return {
    send: (call) => {
      if (isClosing) return Promise.resolve(notSent('stopping'))
      if (call.withinMs <= 0) return Promise.resolve(notSent('busy'))
      const entry = createEntry(call)
      waiting.push(entry)
      startNext()
      return entry.done
    },
    recordOvertakenConfirm: () => {
      const now = clock.now()
      lastOvertakenAt = now
      overtakenAt = [...overtakenAt.filter((at) => now - at < OVERTAKEN_WITHIN_MS), now]
      if (overtakenAt.length < OVERTAKEN_CONFIRMS || isClosing) return
      overtakenAt = []
      startSerialMode()
    },
    metrics: () => ({
      inFlight: [...open].filter(({ isWritten }) => isWritten).length,
      waiting: [...open].filter(({ isWritten }) => !isWritten).length,
      keys: keysMade,
      isSerial: endSerialMode !== undefined,
      ...(lastOvertakenAt === undefined ? {} : { overtakenAt: lastOvertakenAt }),
    }),
    close: async (withinMs) => {
      isClosing = true
      endSerialMode?.()
      for (const entry of open) if (!entry.isWritten) drop(entry, 'stopping')
      const onTheWire = [...open].map((entry) => entry.done)
      await waitAtMost(timers, withinMs, Promise.all(onTheWire))
      for (const connection of connections) connection.destroy()
      await Promise.all(onTheWire)
    },
  }
}
