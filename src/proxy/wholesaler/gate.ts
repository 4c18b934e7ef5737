import type { Answer } from '#domain/transaction.ts'
import type { Clock } from '../clock.ts'
import type { Connection, Exchange, Posted } from './client.ts'
import type { Keys } from './keys.ts'
import { createTurnstile, rankOf, takeFirst, type Rank } from './turnstile.ts'

export type GateCall = {
  path: string
  rank: Rank
  /** The body, signed with this key. */
  sign: (key: string) => string
  maxBytes: number
  /** From now to the last byte of the answer. */
  withinMs: number
}

export type NotSent = Extract<Answer, { kind: 'not-sent' }>

/** What became of a call, when its request left (steady clock), and whether a later key may have arrived before it. */
export type Passed = { outcome: Exchange | NotSent; leftAt: number; wasOvertaken: boolean }

/** The only way to the wholesaler: one per POS account (DESIGN, "The gate"). */
export type Gate = {
  /** Never rejects. Signed and written in one step, so that keys leave in order. Nothing is repeated once a byte may have left. */
  pass: (call: GateCall) => Promise<Passed>
  /** Calls that are not written yet are not sent; those on the wire have `withinMs` left. */
  close: (withinMs: number) => Promise<void>
}

type GateOptions = {
  connections: Connection[]
  keys: Keys
  clock: Clock
  /** After a confirm, or the first call of a connection, was written, the next call waits for its answer or this long. */
  leadMs: number
  /** No key could be made durable: nothing can be sent. */
  onKeyFault?: () => void
}
type Entry = {
  call: GateCall
  rank: Rank
  isOver: boolean
  /** A byte may have left: from here on the call is answered or lost, never `not-sent`. */
  isWritten: boolean
  posted?: Posted
  settle: (passed: Passed) => void
  done: Promise<Passed>
}
type Written = { posted: Posted; key: bigint; leftAt: number }

/** A connection found dead before the first byte is replaced this often. */
const MAX_OPENINGS = 3

export function createGate({ connections, keys, clock, leadMs, onKeyFault }: GateOptions): Gate {
  const waiting: Entry[] = []
  const open = new Set<Entry>()
  const idle = [...connections]
  const turnstile = createTurnstile()
  let lastWritten = 0n
  let isClosing = false

  const notSent = (reason: NotSent['reason']): Passed => ({
    outcome: { kind: 'not-sent', reason },
    leftAt: clock.now(),
    wasOvertaken: false,
  })

  /** Reads never take the last connections: a hung catalogue must not keep a confirm waiting. */
  const mayStart = (rank: Rank) => idle.length > Math.min(rankOf(rank), connections.length - 1)

  function startNext(): void {
    for (;;) {
      const entry = takeFirst(waiting, mayStart)
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
      if (opened === 'failed') break
      const written = await writeInTurn(entry, connection, opened === 'fresh')
      if (!written) continue
      const { posted, key, leftAt } = written
      const outcome = await posted.exchange
      if (outcome.kind === 'text' && outcome.date !== undefined) keys.noteServiceDate(outcome.date)
      return entry.settle({ outcome, leftAt, wasOvertaken: lastWritten > key })
    }
    entry.settle(notSent('connect'))
  }

  /** Nothing when no byte left: the connection was dead, no key could be had, or the call is over. */
  async function writeInTurn(entry: Entry, connection: Connection, isFresh: boolean): Promise<Written | undefined> {
    await turnstile.enter(entry.rank)
    let lead: Promise<unknown> | undefined
    try {
      if (entry.isOver) return undefined
      const key = await nextKey()
      if (key === undefined) {
        entry.settle(notSent('busy'))
        return undefined
      }
      const { path, maxBytes, sign } = entry.call
      const mayWrite = () => {
        entry.isWritten = !entry.isOver
        return entry.isWritten
      }
      const posted = connection.post({ path, maxBytes, body: sign(key.toString()), mayWrite })
      entry.posted = posted
      if (!(await posted.written)) return undefined
      lastWritten = key
      // A standing connection is read sooner than a fresh one, which has to be accepted first.
      if (isFresh || entry.rank === 'confirm') lead = Promise.race([posted.exchange, elapsed(leadMs)])
      return { posted, key, leftAt: clock.now() }
    } finally {
      if (lead) void lead.then(turnstile.leave)
      else turnstile.leave()
    }
  }

  async function nextKey(): Promise<bigint | undefined> {
    try {
      return await keys.next()
    } catch {
      onKeyFault?.()
      return undefined
    }
  }

  function createEntry(call: GateCall): Entry {
    let settle!: Entry['settle']
    const done = new Promise<Passed>((resolve) => {
      settle = (passed) => {
        entry.isOver = true
        open.delete(entry)
        clearTimeout(deadline)
        resolve(passed)
      }
    })
    const entry: Entry = { call, rank: call.rank, isOver: false, isWritten: false, settle, done }
    const deadline = setTimeout(() => {
      if (entry.isWritten) entry.posted?.abort('timeout')
      else drop(entry, 'busy')
    }, call.withinMs)
    open.add(entry)
    return entry
  }

  function drop(entry: Entry, reason: NotSent['reason']): void {
    const index = waiting.indexOf(entry)
    if (index >= 0) waiting.splice(index, 1)
    entry.settle(notSent(reason))
  }

  return {
    pass: (call) => {
      if (isClosing) return Promise.resolve(notSent('stopping'))
      if (call.withinMs <= 0) return Promise.resolve(notSent('busy'))
      const entry = createEntry(call)
      waiting.push(entry)
      startNext()
      return entry.done
    },
    close: async (withinMs) => {
      isClosing = true
      for (const entry of open) if (!entry.isWritten) drop(entry, 'stopping')
      const onTheWire = [...open].map((entry) => entry.done)
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs)
      })
      await Promise.race([Promise.all(onTheWire), patience])
      clearTimeout(timer)
      for (const connection of connections) connection.destroy()
      await Promise.all(onTheWire)
    },
  }
}

const elapsed = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref()
  })
