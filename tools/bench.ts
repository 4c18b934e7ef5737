import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { CommandError, rootFolder, runCommand } from './command.mjs'

const folder = join(rootFolder, 'bench')
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

const USAGE = `npm run bench -- NAME
Measures one thing and prints each figure beside its bound, best on an idle machine. NAME is one of:
${known.join(', ')}`

await runCommand(async () => {
  // The benchmark reads the arguments after its name.
  const [name = ''] = process.argv.splice(2, 1)
  if (!known.includes(name)) throw new CommandError(`Name one of: ${known.join(', ')}.`)
  await import(pathToFileURL(join(folder, `${name}.ts`)).href)
}, USAGE)
