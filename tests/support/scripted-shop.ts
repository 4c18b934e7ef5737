import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { systemClock, type Clock } from '#proxy/clock.ts'
import { startToptill } from '#proxy/main.ts'
import { CHEAP_PINS } from './cheap-pins.ts'
import { aFolder } from './folders.ts'
import { aBalance, POS_ID, TOKEN_TEXT } from './open-wholesaler.ts'
import { answer, startScriptedService, type Script, type ScriptedService } from './scripted-service.ts'
import { aBrowser, type Browser } from './shop.ts'

const catalogue: Script = {
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

export type ScriptedShop = {
  url: string
  service: ScriptedService
  browserFolder: string
  browser: () => Browser
  lines: string[]
}

type ScriptedShopOptions = { page?: string; env?: NodeJS.ProcessEnv; clock?: Clock }

/** A shop whose service says what the test tells it to. Closed after the test. */
export async function openScriptedShop(
  script: Script = {},
  { page = '<div id="root"></div>', env = {}, clock = systemClock() }: ScriptedShopOptions = {},
): Promise<ScriptedShop> {
  const service = await startScriptedService({ ...catalogue, ...script })
  const folder = aFolder()
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder)
  writeFileSync(join(browserFolder, 'index.html'), page)
  const lines: string[] = []
  const running = await startToptill({
    env: {
      DATABASE_URL: `file:${join(folder, 'toptill.db')}`,
      PORT: '0',
      LOG_LEVEL: 'silent',
      CONFIRM_GRACE_SECONDS: '0.2',
      ...env,
    },
    openSandbox: async () => ({ baseUrl: service.url.href, posId: POS_ID, token: TOKEN_TEXT, close: async () => {} }),
    browserFolder,
    clock,
    record: (line) => lines.push(line),
    pinCost: CHEAP_PINS,
  })
  onTestFinished(running.close)
  return { url: running.url, service, browserFolder, browser: () => aBrowser(running.url), lines }
}
