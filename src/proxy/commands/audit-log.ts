import { runCommandLine } from './command-line.ts'

process.exitCode = await runCommandLine('audit-log', process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
})
