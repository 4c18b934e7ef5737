import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { CommandError, rootFolder, runCommand } from './command.mjs'

type Chunk = {
  file: string
  name?: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}
type Manifest = Record<string, Chunk>

/** In units of 1000 bytes: code compressed with brotli, fonts unchanged. */
const BUDGETS = { firstLoad: 120, untilSelling: 150, lazyChunk: 40, messages: 48, firstFonts: 75 }

/** The messages of all lazy pages in one language. */
const MESSAGES = /\/i18n\/[a-z]+\.json/

/** Loaded by the first script after the first paint. */
const PROGRAM = ['first']
// Loaded in addition for a signed-in till, while the session is read or a PIN is typed.
const SELLING = ['first', 'selling']

/**
 * All chunks up to the sign-in. Pages are lazy chunks.
 * @param besides Names of lazy chunks (`vite.config.ts`) that are included, with their imports.
 */
export function findFirstLoad(manifest: Manifest, html: string, besides: readonly string[]) {
  const first = new Set<string>()
  const add = (key: string) => {
    if (first.has(key)) return
    first.add(key)
    manifest[key]?.imports?.forEach(add)
  }
  for (const [key, { file, name = '' }] of Object.entries(manifest)) {
    const isNamed = /\.m?js$/.test(file) && html.includes(`"/${file}"`)
    if (isNamed || besides.includes(name)) add(key)
  }
  if (first.size <= besides.length)
    throw new CommandError(`The build has no script for index.html, or none of these: ${besides.join(', ')}.`)
  return first
}

export function measureSizes(
  browserFolder: string,
  manifest: Manifest,
): { name: string; kilobytes: number; budget: number }[] {
  const html = readFileSync(join(browserFolder, 'index.html'), 'utf8')
  const first = findFirstLoad(manifest, html, PROGRAM)
  // The style sheet inlined in index.html is listed here, but its size counts there.
  const codeOf = ({ file, css = [] }: Chunk) =>
    [file, ...css].filter((name) => ['.js', '.css'].includes(extname(name)) && existsSync(join(browserFolder, name)))
  const sent = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(browserFolder, file))).length, 0) / 1000

  const filesOf = (keys: Set<string>) =>
    new Set(['index.html', 'browser-check.js', ...[...keys].flatMap((key) => codeOf(manifest[key] as Chunk))])
  const firstFiles = filesOf(first)
  const lazy = Object.values(manifest).filter((chunk) => chunk.isDynamicEntry && !firstFiles.has(chunk.file))
  const fonts = findPreloadedFonts(html)
  return [
    { name: 'first load', kilobytes: sent(firstFiles), budget: BUDGETS.firstLoad },
    {
      name: 'until a cashier can sell',
      kilobytes: sent(filesOf(findFirstLoad(manifest, html, SELLING))),
      budget: BUDGETS.untilSelling,
    },
    {
      name: 'fonts on first load',
      kilobytes: fonts.reduce((sum, file) => sum + sizeOf(browserFolder, file), 0),
      budget: BUDGETS.firstFonts,
    },
    ...lazy.map((chunk) => ({
      name: chunk.file,
      kilobytes: sent(codeOf(chunk).filter((file) => !firstFiles.has(file))),
      budget: MESSAGES.test(chunk.src ?? '') ? BUDGETS.messages : BUDGETS.lazyChunk,
    })),
  ]
}

const sizeOf = (folder: string, file: string) => statSync(join(folder, file)).size / 1000

export function findPreloadedFonts(html: string) {
  const links = html.match(/<link\b[^>]*>/g) ?? []
  return links
    .filter((link) => /\bas="?font\b/.test(link))
    .map((link) => /\bhref="?([^\s">]+)/.exec(link)?.[1]?.replace(/^\//, ''))
    .filter((file) => file !== undefined)
}

async function checkSizes() {
  const manifestFile = join(rootFolder, 'dist', 'browser-manifest.json')
  if (!existsSync(manifestFile)) throw new CommandError('There is no built app to measure: build it first.')
  const measured = measureSizes(join(rootFolder, 'dist', 'browser'), JSON.parse(readFileSync(manifestFile, 'utf8')))
  for (const { name, kilobytes, budget } of measured)
    console.log(`${kilobytes.toFixed(1).padStart(7)} kB of ${budget}  ${name}`)
  const over = measured.filter(({ kilobytes, budget }) => kilobytes > budget)
  if (over.length > 0) throw new CommandError(`Too big: ${over.map(({ name }) => name).join(', ')}.`)
}

if (process.argv[1] === import.meta.filename) await runCommand(checkSizes)
