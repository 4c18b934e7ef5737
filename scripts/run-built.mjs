import { runCommand, printProgress } from './command.mjs'
import { runBuilt } from './start-till.mjs'

/** The built entry of each program. A command reads its own name, such as `staff`, from the command line. */
const ENTRIES = new Map([
  ['staff', 'commands'],
  ['terminal', 'commands'],
  ['audit-log', 'commands'],
  ['backup', 'commands'],
  ['migrate', 'commands'],
  ['move', 'commands'],
  ['restore', 'commands'],
  ['sandbox-alone', 'sandbox-alone'],
])

// Sentences name commands as they are typed here.
if (!process.env['npm_lifecycle_event']) process.env['TOPTILL_COMMAND'] ??= 'node scripts/run-built.mjs'
const [name = ''] = process.argv.slice(2)
const entry = ENTRIES.get(name)
// Only commands take their name.
if (entry !== 'commands') process.argv.splice(2, 1)
if (entry) await runCommand(() => runBuilt(entry))
else {
  printProgress(`There is no program "${name}": ${[...ENTRIES.keys()].join(', ')}.`)
  process.exitCode = 2
}
