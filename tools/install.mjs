import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError, lastLineOf, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'

/** Returns a message if this version of Node cannot run Toptill. */
export function findNodeProblem(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24
  return fits ? undefined : `Toptill needs Node 20.19, 22.13, 24 or newer; this is Node ${version}.`
}

/**
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ withDev: boolean }} InstallOptions `withDev`: installs the development tools as well, not only what a running till needs.
 */

/**
 * Returns `undefined` if `node_modules` has everything in the lock file. Extra packages do no harm, so a developer's installation also runs the till.
 * @param {string} folder
 * @param {InstallOptions} options
 */
export function findInstallReason(folder, { withDev }) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  if (!wanted) throw new CommandError('package-lock.json is missing or unreadable. Download Toptill again.')
  if (!existsSync(join(folder, 'node_modules'))) return 'node_modules is missing'
  // npm writes this list last, so without it the installation is incomplete.
  const present = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!present) return 'node_modules is incomplete'
  for (const [path, { version, dev, devOptional, optional, link }] of Object.entries(wanted)) {
    // Optional packages are absent if they are not for this machine; a wrong one fails when it is loaded.
    if (path === '' || link || optional || (!withDev && (dev || devOptional))) continue
    if (present[path]?.version !== version) return 'node_modules does not match package-lock.json'
    if (!existsSync(join(folder, path, 'package.json'))) return `${path} is missing`
  }
  return undefined
}

/** @returns {Record<string, LockedPackage> | undefined} */
function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Returns whether it installed anything.
 * @param {InstallOptions} options
 */
export async function installWhenNeeded({ withDev }) {
  const reason = findInstallReason(rootFolder, { withDev })
  if (reason) await install(reason, { withDev })
  return reason !== undefined
}

/**
 * @param {string} reason
 * @param {InstallOptions} options
 */
export async function install(reason, { withDev }) {
  printProgress(`Installing packages, because ${reason}. This can take a few minutes …`)
  expectWritable()
  const args = [
    'ci',
    withDev || hasTools() ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // The lock file contains every version, so npm's cache is as good as the registry.
  let ended = await runNpm([...args, '--prefer-offline'])
  // The wanted version may be newer than npm's cached data about its package.
  if (/\bETARGET\b/.test(ended.output)) ended = await runNpm(args)
  if (ended.isMissing) throw new CommandError('npm was not found. Install Node with npm, then start again.')
  if (ended.code !== 0) throw new CommandError(`npm could not install the packages: ${findNpmProblem(ended.output)}`)
  printProgress(`Installed in ${(ended.tookMs / 1000).toFixed(1)} s.`)
}

function runNpm(/** @type {string[]} */ args) {
  // Under `npm start` this is the npm that is already running, whatever PATH says.
  const npm = process.env['npm_execpath']
  const isNpm = npm !== undefined && /npm-cli\.[cm]?js$/.test(npm) && existsSync(npm)
  return isNpm ? runProgram(process.execPath, [npm, ...args]) : runProgram('npm', args)
}

/** Whether the development tools are installed, so that a repair keeps them. */
function hasTools() {
  const present = readPackages(join(rootFolder, 'node_modules', '.package-lock.json')) ?? {}
  return Object.values(present).some(({ dev }) => dev === true)
}

function expectWritable() {
  try {
    accessSync(rootFolder, constants.W_OK)
  } catch {
    throw new CommandError(`This user can't write to ${rootFolder}, where the packages and the built app go.`)
  }
}

/** Returns the line of npm's output that names the problem, without its prefix. */
export function findNpmProblem(/** @type {string} */ output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  const telling = lines.find(
    (line) => line !== '' && !/^(code|errno|syscall|path|type) |^A complete log|^\d+$/.test(line),
  )
  return telling ?? (lastLineOf(output) || 'it printed nothing.')
}

/** Sets the hooks if the checkout has none. Because this is only a convenience, it prints nothing and never fails. */
export async function setGitHooks() {
  if (!existsSync(join(rootFolder, '.git'))) return
  const present = await runProgram('git', ['config', 'core.hooksPath'])
  // Exit code 1: the setting does not exist. Otherwise a person has chosen one, or git is missing.
  if (present.code === 1 && !present.isMissing) await runProgram('git', ['config', 'core.hooksPath', '.githooks'])
}

/** Every development command runs this first. */
async function installAll() {
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  await installWhenNeeded({ withDev: true })
  await setGitHooks()
}

if (process.argv[1] === join(rootFolder, 'tools', 'install.mjs')) await runCommand(installAll)
