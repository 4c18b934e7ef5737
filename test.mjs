import { runCommand } from './scripts/say.mjs'
import { testEverything } from './scripts/test-everything.mjs'

await runCommand(testEverything)
