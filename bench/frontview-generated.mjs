import { register } from 'tsx/esm/api'

register()
const { runCommand } = await import('../tests/frontview/command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
