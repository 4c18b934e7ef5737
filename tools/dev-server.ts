import { mkdirSync, writeFileSync } from 'node:fs'

import { closeOnSignal } from '../src/server/cli/start/close-on-signal.ts'
import { isStartProblem, startToptill } from '../src/server/main.ts'
import { startSandbox } from '../src/sandbox/server.ts'
import { runCommand, CommandError } from './command.mjs'

// The server requires a built page; in development Vite serves the page instead.
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

/** Omits the line with the server's own URL, because only Vite's URL is used in development. */
function printStartup(line: string): void {
  if (!line.startsWith('Toptill is ready')) console.log(line)
}
