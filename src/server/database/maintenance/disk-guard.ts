import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Clock } from '../../lib/clock.ts'

/** Watches the free space on the disk of the data folder (rule 16). */
export type DiskGuard = {
  /** At most a few seconds old. */
  isFull: () => boolean
  checkNow: () => boolean
  /** `undefined` if it could not be read. */
  freeBytes: () => number | undefined
  /** If almost no space is left, so open sales can be completed. Call before the journal is opened. */
  releaseReserve: () => void
  /** Resolves once nothing is being written. */
  close: () => Promise<void>
}

type GuardOptions = {
  folder: string
  clock: Pick<Clock, 'now'>
  /** Practice has no sales that must be completed. */
  hasReserve: boolean
  /** Bytes that a user other than root may use. */
  readFree?: (folder: string) => number
}

const MB = 1_000_000
/** With less, no new sale is opened. */
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
      // If the space is unknown, nothing new is sold.
      free = undefined
    }
    checkedAt = clock.now()
    const isHeld = !hasReserve || isThere()
    // The reserve doesn't count as free, so deleting it doesn't allow selling again.
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

/** A sparse or compressible file would reserve no space. Without room, there is no reserve. */
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
