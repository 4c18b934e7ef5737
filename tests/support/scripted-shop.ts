import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { Clock } from '#server/lib/clock.ts'
import { startToptill } from '#server/main.ts'
import { PACE } from '#server/sales/engine/poll-interval.ts'
import { startSandbox } from '#sandbox/server.ts'
import { emptyJournal } from './a-journal.ts'
import { aFolder } from './folders.ts'
import { aBalance, POS_ID, TOKEN_TEXT } from './open-wholesaler.ts'
import { answer, startScriptedService, type Script } from './scripted-service.ts'
import { aBrowser } from './shop.ts'
import { startShop } from './start-shop.ts'

const catalog: Script = {
  '/balance': answer(aBalance),
  '/point_info': answer({ agent: { name: 'Shop LLC' }, pos: { id: POS_ID } }),
  '/services': answer({
    services: [
      {
        id: 'qamra-rc',
        active: true,
        name: 'Qamra',
        amount_min: 5,
        amount_max: 500,
        amount_step: 1,
        is_pin_based: false,
      },
    ],
  }),
}

type ScriptedShopOptions = { page?: string; env?: NodeJS.ProcessEnv; clock?: Clock }

/** A shop whose wholesaler responds as the test scripts it. It is closed after the test. */
export async function openScriptedShop(script: Script = {}, { page, env = {}, clock }: ScriptedShopOptions = {}) {
  const service = await startScriptedService({ ...catalog, ...script })
  const browserFolder = page === undefined ? undefined : aPage(page)
  const lines: string[] = []
  const shop = await startShop(
    { startToptill, startSandbox },
    {
      env,
      // The normal intervals, because a script says what is answered and not how soon it is polled.
      polling: { direct: PACE.direct, international: PACE.international },
      service: async () => ({ baseUrl: service.url.href, posId: POS_ID, token: TOKEN_TEXT, close: async () => {} }),
      record: (line) => lines.push(line),
      journal: await emptyJournal(),
      ...(browserFolder === undefined ? {} : { browserFolder }),
      ...(clock && { clock }),
    },
  )
  onTestFinished(shop.close)
  return { url: shop.url, service, browserFolder: shop.browserFolder, browser: () => aBrowser(shop.url), lines }
}

function aPage(html: string): string {
  const folder = aFolder()
  writeFileSync(join(folder, 'index.html'), html)
  return folder
}
