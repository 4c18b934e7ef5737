import { printProgress, runCommand } from './command.mjs'
import { runBuilt, startTill } from './start-till.mjs'

const START_USAGE = `npm start
Installs and builds if needed, and starts Toptill: in practice, or with the account in .env. docs/administrators/settings.md lists the settings.`

/** The built entry of each program besides `start`. A command reads its own name, such as `staff`, from the command line. */
const ENTRIES = new Map([
  ...['staff', 'terminal', 'audit-log', 'backup', 'migrate', 'move', 'restore'].map(
    (name) => /** @type {const} */ ([name, 'commands']),
  ),
  ['sandbox-alone', 'sandbox-alone'],
])

const PROGRAMS = `node tools/toptill.mjs start, ${[...ENTRIES.keys()].join(', ')}`

const [name = ''] = process.argv.slice(2)
const entry = ENTRIES.get(name)
if (name === 'start') await runCommand(startTill, START_USAGE)
else if (entry) {
  // Messages name commands as they are typed here.
  if (!process.env['npm_lifecycle_event']) process.env['TOPTILL_COMMAND'] ??= 'node tools/toptill.mjs'
  // Only the commands read their name from the arguments.
  if (entry !== 'commands') process.argv.splice(2, 1)
  await runCommand(() => runBuilt(entry))
} else if (name === '--help') console.log(PROGRAMS)
else {
  printProgress(`There is no program "${name}": ${PROGRAMS}.`)
  process.exitCode = 2
}
