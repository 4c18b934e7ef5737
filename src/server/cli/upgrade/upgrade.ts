import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { unquoted } from '../../config/account-schema.ts'
import { readInstallation } from '../../config/config.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import { VERSION } from '../../lib/version.ts'
import { askHere } from '../ask-here.ts'
import { isForAdministrator } from '../command-line.ts'
import { textOf, type Service } from '../service/describe-service.ts'
import { USAGE } from '../help.ts'
import type { Called } from '../load-built.ts'
import { prepare, type Upgrade } from './prepare-upgrade.ts'
import { UsageError } from '../read-command.ts'
import { replaceService } from '../service/replace-service.ts'
import { findService } from '../service/service.ts'

const DEFAULT_MINUTES = 15

/** Returns the exit code. Throws `UsageError` and `InvalidOperation`. */
export async function runUpgrade(
  words: readonly string[],
  { env, program, home }: Pick<Called, 'env' | 'program'> & { home: string },
  say: Upgrade['say'],
): Promise<number> {
  const options = readOptions(words)
  try {
    const installation = readInstallation(env)
    const { service, manager, ofRoot } = findService({ program, home })
    if (ofRoot !== undefined)
      throw new InvalidOperation(`${ofRoot} starts Toptill on this computer: run this command as root.`)
    const token = unquoted(env.METRICS_TOKEN?.trim() ?? '')
    const ask: Upgrade['ask'] = (path) => askHere(path, installation.settings, token)
    return await upgrade({ ...options, version: VERSION, installation, service, manager, ask, say })
  } catch (error) {
    throw isForAdministrator(error) ? new InvalidOperation(error.message) : error
  }
}

export async function upgrade(given: Upgrade): Promise<number> {
  const { service, ask, say } = given
  const installed = existsSync(service.file) ? readFileSync(service.file) : undefined
  if (installed) refuseUnlessReplaceable(service, installed)
  await prepare(given)
  if (installed) return replaceService(given, { ...service, content: installed })
  say(
    `${(await ask('/healthz')) ? 'Now stop the earlier version, and' : 'Now'} start this one in the same way as before. Keep the folder of the earlier version.`,
  )
  return 0
}

/** Throws `InvalidOperation` for what `toptill service install` has not written for this home, or for this program. */
function refuseUnlessReplaceable({ file, named }: Service, installed: Buffer): void {
  const text = textOf(installed)
  if (!text.includes(named.home))
    throw new InvalidOperation(
      `${file} was written by hand, or for another folder of Toptill. Name that folder with --home, or replace the program by hand: docs/administrators/upgrade.md.`,
    )
  if (text.includes(named.program))
    throw new InvalidOperation(
      `${file} already starts this program. Run this command in the folder of the new version. If you replaced the program in its folder: toptill service restart`,
    )
}

function readOptions(words: readonly string[]): Pick<Upgrade, 'isBackedUp' | 'waitMs'> {
  try {
    const options = { 'backed-up': { type: 'boolean' }, wait: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...words], options })
    const minutes = values.wait ?? String(DEFAULT_MINUTES)
    if (!/^\d{1,4}$/.test(minutes)) throw new Error('--wait needs a number of minutes')
    return { isBackedUp: values['backed-up'] === true, waitMs: Number(minutes) * 60_000 }
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${sentence}.\n\n${USAGE.upgrade}`)
  }
}
