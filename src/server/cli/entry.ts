import { runCommandLine } from './command-line.ts'
import { JOURNAL_NOUNS } from './journal-commands.ts'
import { NOUNS } from './read-command.ts'

const [name = '', ...words] = process.argv.slice(2)
const noun = [...NOUNS, ...JOURNAL_NOUNS].find((one) => one === name)
if (!noun) throw new Error(`there is no command "${name}"`)

process.exitCode = await runCommandLine(noun, words, {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
})
