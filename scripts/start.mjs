import { startTill } from './start-till.mjs'
import { runCommand } from './console.mjs'

await runCommand(startTill)
