import { parseArgs } from 'node:util'

import { isPostgres } from './reconcile/read-postgres-journal.mjs'
import { reconcilePostgres, reconcileShop } from './reconcile/reconcile-shop.mjs'
import { runCommand, CommandError } from './command.mjs'

const USAGE = `npm run reconcile -- --journal FILE|ADDRESS --ledger FOLDER [--settle SECONDS] [--text FILE …] [--canary TEXT …]
--journal  the journal, or a copy of it: a file, beside which every file is searched for secrets, too, or an address such as
           postgres://user:password@host/database
--ledger   the data folder of the sandbox it sold from
--settle   CONFIRM_GRACE_SECONDS as it was while it sold; 30 when not said
--text     more files or folders to search, such as logs
--canary   a secret that must be nowhere: a token, a PIN
The codes and receipts of the sandbox are looked for by themselves.`

await runCommand(async () => {
  const { journal, ledger, confirmGraceMs, texts, canaries } = readArguments()
  const reconcile = isPostgres(journal) ? reconcilePostgres : reconcileShop
  const { said, violations } = await reconcile({ journal, ledger, confirmGraceMs, texts, canaries })
  for (const line of said) console.log(line)
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  console.log(violations.length === 0 ? 'No violations.' : `${violations.length} violations.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}, USAGE)

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        journal: { type: 'string' },
        ledger: { type: 'string' },
        settle: { type: 'string', default: '30' },
        text: { type: 'string', multiple: true },
        canary: { type: 'string', multiple: true },
      },
    })
    const { journal, ledger, settle, text: texts = [], canary: canaries = [] } = values
    if (journal === undefined || ledger === undefined) throw new Error('--journal and --ledger are needed.')
    if (!/^\d+(\.\d+)?$/.test(settle)) throw new Error('--settle is a number of seconds.')
    return { journal, ledger, confirmGraceMs: Number(settle) * 1000, texts, canaries }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}
