import { startTill } from './start-till.mjs'
import { runCommand } from './command.mjs'

await runCommand(
  startTill,
  `npm start
Installs and builds when needed, and starts Toptill: in practice, or with the account that .env names. docs/settings.md lists the settings.`,
)
