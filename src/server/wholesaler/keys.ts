import type { Clock } from '../lib/clock.ts'

/** The highest key that may have been used (the key mark). */
export type KeyStore = {
  loadMark: () => Promise<bigint>
  /** Durable before it resolves. */
  saveMark: (mark: bigint) => Promise<void>
}

/** Each is greater than all before, across restarts and clock jumps (spec 5, `docs/architecture.md`, "The request queue"). */
export type KeySequence = {
  /** Resolves once a mark above the key is durable. Callers must wait for one key before they request another. */
  next: () => Promise<bigint>
  /** The wholesaler's `Date` header can confirm that the wall clock is right. */
  recordServiceDate: (text: string) => void
  /** The last key minus the machine's clock, and the wholesaler's clock minus the machine's (ms), as far as known. */
  facts: () => { leadMs?: number; serviceOffsetMs?: number }
}

export type KeySequenceOptions = {
  store: KeyStore
  clock: Clock
  keyFloor?: bigint | undefined
  /** Called when the wall clock becomes too far ahead to be followed, and when it no longer is. */
  onClockAhead?: (isAhead: boolean) => void
}
/** `mark` is the limit of usable keys. `at` and `savedAt` are by the steady clock. */
type Used = { last: bigint; at: number; mark: bigint; savedAt: number; isFresh: boolean }

/** How far ahead the mark is saved: one save serves this many keys, or ms of the clock they follow. */
const BLOCK = 10_000n
const DAY_MS = 24 * 60 * 60_000

export function createKeySequence({ store, clock, keyFloor = 0n, onClockAhead }: KeySequenceOptions): KeySequence {
  let used: Used | undefined
  let serviceDate: { date: number; at: number; offset: number } | undefined
  let isAhead = false

  async function load(): Promise<Used> {
    const mark = await store.loadMark()
    // Keys up to the mark may have been used by the previous process; the floor itself may be used.
    return { last: largest(mark, keyFloor - 1n), at: clock.now(), mark, savedAt: -Infinity, isFresh: mark === 0n }
  }

  /** A clock that is a day ahead of everything known would make every later right key too small. */
  function isPlausible(wall: number, { last, at, isFresh }: Used): boolean {
    if (isFresh || wall - (Number(last) + clock.now() - at) < DAY_MS) return true
    return serviceDate !== undefined && wall - (serviceDate.date + clock.now() - serviceDate.at) < DAY_MS
  }

  return {
    next: async () => {
      used ??= await load()
      const wall = Math.floor(clock.wall())
      const follows = isPlausible(wall, used)
      if (follows === isAhead) onClockAhead?.(!follows)
      isAhead = !follows

      const key = largest(follows ? BigInt(wall) : 0n, used.last + 1n)
      let { mark, savedAt } = used
      const sinceSaved = clock.now() - savedAt
      // Also saved at intervals: keys ahead of the clock count up by one, and would stay below one mark for days. The marks it lacks reveal a manual restore.
      if (key > mark || sinceSaved >= Number(BLOCK) || sinceSaved < 0) {
        const higher = largest(key + BLOCK, mark + 1n)
        await store.saveMark(higher)
        mark = higher
        savedAt = clock.now()
      }
      used = { last: key, at: clock.now(), mark, savedAt, isFresh: false }
      return key
    },
    recordServiceDate: (text) => {
      const date = Date.parse(text)
      if (Number.isFinite(date)) serviceDate = { date, at: clock.now(), offset: date - clock.wall() }
    },
    facts: () => ({
      ...(used && { leadMs: Number(used.last - BigInt(Math.floor(clock.wall()))) }),
      ...(serviceDate && { serviceOffsetMs: Math.round(serviceDate.offset) }),
    }),
  }
}

const largest = (a: bigint, b: bigint) => (a > b ? a : b)
