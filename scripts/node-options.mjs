import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { rootFolder } from './root.mjs'

/** The options of Node that `npm start` gives the proxy, so that tests and measurements run it as a shop does (decision 110). */
export function readNodeOptions() {
  const { scripts } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8'))
  return /** @type {string} */ (scripts.start).split(' ').filter((word) => word.startsWith('--'))
}
