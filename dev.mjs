import { develop } from './scripts/develop.mjs'
import { runCommand } from './scripts/console.mjs'

await runCommand(develop)
