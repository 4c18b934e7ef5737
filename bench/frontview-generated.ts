import { runCommand } from '../tests/frontview/command.ts'

process.exitCode = await runCommand(process.argv.slice(2))
