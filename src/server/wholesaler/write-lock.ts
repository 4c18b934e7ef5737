import { createDeferred } from '../lib/concurrency.ts'

/** In descending order: confirm before find, both before other calls, discovery of providers and denominations last. */
export type CallPriority = 'confirm' | 'find' | 'other' | 'discovery'
const PRIORITIES: readonly CallPriority[] = ['confirm', 'find', 'other', 'discovery']

/** Connections left free for higher priorities, so hung catalog reads delay no sale, and nothing delays a confirm. */
const RESERVED: Record<CallPriority, number> = { confirm: 0, find: 1, other: 2, discovery: 5 }
export const reservedConnections = (priority: CallPriority): number => RESERVED[priority]

/** Removes and returns the oldest entry of the highest priority, if that priority may start. */
export function takeNext<T extends { priority: CallPriority }>(
  waiting: T[],
  mayStart: (priority: CallPriority) => boolean = () => true,
): T | undefined {
  for (const priority of PRIORITIES) {
    const index = waiting.findIndex((one) => one.priority === priority)
    if (index >= 0) return mayStart(priority) ? waiting.splice(index, 1)[0] : undefined
  }
  return undefined
}

/** Lets one caller proceed at a time, by priority and then by arrival. */
export type WriteLock = { acquire: (priority: CallPriority) => Promise<void>; release: () => void }

export function createWriteLock(): WriteLock {
  const waiting: { priority: CallPriority; go: (nothing: undefined) => void }[] = []
  let isTaken = false
  return {
    acquire: async (priority) => {
      if (!isTaken) {
        isTaken = true
        return
      }
      const turn = createDeferred<undefined>()
      waiting.push({ priority, go: turn.resolve })
      await turn.promise
    },
    release: () => {
      const next = takeNext(waiting)
      if (next) next.go(undefined)
      else isTaken = false
    },
  }
}
