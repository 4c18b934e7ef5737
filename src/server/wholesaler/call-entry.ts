import type { Clock } from '../lib/clock.ts'
import type { Timers } from '../lib/ports.ts'
import type { Exchange, Posted } from './client.ts'
import type { NotSent } from './read/read-answer.ts'
import type { CallPriority } from './write-lock.ts'

export type QueuedCall = {
  path: string
  priority: CallPriority
  sign: (key: string) => string
  maxBytes: number
  /** Counted to the last byte of the answer. */
  withinMs: number
  /** The longest wait for its turn; by default `withinMs`. */
  queueMs?: number
  /** Called right before the first byte: if it returns false, nothing is sent (`no-longer-due`). */
  isDue?: () => boolean
}

/** `sentAt` is by the steady clock. `wasOvertaken`: a later key may have arrived before the call's own. */
export type QueueResult = { outcome: Exchange | NotSent; sentAt: number; wasOvertaken: boolean }

export type CallEntry = {
  call: QueuedCall
  priority: CallPriority
  isOver: boolean
  /** A byte may have been sent: from here on the call is answered or lost, never `not-sent`. */
  isWritten: boolean
  posted?: Posted
  settle: (passed: QueueResult) => void
  /** For a call of which no byte was sent. */
  drop: (reason: NotSent['reason'], detail?: string) => void
  done: Promise<QueueResult>
}

export const notSent = (clock: Clock, reason: NotSent['reason'], detail?: string): QueueResult => ({
  outcome: { kind: 'not-sent', reason, ...(detail === undefined ? {} : { detail }) },
  sentAt: clock.now(),
  wasOvertaken: false,
})

export function createEntry(
  call: QueuedCall,
  { clock, timers }: { clock: Clock; timers: Timers },
  onOver: (entry: CallEntry) => void,
): CallEntry {
  let settle!: CallEntry['settle']
  const done = new Promise<QueueResult>((resolve) => {
    settle = (passed) => {
      entry.isOver = true
      onOver(entry)
      cancelDeadline()
      cancelWait()
      resolve(passed)
    }
  })
  const drop: CallEntry['drop'] = (reason, detail) => settle(notSent(clock, reason, detail))
  const entry: CallEntry = { call, priority: call.priority, isOver: false, isWritten: false, settle, drop, done }
  const cancelDeadline = timers.after(call.withinMs, () => {
    if (entry.isWritten) entry.posted?.abort('timeout')
    else drop('busy')
  })
  const cancelWait =
    call.queueMs === undefined
      ? () => {}
      : timers.after(call.queueMs, () => {
          if (!entry.isWritten) drop('busy')
        })
  return entry
}
