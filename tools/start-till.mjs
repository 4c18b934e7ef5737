import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildWhenStale, isPackageBroken } from './build.mjs'
import { CommandError, printProgress, rootFolder } from './command.mjs'
import { findNodeProblem, install, installWhenNeeded, setGitHooks } from './install.mjs'

const [, ...commandLine] = process.argv
// In ms. A confirm in flight may take 60 s to be answered; cutting it off would leave its sale unknown.
export const CLOSING_MS = 75_000
const TIMEOUT_MS = 1_000
const PARENT_EVERY_MS = 1_000
/** Marks an image or an installation that has exactly what it needs (`copy-runtime.mjs`). */
export const PREPARED = 'dist/.prepared'
// Set for the second attempt after a repair, so that there is no third.
const REPAIRED = 'TOPTILL_REPAIRED'

/** Every command that runs the built server starts with it. */
export async function prepare() {
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  // `.env`, the data folder and relative paths in the settings are relative to the root folder.
  process.chdir(rootFolder)
  if (existsSync(join(rootFolder, PREPARED))) return
  const installed = await installWhenNeeded({ withDev: false })
  const built = await buildWhenStale()
  if (installed || built) await setGitHooks()
}

/** Starts the server, with the sandbox if no real account is set. */
export async function startTill() {
  await prepare()
  const isTerminal = process.stdout.isTTY
  if (isTerminal) printProgress('Starting …')
  await importBuilt(async () => {
    const { runToptill, isStartProblem, asCalled } = await loadBuilt('main')
    const starting = runToptill({
      env: process.env,
      // Loaded for practice only: a till with a real account never has the sandbox in memory.
      openSandbox: async (/** @type {{ dataFolder: string }} */ options) =>
        (await loadBuilt('sandbox')).startSandbox(options),
      browserFolder: join(rootFolder, 'dist', 'browser'),
      print: console.log,
      logFormat: isTerminal ? 'pretty' : 'json',
    })
    endWithNpm()
    closeOnSignal(async () => {
      await (await starting).close()
      if (isTerminal) printProgress('Toptill stopped. Everything is saved.')
    })
    await starting.catch((/** @type {unknown} */ error) => {
      throw isStartProblem(error)
        ? new CommandError(asCalled(/** @type {Error} */ (error).message, process.env))
        : error
    })
  })
}

/** A process manager that signals only npm would otherwise leave the till running, with its port. At a terminal, Ctrl+C reaches every process. */
function endWithNpm() {
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === undefined || process.stdin.isTTY || parent === 1) return
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_EVERY_MS)
  watching.unref()
}

/** Runs a built program such as `commands` (`npm run staff` and others), which reads its own arguments. */
export async function runBuilt(/** @type {string} */ name) {
  await prepare()
  await importBuilt(() => loadBuilt(name))
}

const loadBuilt = (/** @type {string} */ name) =>
  import(pathToFileURL(join(rootFolder, 'dist', 'server', `${name}.js`)).href)

/** If a package is damaged, installs again and repeats this command once. */
async function importBuilt(/** @type {() => Promise<unknown>} */ run) {
  try {
    await run()
  } catch (error) {
    const said = describeLoading(error)
    if (!isPackageBroken(said)) throw error
    if (process.env[REPAIRED] || existsSync(join(rootFolder, PREPARED))) throw unloadable(said)
    // Node reports the same error again for every other module that waited for the package.
    process.on('unhandledRejection', () => {})
    await install('a package cannot be loaded', { withDev: false })
    // A module that failed to load stays failed in this process, so the second attempt needs a new process.
    await runOnceMore()
  }
}

const describeLoading = (/** @type {unknown} */ error) =>
  error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : String(error)

function unloadable(/** @type {string} */ said) {
  const name = /Cannot find (?:module|package) '([^']+)'/.exec(said)?.[1]
  return new CommandError(
    name?.startsWith('@libsql/')
      ? `The database's binary ${name} is missing for ${process.platform}-${process.arch}: run Toptill on Linux, macOS or Windows (x64), or remove node_modules and "omit=optional" from npm's settings and start again.`
      : `A package cannot be loaded on ${process.platform}-${process.arch}: ${said.trim().split('\n')[0]}`,
  )
}

function runOnceMore() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, ...commandLine], {
      stdio: 'inherit',
      env: { ...process.env, [REPAIRED]: '1' },
    })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => {
      process.exitCode = code ?? 1
      resolve(undefined)
    })
  })
}

export function closeOnSignal(/** @type {(signal: NodeJS.Signals) => Promise<unknown>} */ close) {
  let isClosing = false
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    if (isClosing) process.exit(1)
    isClosing = true
    setTimeout(
      () => printProgress('Stopping: finishing what is in progress. Press Ctrl+C again to force quit.'),
      TIMEOUT_MS,
    ).unref()
    setTimeout(() => process.exit(1), CLOSING_MS).unref()
    close(signal).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
}

/** So that tests and measurements run the server as a shop does (decision 084). */
export function readNodeOptions() {
  const { scripts } = JSON.parse(readFileSync(join(rootFolder, 'package.json'), 'utf8'))
  return /** @type {string} */ (scripts.start).split(' ').filter((word) => word.startsWith('--'))
}
