import { runCommandLine } from './command-line.ts'

process.exitCode = await runCommandLine('staff', process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
})
