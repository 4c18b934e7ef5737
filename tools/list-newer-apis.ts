import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError, rootFolder, runCommand } from './command.mjs'
import { launchChromium } from './find-chromium.ts'

/** The oldest supported browsers (README.md), the build target of `vite.config.ts`. */
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

const USAGE = `node tools/list-newer-apis.ts FOLDER
Writes e2e/support/newer-apis.json: what pages may call in a Chromium of today, and not in the oldest browsers that sell. FOLDER is an unpacked
package @mdn/browser-compat-data.`

type Support = {
  version_added?: string | false | null
  version_removed?: unknown
  prefix?: string
  alternative_name?: string
  flags?: unknown
}
type Supported = { support: Record<string, Support | Support[]> }
type Compat = { [name: string]: any; __compat?: Supported }

/** The first version that supports the API under its standard name. */
function firstVersion(support: Support | Support[] | undefined): number {
  const own = [support ?? []].flat().filter((each) => !each.prefix && !each.alternative_name && !each.flags)
  // Partial support that preceded full support is listed as removed.
  if (own.every((each) => each.version_removed)) return Infinity
  return Math.min(
    ...own.map(({ version_added: added }) =>
      added ? Number.parseFloat(added.replace('≤', '')) || Infinity : Infinity,
    ),
  )
}

const isNewer = ({ __compat }: Compat) =>
  Object.entries(MINIMUM).some(([browser, oldest]) => firstVersion(__compat?.support[browser]) > oldest)

/** Globals, and members of globals and of their prototypes. */
function readPaths({ javascript, api }: { javascript: Compat; api: Compat }): { path: string; isNewer: boolean }[] {
  const builtins = javascript['builtins'] as Compat
  const { Intl: intl, ...others } = builtins
  const ofIntl = Object.fromEntries(Object.entries(intl ?? {}).map(([name, one]) => [`Intl.${name}`, one]))
  return Object.entries<Compat>({ ...api, ...others, ...ofIntl }).flatMap(([name, one]) => {
    if (!one.__compat) return []
    const members = Object.entries<Compat>(one as Record<string, Compat>).filter(
      ([member, { __compat }]) => /^\w+$/.test(member) && __compat,
    )
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
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  // Some APIs exist only on a secure origin.
  await page.goto('http://localhost/')
  const there = await page.evaluate(
    (paths) =>
      paths.filter((path) => {
        const names = path.split('.')
        const last = names.pop() ?? ''
        const of = names.reduce((from: any, name) => from?.[name], globalThis)
        return of !== undefined && of !== null && Object.hasOwn(of, last)
      }),
    paths.map(({ path }) => path),
  )
  await browser.close()
  const newer = new Set(paths.filter(({ path, isNewer }) => isNewer && there.includes(path)).map(({ path }) => path))
  // A listed constructor already covers its members.
  const apis = [...newer].filter(
    (path) => !path.split('.').some((_, at, names) => at > 0 && newer.has(names.slice(0, at).join('.'))),
  )
  const older = new Set(paths.filter(({ isNewer }) => !isNewer).map(({ path }) => path.split('.').at(-1)))
  // The name alone is enough if nothing older has the same name.
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
