import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Clock } from '../clock.ts'

/** Watches the room on the disk of the data folder (DESIGN rule 16). */
export type DiskGuard = {
  /** Whether there is too little room for new sales, as it was a few seconds ago at most. */
  isFull: () => boolean
  /** As `isFull`, looked at now. */
  checkNow: () => boolean
  /** As last looked at; nothing when it could not be told. */
  freeBytes: () => number | undefined
  /** Gives up the reserve when there is next to nothing left, so that what is open can be settled. Before the journal is opened. */
  releaseReserve: () => void
  /** Resolves when nothing is being written any more. */
  close: () => Promise<void>
}

type GuardOptions = {
  folder: string
  clock: Pick<Clock, 'now'>
  /** Practice has nothing to settle that anybody would miss. */
  hasReserve: boolean
  /** Room for a user who is not root, in bytes. */
  readFree?: (folder: string) => number
}

const MB = 1_000_000
/** Under this nothing new is sold. */
export const NEEDED_BYTES = 200 * MB
export const RESERVE_BYTES = 20 * MB
const CHECK_VALID_MS = 3_000
const PIECE_BYTES = MB

export function createDiskGuard({ folder, clock, hasReserve, readFree = readFreeBytes }: GuardOptions): DiskGuard {
  const reserve = join(folder, 'reserve')
  let free: number | undefined
  let isFull = false
  let checkedAt = Number.NEGATIVE_INFINITY
  let making: Promise<void> | undefined
  let isClosed = false

  function checkNow(): boolean {
    try {
      free = readFree(folder)
    } catch {
      // Whoever cannot tell how much room there is does not sell on it.
      free = undefined
    }
    checkedAt = clock.now()
    const isHeld = !hasReserve || isThere()
    // What the reserve will take is not room: giving it up must not let selling begin again.
    isFull = free === undefined || free < NEEDED_BYTES + (isHeld ? 0 : RESERVE_BYTES)
    if (!isHeld && !isFull && !isClosed) {
      making ??= makeReserve(reserve).finally(() => {
        making = undefined
      })
    }
    return isFull
  }

  function isThere(): boolean {
    return statSync(reserve, { throwIfNoEntry: false })?.size === RESERVE_BYTES
  }

  return {
    isFull: () => (clock.now() - checkedAt < CHECK_VALID_MS ? isFull : checkNow()),
    checkNow,
    freeBytes: () => free,
    releaseReserve: () => {
      checkNow()
      if (free !== undefined && free < RESERVE_BYTES) rmSync(reserve, { force: true })
    },
    close: async () => {
      isClosed = true
      await making
    },
  }
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** A file of noise: a hole, or what a file system can press together, would be no room. Without room for it there is none. */
async function makeReserve(path: string): Promise<void> {
  const part = `${path}.part`
  try {
    await rm(part, { force: true })
    const file = await open(part, 'wx', 0o600)
    try {
      for (let written = 0; written < RESERVE_BYTES; written += PIECE_BYTES) {
        await file.writeFile(randomBytes(PIECE_BYTES))
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch {
    await rm(part, { force: true }).catch(() => {})
  }
}
