import { develop } from './scripts/develop.mjs'
import { runCommand } from './scripts/say.mjs'

await runCommand(develop)
