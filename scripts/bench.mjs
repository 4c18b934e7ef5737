import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { CommandError, rootFolder, runCommand } from './command.mjs'

// Each benchmark is a program of its own and prints its bound beside each number.
const folder = join(rootFolder, 'bench')
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'till.mjs')
  .map((name) => name.slice(0, -'.mjs'.length))

const USAGE = `npm run bench -- NAME
Measures one thing and prints each figure beside its bound, best on an idle machine. NAME is one of:
${known.join(', ')}`

await runCommand(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  if (!known.includes(name)) throw new CommandError(`Name one of: ${known.join(', ')}.`)
  const child = spawn(process.execPath, [join(folder, `${name}.mjs`), ...rest], { stdio: 'inherit', cwd: rootFolder })
  process.exitCode = await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}, USAGE)
