import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'

import { buildWhenStale } from './build.mjs'
import { CommandError, printProgress, rootFolder, runCommand } from './command.mjs'

const COPIED = ['package.json', 'dist', join('tools', 'health-check.sh')]
/** Docs for the administrator of that machine. An image is built without them. */
const PAPERS = ['README.md', 'SECURITY.md', 'docs']
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`\n]+)["'`]/g

/**
 * The build, the docs, and only the packages that the built server loads: `dist/server/toptill.js` is the command there.
 * @param {string} target
 */
export async function copyRuntime(target) {
  if (existsSync(target) && readdirSync(target).length > 0) throw new CommandError(`${target} is not empty.`)
  await buildWhenStale()
  mkdirSync(target, { recursive: true })
  const papers = PAPERS.filter((name) => existsSync(join(rootFolder, name)))
  for (const name of [...COPIED, ...papers]) cpSync(join(rootFolder, name), join(target, name), { recursive: true })
  for (const path of runtimePackages()) {
    // Packages inside a package are on the list themselves.
    const filter = (/** @type {string} */ source) =>
      !source.slice(join(rootFolder, path).length).includes('node_modules')
    cpSync(join(rootFolder, path), join(target, path), { recursive: true, filter })
  }
}

/** Includes indirect ones, by the lock file. */
function runtimePackages() {
  /** @type {Record<string, { dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }>} */
  const locked = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8')).packages
  /** @type {Set<string>} */
  const found = new Set()
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = findPackage(name, from)
    // Optional packages of other platforms are not installed.
    if (path === undefined || found.has(path) || OTHER_LIBC.test(name)) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path)
  }
  for (const name of importedPackages()) add(name, '')
  return [...found]
}

/** npm installs the binaries for every C library of a platform. */
const OTHER_LIBC = isGlibc() ? /-musl$/ : /-gnu$/

function isGlibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime !== undefined
}

/** Node's lookup: beside the package's own packages, or in a folder around it. */
function findPackage(/** @type {string} */ name, /** @type {string} */ from) {
  for (let folder = from; ; folder = dirname(dirname(folder))) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(rootFolder, path, 'package.json'))) return path
    if (folder === '' || folder === '.') return undefined
  }
}

function importedPackages() {
  const server = join(rootFolder, 'dist', 'server')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
  const imports = files.flatMap((file) => [...readFileSync(join(server, file), 'utf8').matchAll(IMPORT)])
  const names = imports.map(([, name = '']) => name).filter((name) => !/^[./#]/.test(name) && !isBuiltin(name))
  return new Set(names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))
}

const [, script, target] = process.argv
if (script === import.meta.filename) {
  await runCommand(async () => {
    if (target === undefined) throw new CommandError('node tools/copy-runtime.mjs FOLDER')
    await copyRuntime(target)
    printProgress(`${target} has everything that runs Toptill.`)
  })
}
