import { register } from 'tsx/esm/api'

register()
const { runCommand } = await import('../tests/simulation/command.ts')
process.exitCode = await runCommand(process.argv.slice(2))
