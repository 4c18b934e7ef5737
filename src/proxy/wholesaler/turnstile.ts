import { createDeferred } from './deferred.ts'

/** Lower goes first: money before the look at it, both before everything else; what is only chosen from comes last. */
export type Rank = 'confirm' | 'look' | 'other' | 'discovery'
const RANKS: readonly Rank[] = ['confirm', 'look', 'other', 'discovery']

/** So many connections are left to those before it: a hung catalogue keeps no sale waiting, and no confirm waits for anything. */
const LEAVES: Record<Rank, number> = { confirm: 0, look: 1, other: 2, discovery: 5 }
export const leavesFree = (rank: Rank): number => LEAVES[rank]

/** Takes out the longest waiting of the foremost rank that may start. */
export function takeFirst<T extends { rank: Rank }>(
  waiting: T[],
  mayStart: (rank: Rank) => boolean = () => true,
): T | undefined {
  for (const rank of RANKS) {
    const index = waiting.findIndex((one) => one.rank === rank)
    if (index >= 0) return mayStart(rank) ? waiting.splice(index, 1)[0] : undefined
  }
  return undefined
}

/** Lets one through at a time, by rank and then by arrival. */
export type Turnstile = { enter: (rank: Rank) => Promise<void>; leave: () => void }

export function createTurnstile(): Turnstile {
  const waiting: { rank: Rank; go: (nothing: undefined) => void }[] = []
  let isTaken = false
  return {
    enter: async (rank) => {
      if (!isTaken) {
        isTaken = true
        return
      }
      const turn = createDeferred<undefined>()
      waiting.push({ rank, go: turn.resolve })
      await turn.promise
    },
    leave: () => {
      const next = takeFirst(waiting)
      if (next) next.go(undefined)
      else isTaken = false
    },
  }
}
