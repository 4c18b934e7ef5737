import { startTill } from './scripts/start-till.mjs'
import { runCommand } from './scripts/say.mjs'

await runCommand(startTill)
