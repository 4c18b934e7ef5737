import { setTimeout as elapsed } from 'node:timers/promises'

import { BadConfig, readInstallation } from '../../config/config.ts'
import { JournalUnusable } from '../../database/drivers/journal-unusable.ts'
import { askWhere, type Where } from '../command-socket.ts'

/** Between two starts at once, the second one finds the database locked before the first one answers. */
const OTHER_START_MS = 30_000
/** A server that answers has nothing left to do but to listen. */
const LISTENING_MS = 60_000
const LOOK_MS = 250

export type Running = Where & { url: string }

type Options = {
  withLink: boolean
  problem?: Error
}

export async function findRunning(
  env: NodeJS.ProcessEnv,
  { withLink, problem }: Options,
): Promise<Running | undefined> {
  const folder = dataFolderOf(env)
  if (folder === undefined) return undefined
  const startedAt = performance.now()
  const isStarting = problem instanceof JournalUnusable && problem.isInUse
  for (;;) {
    const { url, ...rest } = (await askWhere(folder, withLink)) ?? { isMissing: true }
    if (url !== undefined) return { ...rest, url }
    const limitMs = 'isMissing' in rest ? (isStarting ? OTHER_START_MS : 0) : LISTENING_MS
    if (performance.now() - startedAt >= limitMs) return undefined
    await elapsed(LOOK_MS)
  }
}

/** Faults in the settings are reported by the start. */
function dataFolderOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return readInstallation(env).settings.dataFolder
  } catch (error) {
    if (error instanceof BadConfig) return undefined
    throw error
  }
}
