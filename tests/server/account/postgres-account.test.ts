import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import { bindAccount, findAccount } from '#server/database/account-store.ts'
import { inSchema } from '#server/config/database-url.ts'
import { openDatabase } from '#server/database/database.ts'
import { startToptill } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'
import { QUICK } from '../../support/pace.ts'
import { anEmptyPage, QUIET } from '../../support/start-shop.ts'

const ACCOUNT = { posId: '77001', token: 'another-token-of-length' }

/** A shop whose database is in PostgreSQL, and a function that starts it with these settings. */
async function aShop() {
  const service = await startSandbox({ account: ACCOUNT })
  onTestFinished(service.close)
  const [database, folder] = [await aJournalPlace(), aFolder()]
  const start = async (posId: string) => {
    const lines: string[] = []
    const account = { TOPUP_BASE_URL: service.baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: service.token }
    const running = await startToptill({
      env: { ...QUIET, DATABASE_URL: database, TOPTILL_HOME: folder, ...account },
      browserFolder: anEmptyPage(folder),
      polling: QUICK,
      print: (line) => lines.push(line),
    })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= running.close())
    onTestFinished(close)
    return { lines, close }
  }
  const ask = async <T>(look: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>, schema?: string) => {
    const db = await openDatabase(schema ? inSchema(database, schema) : database)
    try {
      return await look(db)
    } finally {
      await db.destroy()
    }
  }
  return { service, start, ask }
}

it('a corrected account takes over an unused database in PostgreSQL, once no process leads it for the previous one', async () => {
  const { start, ask } = await aShop()
  const first = await start('9')
  await expect(start('77001')).rejects.toThrow(/belongs to POS 9 at \S+, not to POS 77001 .* Correct TOPUP_POS_ID\. /)
  await first.close()
  const second = await start('77001')
  expect(second.lines.filter((line) => line.startsWith('The account was corrected: '))).toHaveLength(1)
  await second.close()
  expect(await ask(findAccount)).toMatchObject({ posId: '77001' })

  const person = sql`INSERT INTO staff (id, name, role, pin_hash, created_at) VALUES ('1', 'Noor', 'cashier', '', 1)`
  await ask((db) => person.execute(db))
  await ask((db) => sql`INSERT INTO balance_readings (at, amount, currency) VALUES (1, '250.00', 'AED')`.execute(db))
  await expect(start('9')).rejects.toThrow(/belongs to POS 77001 .* such as another database\.$/)
})

it('an unused database is not bound to an account that another schema of the database belongs to', async () => {
  const { service, start, ask } = await aShop()
  await (await start('9')).close()
  await ask((db) => sql`CREATE SCHEMA other`.execute(db))
  await ask((db) => bindAccount(db, { baseUrl: service.baseUrl, posId: '77001' }, 1), 'other')
  await expect(start('77001')).rejects.toThrow(/^POS 77001 at \S+ belongs to the schema other of /)
  expect(await ask(findAccount)).toMatchObject({ posId: '9' })
})
