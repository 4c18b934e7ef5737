import { accessSync, constants, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { InvalidOperation } from '../lib/failures.ts'
import { makeFolder } from '../lib/make-folder.ts'

type Place = {
  env: NodeJS.ProcessEnv
  /** Holds `dist`. */
  root: string
  /** Where the command was typed. */
  folder: string
}

/** Holds the settings (`.env`), data and logs; relative paths in the settings start here. */
export function homeFolder({ env, root, folder }: Place): string {
  const set = env.TOPTILL_HOME?.trim()
  if (set) return resolve(folder, set)
  const isClone = existsSync(join(root, 'tools', 'toptill.mjs'))
  return isClone ? root : folder
}

/** Creates the home if it is missing. Throws `InvalidOperation` if it cannot be written. */
export function enterHome(place: Place): string {
  const home = homeFolder(place)
  try {
    makeFolder(home)
    accessSync(home, constants.W_OK | constants.X_OK)
    process.chdir(home)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new InvalidOperation(
      `Toptill's folder ${home} cannot be written (${reason}). Give this user the right to write there, or set TOPTILL_HOME to another folder.`,
    )
  }
  place.env.TOPTILL_HOME = home
  return home
}
