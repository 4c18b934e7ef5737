import { createDeferred } from './deferred.ts'

/** Lower goes first: money before the look at it, both before everything else; what is only chosen from comes last. */
export type CallPriority = 'confirm' | 'find' | 'other' | 'discovery'
const PRIORITIES: readonly CallPriority[] = ['confirm', 'find', 'other', 'discovery']

/** So many connections are left to those before it: a hung catalogue keeps no sale waiting, and no confirm waits for anything. */
const RESERVED: Record<CallPriority, number> = { confirm: 0, find: 1, other: 2, discovery: 5 }
export const reservedConnections = (priority: CallPriority): number => RESERVED[priority]

/** Takes out the longest waiting of the foremost rank that may start. */
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

/** Lets one through at a time, by rank and then by arrival. */
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
