#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { buildWhenStale } from './build.mjs'
import { CommandError, rootFolder, runCommand } from './command.mjs'
import { findNodeProblem, install, installWhenNeeded, setGitHooks } from './install.mjs'

// Set for the second attempt after a repair, so that there is no third.
const REPAIRED = 'TOPTILL_REPAIRED'

/** The `toptill` command of a clone: installs and builds if needed, then runs the built app in this process. */
async function runBuilt() {
  const problem = findNodeProblem()
  if (problem) throw new CommandError(problem)
  const installed = await installWhenNeeded({ withDev: false })
  const built = await buildWhenStale()
  if (installed || built) await setGitHooks()

  const { env, argv } = process
  const script = env['npm_lifecycle_event']
  // Messages name commands in the form in which they are typed here.
  env['TOPTILL_COMMAND'] ??=
    script === undefined ? 'node tools/toptill.mjs' : script === 'toptill' ? 'npm run toptill --' : 'npx toptill'
  const isScript = env['npm_package_json'] === join(rootFolder, 'package.json')
  const entry = pathToFileURL(join(rootFolder, 'dist', 'server', 'run-toptill.js')).href
  const { runToptill, endWith } = await import(entry)
  endWith(
    await runToptill(argv.slice(2), {
      env,
      root: rootFolder,
      program: import.meta.filename,
      // npm runs scripts in the root folder.
      folder: (isScript && env['INIT_CWD']) || process.cwd(),
      ...(env[REPAIRED] ? {} : { repair }),
    }),
  )
}

/** Installs again and repeats this command once. */
async function repair() {
  // Node reports the same error again for every other module that waited for the package.
  process.on('unhandledRejection', () => {})
  await install('a package cannot be loaded', { withDev: false })
  // A module that failed to load cannot be loaded again in this process, so the second attempt needs a new process.
  return runOnceMore()
}

/** @returns {Promise<number>} */
function runOnceMore() {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, [REPAIRED]: '1' },
    })
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

await runCommand(runBuilt)
