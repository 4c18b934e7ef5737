import { runCommand, printProgress } from './console.mjs'
import { runBuilt } from './start-till.mjs'

const PROGRAMS = ['staff', 'terminal', 'audit-log', 'backup', 'sandbox-alone']

const [name = ''] = process.argv.splice(2, 1)
if (PROGRAMS.includes(name)) await runCommand(() => runBuilt(name))
else {
  printProgress(`There is no program "${name}": ${PROGRAMS.join(', ')}.`)
  process.exitCode = 2
}
