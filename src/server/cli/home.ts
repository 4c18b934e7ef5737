import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import { InvalidOperation } from '../lib/failures.ts'
import { makeFolder } from '../lib/make-folder.ts'

type Place = {
  env: NodeJS.ProcessEnv
  root: string
  folder: string
}

/** Holds the settings (`.env`), data and logs; relative paths in the settings start here. */
export function homeFolder({ env, root, folder }: Place): string {
  const set = env.TOPTILL_HOME?.trim()
  if (set) return resolve(folder, set)
  return isClone(root) ? root : folder
}

const isClone = (root: string) => existsSync(join(root, 'tools', 'toptill.mjs'))

/** Toptill has been started there, or will be. */
const isHome = (folder: string) => ['.env', 'data'].some((name) => existsSync(join(folder, name)))

/** For a command in a folder that is no home, if the user has the one that a double-click starts. */
export function hintOfHome(
  { env, root, folder }: Place,
  userHome = homedir(),
  platform: string = process.platform,
): string | undefined {
  const other = join(userHome, 'Toptill')
  if (env.TOPTILL_HOME?.trim() || env.DATABASE_URL || isClone(root)) return undefined
  if (isHome(folder) || !isHome(other)) return undefined
  return `There is no Toptill in ${folder}. For the one in ${other}, add: --home ${platform === 'win32' ? `"${other}"` : '~/Toptill'}`
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
