import { mkdirSync, writeFileSync } from 'node:fs'

import { isStartProblem, startToptill } from '../src/server/main.ts'
import { startSandbox } from '../src/sandbox/server.ts'
import { runCommand, CommandError } from './command.mjs'
import { closeOnSignal } from './start-till.mjs'

// The proxy wants a built page to hand out; in development that is Vite's business.
const browserFolder = 'dist/development'
const PAGE =
  '<!doctype html><title>Toptill</title><p>In development the screen is at the address npm run dev has printed.</p>\n'

await runCommand(async () => {
  mkdirSync(browserFolder, { recursive: true })
  writeFileSync(`${browserFolder}/index.html`, PAGE)
  try {
    const till = await startToptill({
      env: process.env,
      openSandbox: startSandbox,
      browserFolder,
      print: printStartup,
      logFormat: process.stdout.isTTY ? 'pretty' : 'json',
    })
    closeOnSignal(till.close)
  } catch (error) {
    throw isStartProblem(error) ? new CommandError(error.message) : error
  }
})

/** All lines but the proxy's own address: there is one address in development, and that is Vite's. */
function printStartup(line: string): void {
  if (!line.startsWith('Toptill is ready')) console.log(line)
}
