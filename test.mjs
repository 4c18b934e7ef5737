import { runCommand } from './scripts/console.mjs'
import { testEverything } from './scripts/test-everything.mjs'

await runCommand(testEverything)
