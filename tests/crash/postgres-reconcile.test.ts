import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { buildWhenStale } from '../../tools/build.mjs'
import { reconcilePostgres } from '../../tools/reconcile.ts'
import { runProgram } from '../../tools/command.mjs'
import { atLevel, itWhenFull } from '../support/level.ts'
import { aJournalPlace } from '../support/a-journal.ts'
import { aFolder } from '../support/folders.ts'
import { aRealTill } from '../support/real-till.ts'
import { saleOnce, sell, sellQuantity, type Browser } from '../support/shop.ts'

const CONFIRM_GRACE_MS = 200

beforeAll(() => buildWhenStale())

async function ask(url: string, ...queries: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const query of queries) await client.query(query)
  } finally {
    await client.end()
  }
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function sellSomeOfEach(browser: Browser): Promise<void> {
  const { success, fails, checkRefused } = recipients
  for (const account of [success, fails]) {
    const { id } = await sell(browser, { account })
    await saleOnce(browser, id, ({ state }) => ['succeeded', 'failed'].includes(state))
  }
  await sell(browser, { account: checkRefused })
  const voucher = await sell(browser, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  await browser.ask('POST', `/api/sales/${voucher.id}/reveal`, {})
  await browser.ask('POST', `/api/sales/${voucher.id}/delivered`, { method: 'printed' })
  const several = { kind: 'voucher', serviceId: vouchers.number, amount: '50' } as const
  const batch: BatchAnswer = await sellQuantity(browser, several, 2)
  expect(batch.state).toBe('complete')
}

async function aShop(sells: (browser: Browser) => Promise<void> = sellSomeOfEach) {
  const folder = aFolder()
  const ledger = join(folder, 'service')
  const till = await aRealTill(join(folder, 'data'), { dataFolder: ledger })
  const running = await till.start()
  await sells(await running.signIn())
  const url = till.env.DATABASE_URL ?? ''
  return {
    url,
    ledger,
    token: till.sandbox.token,
    end: async () => {
      running.kill('SIGTERM')
      expect((await running.ended).code).toBe(0)
    },
    audit: (journal = url, more: { canaries?: string[]; texts?: string[] } = {}) =>
      reconcilePostgres({ journal, ledger, confirmGraceMs: CONFIRM_GRACE_MS, ...more }),
  }
}

async function onCopy<T>(url: string, work: (copy: string) => Promise<T>): Promise<T> {
  const name = `${nameIn(url)}_copy`
  const server = withDatabase(url, 'postgres')
  await ask(
    server,
    // The tests keep connections to used databases, but only a database without connections can be copied.
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameIn(url)}'`,
    `CREATE DATABASE ${name} TEMPLATE ${nameIn(url)} STRATEGY file_copy`,
  )
  try {
    return await work(withDatabase(url, name))
  } finally {
    await ask(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

/**
 * Damages to a database, with the finding that reconcile reports for each. Each damage changes another part of what is
 * read.
 */
const DAMAGES: [query: string, says: RegExp][] = [
  [
    `DELETE FROM sale_events WHERE sale_id = (SELECT min(id) FROM sales WHERE state = 'succeeded')`,
    /without an approval in the journal before it$/,
  ],
  [
    `UPDATE sales SET record = regexp_replace(record, '"amount":"25[.0]*"', '"amount":"26"')`,
    /and the service executed 25\.00 of/,
  ],
  [
    `UPDATE sales SET record = regexp_replace(record, '"transactionId":"[^"]*"',
      (SELECT substring(record FROM '"transactionId":"[^"]*"') FROM sales WHERE state = 'succeeded' ORDER BY number LIMIT 1))`,
    /belongs to \d+ sales/,
  ],
  [
    `INSERT INTO sale_events (sale_id, at, kind, detail) VALUES ('nobody', 1, 'opened', '{}')`,
    /^there are events of a sale nobody that is not there$/,
  ],
  [`UPDATE sale_totals SET count = count - 1 WHERE sale_group = 'sold'`, /^the total in sale_totals of /],
  ['UPDATE product_totals SET cost_millionths = cost_millionths + 1', /^the total in product_totals of /],
  ['UPDATE sale_days SET to_at = from_at + 1', /is in no day of the totals, or in two$/],
  ['UPDATE limit_totals SET whole = whole - 1', /^the total of the limits of /],
  [
    'UPDATE wallet_charges SET certain_whole = certain_whole - 1',
    /^what the wallet was certainly charged in AED says /,
  ],
  ['UPDATE cost_intervals SET millionths = millionths + 1', /^the cost of the quarter of an hour /],
  ['UPDATE cost_fits SET count = count + 1', /^the fit of costs /],
  [`UPDATE state_totals SET count = count + 1 WHERE state = 'succeeded'`, /^the total of the state succeeded says /],
  ['UPDATE batch_lines SET is_current = 0 WHERE line = 2', /quantity/],
  [`UPDATE batches SET state = 'running'`, /quantity/],
  [`UPDATE key_marks SET highest_key = '1'`, /mark/],
]

it('reconcile finds no violation in an intact PostgreSQL database, and finds each kind of damage', async () => {
  const shop = await aShop()
  await shop.end()
  const sound = await shop.audit(shop.url, { canaries: [shop.token, '730519'] })
  expect(sound.violations).toEqual([])
  expect(Object.fromEntries(sound.sales)).toEqual({ succeeded: 4, failed: 1, refused: 1 })
  expect(sound.said.join('\n')).toMatch(/^Sales: 6 with \d+ events/)
  expect(sound.said).toContain('Vouchers: 3 sold, 0 without their code, 2 not handed over.')

  for (const [query, says] of DAMAGES.slice(0, atLevel(1, Infinity))) {
    const { violations } = await onCopy(shop.url, async (copy) => {
      await ask(copy, 'SET session_replication_role = replica', query)
      return shop.audit(copy)
    })
    expect(violations, query).toContainEqual(expect.stringMatching(says))
  }
})

it('reconcile finds a secret in a table of PostgreSQL and in the files beside it, and does not print it', async () => {
  const [url, ledger] = [await aJournalPlace(), aFolder()]
  const canary = 'swift-otter/2580+7305'
  const log = join(ledger, 'proxy.log')
  writeFileSync(log, `{"pin":"${canary}"}`)
  writeFileSync(join(ledger, 'ledger.jsonl'), '')
  await ask(url, `INSERT INTO settings VALUES (1, '{"note":"${canary}"}')`)
  const { violations } = await reconcilePostgres({ journal: url, ledger, canaries: [canary], texts: [log] })
  const { host, pathname } = new URL(url)
  expect(violations).toEqual([
    `canary 1 is at rest in ${log}`,
    `canary 1 is at rest in the tables of postgres://${host}${pathname}`,
  ])
})

itWhenFull(
  'npm run reconcile reads a schema that is not the first of the search path, as a user who may only read',
  async () => {
    const shop = await aShop()
    await shop.end()
    const reader = `reader_${nameIn(shop.url)}`
    const server = withDatabase(shop.url, 'postgres')
    onTestFinished(() => ask(server, `DROP ROLE IF EXISTS ${reader}`))
    onTestFinished(() => ask(shop.url, `DROP OWNED BY ${reader}`))
    await ask(
      shop.url,
      `CREATE ROLE ${reader} LOGIN PASSWORD 'sesame7305'`,
      'ALTER SCHEMA public RENAME TO shop',
      'CREATE SCHEMA first',
      'CREATE TABLE first.sale_events (id bigint)',
      `ALTER DATABASE ${nameIn(shop.url)} SET search_path = first, shop`,
      `GRANT USAGE ON SCHEMA first, shop TO ${reader}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA shop TO ${reader}`,
    )
    const url = new URL(shop.url)
    url.username = reader
    url.password = 'sesame7305'
    const words = ['--journal', url.href, '--ledger', shop.ledger, '--settle', '0.2']
    const run = () => runProgram('tsx', ['tools/reconcile.ts', ...words])
    const good = await run()
    expect(good.output).toMatch(/^Sales: 6 with \d+ events .*\n(.*\n)*No violations\.\n$/)
    expect(good.code).toBe(0)

    await ask(shop.url, `REVOKE SELECT ON shop.sale_events FROM ${reader}`)
    const { code, output } = await run()
    expect(output).toMatch(/^This user may not read every table of the journal in postgres:.*\n$/)
    expect(output).not.toContain('sesame7305')
    expect(code).toBe(1)
  },
)

itWhenFull('reconcile rejects a database in PostgreSQL that is in use', async () => {
  const shop = await aShop(async () => {})
  await expect(shop.audit()).rejects.toThrow(
    /^The journal in postgres:.* is in use by a running Toptill\. Stop it first/,
  )
  await shop.end()
  expect((await shop.audit()).violations).toEqual([])
})

it.each<{ what: string; journal: (url: URL) => string; says: RegExp }>([
  {
    what: 'a database that is not there',
    journal: (url) => withDatabase(url.href, 'nowhere'),
    says: /^postgres:\/\/\S+\/nowhere is not there: the server has no such database\./,
  },
  {
    what: 'a database without our tables',
    journal: (url) => withDatabase(url.href, 'postgres'),
    says: /^postgres:\/\/\S+\/postgres is not a Toptill journal: no schema of the search path has a table sales\.$/,
  },
  {
    what: 'a server that does not answer',
    journal: () => 'postgres://hamad:sesame7305@127.0.0.1:1/shop',
    says: /^No PostgreSQL answers at postgres:\/\/127\.0\.0\.1:1\/shop \(ECONNREFUSED\)\./,
  },
  {
    what: 'a user without access',
    journal: ({ host }) => `postgres://nobody-here:sesame7305@${host}/postgres`,
    says: /does not let this user in\. Look at the user and the password/,
  },
  {
    what: 'a setting that the server does not have',
    journal: (url) => `${url.href}?options=-c%20sesame7305%3D1`.replace('postgres@', 'postgres:sesame7305@'),
    says: /^The journal in postgres:\S+ cannot be read: unrecognized configuration parameter "…"\.$/,
  },
  {
    what: 'a malformed address',
    journal: () => 'postgres://user:sesame7305@host:port/shop',
    says: /^--journal is not an address such as postgres:\/\/user:password@host\/database\.$/,
  },
])('reconcile rejects $what with a sentence that does not contain the password', async ({ journal, says }) => {
  const url = new URL(await aJournalPlace())
  const problem = await reconcilePostgres({ journal: journal(url), ledger: aFolder() }).catch((error: unknown) => error)
  expect((problem as Error).message).toMatch(says)
  expect(problem).toMatchObject({ name: 'CommandError', message: expect.stringMatching(says) })
  expect((problem as Error).message).not.toContain('sesame7305')
})

it('reconcile rejects a database in PostgreSQL that a development build wrote', async () => {
  const url = await aJournalPlace()
  await ask(url, `UPDATE kysely_migration SET name = '001-first-tables' WHERE name = '0001-0.2.0'`)
  await expect(reconcilePostgres({ journal: url, ledger: aFolder() })).rejects.toThrow(
    /was written by another build of Toptill\. Reconcile it with that one\.$/,
  )
})
