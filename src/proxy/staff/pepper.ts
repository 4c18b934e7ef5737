import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { makeFolder } from '../make-folder.ts'
import { InvalidOperation } from './invalid-operation.ts'

const PEPPER_BYTES = 32

/**
 * The secret that is mixed into every PIN hash: `pepper` in the data folder, made at its first use. Without it no stored PIN fits any more,
 * so with staff in the journal a missing one is said, not replaced.
 */
export function openPepper(dataFolder: string, hasStaff: boolean): Buffer {
  const file = join(dataFolder, 'pepper')
  const there = readPepper(file)
  if (there) return there
  if (hasStaff) {
    throw new InvalidOperation(
      `${file} is missing, and without it no PIN in the journal fits. Put it back from the backup that holds this journal.`,
    )
  }
  return makePepper(dataFolder, file)
}

function readPepper(file: string): Buffer | undefined {
  let pepper: Buffer
  try {
    pepper = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new InvalidOperation(`${file} cannot be read. Give this user the right to read it.`)
  }
  if (pepper.length === PEPPER_BYTES) return pepper
  throw new InvalidOperation(
    `${file} is damaged: it has ${pepper.length} bytes instead of ${PEPPER_BYTES}. Put it back from a backup.`,
  )
}

function makePepper(dataFolder: string, file: string): Buffer {
  const pepper = randomBytes(PEPPER_BYTES)
  const draft = `${file}.${process.pid}.new`
  try {
    makeFolder(dataFolder)
    writeFileSync(draft, pepper, { mode: 0o600, flag: 'wx', flush: true })
    // Linking never replaces a pepper that another process has made meanwhile, and never shows half of one.
    linkSync(draft, file)
  } catch (error) {
    const made = readPepper(file)
    if (made) return made
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidOperation(
      `${file} cannot be written (${reason}). Give this user the right to write in that folder.`,
    )
  } finally {
    rmSync(draft, { force: true })
  }
  return pepper
}
