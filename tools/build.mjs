import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { CommandError, lastLineOf, printProgress, rootFolder, runProgram } from './command.mjs'
import { install } from './install.mjs'

const SCRIPT = join(rootFolder, 'tools', 'build.mjs')

const BUILT_FROM = [
  'src',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  // `tsconfig.json` refers to these files, so they must exist.
  'tsconfig.rules.json',
  'tsconfig.server.json',
  'tsconfig.browser.json',
  'tsconfig.tools.json',
  'vite.config.ts',
  'tools/compile-messages.ts',
  'tools/develop.ts',
  'tools/named-schemas.ts',
  'tools/openapi.ts',
  'tools/page-plugins.ts',
  'tools/vite.server.config.ts',
  'tailwind.config.ts',
  'tools/build.mjs',
  'tools/known-advisories.json',
]

/** Digests the sources by name and content, because modification times differ in every clone. */
export function digestSources(/** @type {string} */ folder) {
  const digest = createHash('sha256')
  for (const path of BUILT_FROM.flatMap((path) => filesIn(folder, path))) {
    const content = readFileSync(join(folder, path))
    digest.update(`${path}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(folder, path) {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(folder, path)).toSorted()
  return names.filter((name) => !name.endsWith('.md')).flatMap((name) => filesIn(folder, `${path}/${name}`))
}

export function isBuilt(/** @type {string} */ folder) {
  try {
    return readFileSync(join(folder, 'dist', '.stamp'), 'utf8') === digestSources(folder)
  } catch {
    return false
  }
}

export async function buildWhenStale() {
  if (isBuilt(rootFolder)) return false
  printProgress('Building the app …')
  const digest = digestSources(rootFolder)
  let ended = await runBuild()
  if (ended.code !== 0 && isPackageBroken(ended.output)) {
    await install('a package in node_modules is damaged', { withDev: false })
    ended = await runBuild()
  }
  if (ended.code !== 0) throw buildProblem(ended.output)
  writeFileSync(join(rootFolder, 'dist', '.stamp'), digest)
  printProgress(`Built in ${(ended.tookMs / 1000).toFixed(1)} s.`)
  return true
}

function runBuild() {
  rmSync(join(rootFolder, 'dist', '.stamp'), { force: true })
  // A separate process frees the bundler's memory before the till starts.
  const env = { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }
  return runProgram(process.execPath, [SCRIPT], { env })
}

// How the bundler reports an import that it cannot find: here of a package, not of one of our files.
const UNRESOLVED_PACKAGE = /(Could not resolve|failed to resolve import) ['"][^.#/]/
const UNLOADABLE = /Cannot find (package|module|native binding)|MODULE_NOT_FOUND|ERR_DLOPEN_FAILED|ERR_INVALID_PACKAGE/

/** True if a package is missing, damaged, or has no binary for this machine. */
export const isPackageBroken = (/** @type {string} */ output) =>
  UNLOADABLE.test(output) || UNRESOLVED_PACKAGE.test(output)

function buildProblem(/** @type {string} */ output) {
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return new CommandError(`This user can't write to ${join(rootFolder, 'dist')}, where the built app goes.`)
  }
  if (/ENOSPC/.test(output)) return new CommandError('The disk is full, so the app cannot be built.')
  if (isPackageBroken(output)) {
    return new CommandError(
      `A package cannot be loaded on ${process.platform}-${process.arch}: ${firstErrorOf(output)}`,
    )
  }
  return new CommandError(`${stripVTControlCharacters(output).trim()}\nBuild failed. See the error above.`)
}

const firstErrorOf = (/** @type {string} */ output) =>
  output
    .split('\n')
    .find((line) => /error/i.test(line))
    ?.trim() ?? lastLineOf(output)

async function buildBoth() {
  // Imported late, because `npm start` installs the packages first.
  const { build, runnerImport } = await import('vite')
  const browserFolder = join(rootFolder, 'dist', 'browser')
  const both = /** @type {const} */ ({ root: rootFolder, logLevel: 'warn' })
  await build({
    ...both,
    configFile: join(rootFolder, 'vite.config.ts'),
    build: { outDir: browserFolder, manifest: true },
  })
  // The size check reads this file, and it must not be served.
  renameSync(join(browserFolder, '.vite', 'manifest.json'), join(rootFolder, 'dist', 'browser-manifest.json'))
  // The till's address is no place for a list of what it is made of.
  const licenses = readFileSync(join(browserFolder, '.vite', 'licenses.txt'), 'utf8')
  writeFileSync(join(rootFolder, 'dist', 'browser-licenses.txt'), licenses + licensesOfStyles())
  rmSync(join(browserFolder, '.vite'), { recursive: true })
  await build({ ...both, configFile: join(rootFolder, 'tools', 'vite.server.config.ts') })
  chmodSync(join(rootFolder, 'dist', 'server', 'toptill.js'), 0o755)
  /** @type {{ module: typeof import('./openapi.ts') }} */
  const { module } = await runnerImport(join(rootFolder, 'tools', 'openapi.ts'), { ...both, configFile: false })
  writeFileSync(join(rootFolder, 'dist', 'openapi.json'), JSON.stringify(module.describeApi()))
}

/** The bundler lists only packages whose code it bundles, not those whose fonts and styles it copies. */
function licensesOfStyles() {
  const { dependencies } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8'))
  const names = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource/') || name === 'tailwindcss')
  return names
    .map((name) => {
      const folder = join(rootFolder, 'node_modules', name)
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const text = readFileSync(join(folder, 'LICENSE'), 'utf8').trim()
      return `\n## ${name} - ${version} (${license})\n\n${text}\n`
    })
    .join('')
}

if (process.argv[1] === SCRIPT) {
  try {
    await buildBoth()
  } catch (error) {
    // The bundler's message shows where the error is; its stack is only about the bundler itself.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
