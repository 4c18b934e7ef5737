import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Where Linux keeps files in memory. A database waits for the disk at every commit, which these tests are not about.
 */
const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 1024 ** 3

const parent = hasMemoryFolder() ? MEMORY_FOLDER : tmpdir()

/** An empty folder, which the caller has to remove. */
export const aLastingFolder = (): string => mkdtempSync(join(parent, 'toptill-'))

/** The memory folder of a container is too small. */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
