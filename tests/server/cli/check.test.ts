import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import { check } from '#server/cli/check.ts'
import { bindAccount, keyStore } from '#server/database/account-store.ts'
import { openDatabase } from '#server/database/database.ts'
import { recordRestored } from '#server/database/maintenance/recoveries.ts'
import { startToptill } from '#server/main.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aFolder } from '../../support/folders.ts'
import { atLevel } from '../../support/level.ts'
import { answer, silence, startScriptedService, type Script } from '../../support/scripted-service.ts'
import { startShop } from '../../support/start-shop.ts'

const TOKEN = 'another-token-of-length'

async function run(env: NodeJS.ProcessEnv) {
  const lines: string[] = []
  const code = await check(env, (text) => {
    // Tests may run as root.
    if (!text.includes('running as root')) lines.push(text.replaceAll(/ +/g, ' '))
  })
  return { code, lines, text: lines.join('\n') }
}

/** The settings of a shop that was never started, with the sandbox as its provider. */
async function aNewShop(more: NodeJS.ProcessEnv = {}) {
  const folder = aFolder()
  const sandbox = await startSandbox({ account: { posId: '77001', token: TOKEN } })
  onTestFinished(sandbox.close)
  const account = { TOPUP_BASE_URL: sandbox.baseUrl, TOPUP_POS_ID: '77001', TOPUP_TOKEN: TOKEN }
  const journal = join(folder, 'toptill.db')
  return { folder, journal, sandbox, env: { DATABASE_URL: `file:${journal}`, ...account, ...more } }
}

const aService = async (script: Script) => {
  const { url } = await startScriptedService({
    '/balance': answer({ currency: 'AED', wallets: { main: 1 } }),
    ...script,
  })
  return { TOPUP_BASE_URL: url.href.replace(/\/$/, '') }
}

describe('toptill check', () => {
  it('a new shop is fine, without a database, which is not created', async () => {
    const { env, journal, sandbox } = await aNewShop()
    const { code, lines } = await run(env)
    expect(lines).toEqual([
      'Settings ok They can be used.',
      expect.stringMatching(/^Database ok There is none yet\./),
      expect.stringMatching(/^Provider ok http:\S+ accepts POS 77001, \S/),
      expect.stringMatching(/^Clock ok It differs from the provider's by \d s\.$/),
      expect.stringMatching(/^Backup warning There is none in \S+/),
      expect.stringMatching(/^Disk (ok|warning) [\d.]+ GB are free in /),
    ])
    expect([code, existsSync(journal), sandbox.ledger()]).toEqual([0, false, []])
  })

  it('in practice there is no provider to ask', async () => {
    const { lines } = await run({ DATABASE_URL: `file:${join(aFolder(), 'toptill.db')}` })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['Settings', 'Database', 'Disk'])
  })

  it('each wrong setting has a line, and the exit code is 1', async () => {
    const { code, lines } = await run({ PORT: 'x', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/^Settings problem (PORT|LOG_LEVEL)=/)
  })

  it.each<[string, Script[string], RegExp]>([
    ['rejects the signature', answer({ error: { code: 1 } }), /rejects our signature.*POS ID, 77001/],
    ['has blocked the account', answer({ error: { code: 5 } }), /POS 77001 is not active/],
    ['has another reason', answer({ error: { code: 12 } }), /rejects POS 77001 with code 12/],
    ['is something else', answer('a web page'), /cannot be read/],
  ])('a provider that %s is a problem', async (_, say, sentence) => {
    const { env } = await aNewShop(await aService({ '/point_info': say }))
    const { code, lines } = await run(env)
    expect(code).toBe(1)
    expect(lines.find((line) => line.startsWith('Provider'))).toMatch(sentence)
    expect(lines.join('\n')).not.toContain(TOKEN)
  })

  it.each(atLevel([], ['', 'and silent']))('a provider that cannot be reached is a problem %s', async (isSilent) => {
    const { env } = await aNewShop(
      isSilent ? await aService({ '/point_info': silence }) : { TOPUP_BASE_URL: 'http://127.0.0.1:9' },
    )
    const { code, text } = await run(env)
    expect(code).toBe(1)
    expect(text).toMatch(/^Provider problem The provider at http:\S+ is not responding/m)
  })

  it('the keys of a stopped shop are continued, and a start after it uses later ones', async () => {
    const { env, journal, folder } = await aNewShop()
    const ahead = BigInt(Date.now()) + 50_000n
    const db = await openDatabase(journal)
    await keyStore(db).saveMark(ahead)
    await db.destroy()
    for (let times = 0; times < 2; times += 1)
      expect((await run(env)).text).toMatch(/^Database ok \S+ opens and is of this version\.\nProvider ok /m)
    const again = await openDatabase(journal)
    expect(await keyStore(again).loadMark()).toBeGreaterThan(ahead)
    await again.destroy()
    expect(readFileSync(join(folder, 'last-keys'), 'utf8')).toContain('toptill.db')
  })

  it('a database that lacks used keys is found before the provider is asked', async () => {
    const { env, journal, folder } = await aNewShop()
    const db = await openDatabase(journal)
    await keyStore(db).saveMark(1_000n)
    await db.destroy()
    writeFileSync(join(folder, 'last-keys'), JSON.stringify({ 'toptill.db': { key: '2000', epoch: 0 } }))
    expect((await run(env)).text).toMatch(/^Database warning .*It starts in recovery.*\nProvider warning /m)
  })

  it('a database of a newer build, or another kind of file, is a problem and is not changed', async () => {
    const { env, journal } = await aNewShop()
    const db = await openDatabase(journal)
    await sql`INSERT INTO kysely_migration VALUES ('9999-9.9.9', '2030-01-01')`.execute(db)
    await db.destroy()
    expect((await run(env)).text).toMatch(/^Database problem .*written by Toptill 9\.9\.9 or later/m)
    writeFileSync(journal, 'no database')
    const { code, text } = await run(env)
    expect([code, readFileSync(journal, 'utf8')]).toEqual([1, 'no database'])
    expect(text).toMatch(/^Database problem .*is not a Toptill database/m)
  })

  it('a database of another account that sold is a problem', async () => {
    const { env, journal } = await aNewShop()
    const db = await openDatabase(journal)
    await bindAccount(db, { baseUrl: 'https://other.example', posId: '1' }, 1)
    await db.transaction().execute((trx) => recordRestored(trx, { cause: 'command' }))
    await db.destroy()
    const { code, text } = await run(env)
    expect(code).toBe(1)
    expect(text).toMatch(/^Database problem .* belongs to POS 1 at https:\/\/other\.example, not to POS 77001/m)
  })

  it('a database that the next start updates is a warning, and is not updated', async () => {
    const { env, journal } = await aNewShop()
    const db = await openDatabase(journal)
    await sql`DELETE FROM kysely_migration`.execute(db)
    await db.destroy()
    const { code, text } = await run(env)
    expect(code).toBe(0)
    expect(text).toMatch(/^Database warning .*updated to this version at the next start.*\nProvider warning /m)
  })

  it('a shop that sold, and whose account is no longer set, is a problem', async () => {
    const { env, journal } = await aNewShop()
    const db = await openDatabase(journal)
    await bindAccount(db, { baseUrl: env.TOPUP_BASE_URL, posId: '77001' }, 1)
    await db.destroy()
    const { code, text } = await run({ DATABASE_URL: env.DATABASE_URL })
    expect(code).toBe(1)
    expect(text).toMatch(/^Database problem .* belongs to POS 77001\. .*account\.json is missing here\.$/m)
  })

  it('a running Toptill is asked, and continues', async () => {
    const shop = await startShop({ startToptill, startSandbox }, { service: 'real' })
    onTestFinished(shop.close)
    const { code, lines } = await run(shop.env)
    expect(code).toBe(0)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Database ok \S+ is in use by the running Toptill\.$/),
        expect.stringMatching(/^Provider ok .* accepts POS 77001/),
      ]),
    )
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  })

  it('the last backup is read by its age, and a folder that is missing is a problem', async () => {
    const backups = aFolder()
    const { env } = await aNewShop({ BACKUP_FOLDER: backups })
    const makeOne = (hoursAgo: number) => {
      const stamp = new Date(Date.now() - hoursAgo * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '')
      writeFileSync(join(backups, `toptill-77001-${stamp}.db`), '')
    }
    makeOne(100)
    expect((await run(env)).text).toMatch(/^Backup warning The last one, \S+, is 100 hours old/m)
    makeOne(3)
    expect((await run(env)).text).toMatch(/^Backup ok The last one, \S+, is 3 hours old\.$/m)
    rmSync(backups, { recursive: true })
    const { code, text } = await run(env)
    expect([code, text]).toEqual([1, expect.stringMatching(/^Backup problem BACKUP_FOLDER=\S+ does not exist/m)])
    mkdirSync(backups)
  })

  it('the certificate is read to its end', async () => {
    const { env } = await aNewShop({
      TLS_CERT_FILE: 'tests/support/localhost-cert.pem',
      TLS_KEY_FILE: 'tests/support/localhost-key.pem',
    })
    expect((await run(env)).text).toMatch(/^Certificate ok It is valid until \d{4}-\d\d-\d\d\.$/m)
  })
})
