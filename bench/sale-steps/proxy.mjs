import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rootFolder } from '../../scripts/command.mjs'
import { answerFigures } from './figures.mjs'

// The built proxy in a process of its own. It practices, so that browsers of this machine enroll themselves; its service is the benchmark's.

const { SERVICE_URL = '', POS_ID = '', TOKEN = '' } = process.env
const { startToptill } = await import(pathToFileURL(join(rootFolder, 'dist', 'server', 'main.js')).href)
const till = await startToptill({
  env: process.env,
  openSandbox: async () => ({ baseUrl: SERVICE_URL, posId: POS_ID, token: TOKEN, close: async () => {} }),
  browserFolder: join(rootFolder, 'dist', 'browser'),
  logFormat: 'json',
  pinCost: { N: 2, r: 1, p: 1 },
})
process.send?.({ url: till.url })
answerFigures(till.close)
