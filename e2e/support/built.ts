import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { every } from '../../tests/support/pace.ts'
import { startShop, type StartedShop, type StartShop } from '../../tests/support/start-shop.ts'

export const importBuilt = async <Module>(name: string) =>
  (await import(pathToFileURL(resolve('dist/server', `${name}.js`)).href)) as Module

export async function startBuiltShop(options: StartShop = {}): Promise<StartedShop> {
  const { startToptill } = await importBuilt<typeof import('#server/main.ts')>('main')
  const { startSandbox } = await importBuilt<typeof import('#sandbox/server.ts')>('sandbox')
  return startShop(
    { startToptill, startSandbox },
    { browserFolder: resolve('dist/browser'), record: () => {}, ...options, polling: { ...PACE, ...options.polling } },
  )
}

/** Pauses long enough for a person to see the page. The order of events is the same as with the usual pauses. */
export const PACE = { ...every(300, 1_000), confirmGraceMs: 1_000 }
