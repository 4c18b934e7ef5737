import { startTill } from './scripts/start-till.mjs'
import { runCommand } from './scripts/console.mjs'

await runCommand(startTill)
