import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from 'playwright'

import { CommandError, rootFolder, runCommand } from './command.mjs'
import { CHROMIUM_FLAGS, findSystemChromium } from './find-chromium.mjs'

/** The oldest browsers that sell (README.md); the build of `vite.config.ts` is for them. */
const MINIMUM = {
  chrome: 109,
  chrome_android: 109,
  webview_android: 109,
  edge: 109,
  firefox: 121,
  firefox_android: 121,
  safari: 16,
  safari_ios: 16,
}

const USAGE = `node scripts/list-newer-apis.mjs FOLDER
Writes e2e/support/newer-apis.json: what pages may call in a Chromium of today, and not in the oldest browsers that sell. FOLDER is an unpacked
package @mdn/browser-compat-data.`

/**
 * @typedef {{ version_added?: string | false | null, version_removed?: unknown, prefix?: string, alternative_name?: string, flags?: unknown }} Support
 * @typedef {{ support: Record<string, Support | Support[]> }} Supported
 * @typedef {{ [name: string]: any, __compat?: Supported }} Compat
 */

/** @returns {number} The first version that has it by its own name. */
function firstVersion(/** @type {Support | Support[] | undefined} */ support) {
  const own = [support ?? []].flat().filter((each) => !each.prefix && !each.alternative_name && !each.flags)
  // What was there in part before it was whole is listed as removed then.
  if (own.every((each) => each.version_removed)) return Infinity
  return Math.min(
    ...own.map(({ version_added: added }) =>
      added ? Number.parseFloat(added.replace('≤', '')) || Infinity : Infinity,
    ),
  )
}

const isNewer = (/** @type {Compat} */ { __compat }) =>
  Object.entries(MINIMUM).some(([browser, oldest]) => firstVersion(__compat?.support[browser]) > oldest)

/** @returns {{ path: string, isNewer: boolean }[]} Globals, and members of globals and of their prototypes. */
function readPaths(/** @type {{ javascript: Compat, api: Compat }} */ { javascript, api }) {
  const builtins = /** @type {Compat} */ (javascript['builtins'])
  const { Intl: intl, ...others } = builtins
  const ofIntl = Object.fromEntries(Object.entries(intl ?? {}).map(([name, one]) => [`Intl.${name}`, one]))
  return Object.entries({ ...api, ...others, ...ofIntl }).flatMap(([name, one]) => {
    if (!one.__compat) return []
    const members = Object.entries(one).filter(([member, { __compat }]) => /^\w+$/.test(member) && __compat)
    return [
      { path: name, isNewer: isNewer(one) },
      ...members.flatMap(([member, of]) => {
        const plain = member.replace(/_static$/, '')
        const both = name in api ? [plain === member] : [true, false]
        return both.map((isOfEach) => ({
          path: `${name}.${isOfEach ? 'prototype.' : ''}${plain}`,
          isNewer: isNewer(of),
        }))
      }),
    ]
  })
}

async function list() {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new CommandError(USAGE)
  const data = JSON.parse(readFileSync(join(folder, 'data.json'), 'utf8'))
  const paths = readPaths(data)
  const browser = await chromium.launch({ executablePath: findSystemChromium() ?? '', args: CHROMIUM_FLAGS })
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  // Some are there on a safe origin only.
  await page.goto('http://localhost/')
  const there = await page.evaluate(
    (paths) =>
      paths.filter((path) => {
        const names = path.split('.')
        const last = names.pop() ?? ''
        const of = names.reduce((/** @type {any} */ from, name) => from?.[name], globalThis)
        return of !== undefined && of !== null && Object.hasOwn(of, last)
      }),
    paths.map(({ path }) => path),
  )
  await browser.close()
  const newer = new Set(paths.filter(({ path, isNewer }) => isNewer && there.includes(path)).map(({ path }) => path))
  // With a constructor its members go.
  const apis = [...newer].filter(
    (path) => !path.split('.').some((_, at, names) => at > 0 && newer.has(names.slice(0, at).join('.'))),
  )
  const older = new Set(paths.filter(({ isNewer }) => !isNewer).map(({ path }) => path.split('.').at(-1)))
  // A name alone says it, where nothing older has it too.
  const telling = apis.filter((path) => !path.includes('.prototype.') || !older.has(path.split('.').at(-1)))
  const content = {
    source: `@mdn/browser-compat-data ${data.__meta.version}`,
    minimum: MINIMUM,
    telling: telling.toSorted(),
    others: apis.filter((path) => !telling.includes(path)).toSorted(),
  }
  writeFileSync(join(rootFolder, 'e2e/support/newer-apis.json'), `${JSON.stringify(content, null, 1)}\n`)
  console.log(`${apis.length} in newer browsers only, ${telling.length} of them by their name.`)
}

await runCommand(list, USAGE)
