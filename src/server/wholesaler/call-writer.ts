import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import type { CallEntry } from './call-entry.ts'
import type { Connection, Posted } from './client.ts'
import type { KeySequence } from './keys.ts'
import { delay } from '../lib/concurrency.ts'
import { createWriteLock } from './write-lock.ts'

type Written = { posted: Posted; key: bigint; sentAt: number }

type WriterOptions = {
  keys: KeySequence
  clock: Clock
  timers: Timers
  /** The longest wait of the next call for the answer to a confirm, or to the first call of a connection. */
  writeGapMs: number
  maySend?: () => boolean
  onKeyFault?: (error: unknown) => void
}

/** Signs and writes one call at a time, so keys are sent in order. */
export function createCallWriter({ keys, clock, timers, writeGapMs, maySend = () => true, onKeyFault }: WriterOptions) {
  const writeLock = createWriteLock()
  let lastWritten = 0n
  let keysMade = 0

  /** `undefined` if no byte was sent: the connection was dead, there was no key, or the call was over. */
  async function write(entry: CallEntry, connection: Connection, isFresh: boolean): Promise<Written | undefined> {
    await writeLock.acquire(entry.priority)
    let gap: Promise<unknown> | undefined
    try {
      if (entry.isOver) return undefined
      const key = await nextKey()
      if (key === undefined) {
        entry.drop('busy')
        return undefined
      }
      const { path, maxBytes, sign, isDue } = entry.call
      const mayWrite = () => {
        if (!entry.isOver && !maySend()) entry.drop('stopping')
        if (!entry.isOver && isDue?.() === false) entry.drop('no-longer-due')
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
        // In practice `onKeyFault` throws (`Ports.exit`). The call still ends as one without a key.
      }
      return undefined
    }
  }

  return { write, lastWritten: () => lastWritten, keysMade: () => keysMade }
}
