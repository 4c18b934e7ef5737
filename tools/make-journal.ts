import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as elapsed } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'

import pg from 'pg'
import { ulid } from 'ulid'

import type { Session } from '../src/api/session.ts'
import { denominationsOf } from '../src/domain/money/cash.ts'
import { recipients } from '../src/sandbox/scenarios.ts'
import { startSandbox } from '../src/sandbox/server.ts'
import { vouchers } from '../src/sandbox/voucher-scenarios.ts'
import { runCommandLine } from '../src/server/cli/command-line.ts'
import { VERSION } from '../src/server/lib/version.ts'
import { startToptill } from '../src/server/main.ts'
import { CommandError, rootFolder, runCommand } from './command.mjs'
import { findPostgres, startPostgres } from './postgres.ts'

const USAGE = `npm run journal-fixture
Writes a journal of this version to tests/fixtures/journals/${VERSION}, as a file and as a dump of PostgreSQL, with the ledger of its provider. Run it once, when the
version is released: later versions are tested with it. It is never written again.`

/** What a test has to know to continue to sell in the shop. */
export type JournalFixture = {
  /** The time at the end (epoch ms). */
  at: number
  posId: string
  token: string
  pins: Record<'Hamad' | 'Amal', string>
  /** The cookie of the till, by its name. */
  till: Record<string, string>
  /** Ids of sales, and of a quantity of vouchers. */
  sales: Record<'sold' | 'checked' | 'pending' | 'lostAfter' | 'lostBefore' | 'delivered' | 'waiting', string>
  batch: string
  order: string
}

const ACCOUNT = { posId: '77001', token: 'a-token-of-the-fixture' }
const PINS = { Hamad: '730519', Amal: '2580' }
/** No sale that waits for the provider is looked up before the end. */
const LATER = { firstMs: 600_000, longestMs: 600_000 }
const SLOW = { direct: LATER, international: LATER, confirmGraceMs: 200 }

async function makeJournal(): Promise<void> {
  const target = join(rootFolder, 'tests', 'fixtures', 'journals', VERSION)
  if (existsSync(target)) throw new CommandError(`${target} exists. A released journal is never written again.`)
  const programs = findPostgres()
  if (programs === undefined) throw new CommandError('PostgreSQL is not installed here.')
  const folder = mkdtempSync(join(tmpdir(), 'toptill-journal-'))
  try {
    const fixture = await sellIn(folder)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'fixture.json'), `${JSON.stringify(fixture, null, 2)}\n`)
    copyFileSync(join(folder, 'pepper'), join(target, 'pepper'))
    const pack = (file: string) =>
      writeFileSync(join(target, `${basename(file)}.br`), brotliCompressSync(readFileSync(join(folder, file))))
    pack('toptill.db')
    pack('ledger/ledger.jsonl')
    await dump(folder, programs)
    pack('toptill.dump')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sellIn(folder: string): Promise<JournalFixture> {
  mkdirSync(join(folder, 'ledger'))
  const sandbox = await startSandbox({ dataFolder: join(folder, 'ledger'), account: ACCOUNT })
  const { baseUrl, posId, token } = sandbox
  const account = { TOPUP_BASE_URL: baseUrl, TOPUP_POS_ID: posId, TOPUP_TOKEN: token }
  const env = {
    DATABASE_URL: `file:${join(folder, 'toptill.db')}`,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...account,
  }
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder)
  writeFileSync(join(browserFolder, 'index.html'), '<!doctype html><style>body{}</style><div id="root"></div>')
  // The PIN hashes are cheap, because each test signs in.
  const running = await startToptill({ env, browserFolder, pinCost: { N: 2, r: 1, p: 1 }, polling: SLOW })
  try {
    for (const [name, pin] of Object.entries(PINS)) {
      const role = name === 'Hamad' ? 'supervisor' : 'cashier'
      await command(env, 'staff', ['add', '--name', name, '--role', role, '--pin', pin])
    }
    const sold = await sellAtTills(running.url, (...words) => enroll(env, words))
    return { at: Date.now(), ...ACCOUNT, pins: PINS, ...sold }
  } finally {
    await running.close()
    await sandbox.close()
  }
}

async function sellAtTills(url: string, enrollmentCode: (...words: string[]) => Promise<string>) {
  const office = await aTill(url, await enrollmentCode('--name', 'Office'), 'Hamad')
  await office.ask('PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } })
  const till = await aTill(url, await enrollmentCode('--name', 'Counter'), 'Amal')
  await till.ask('POST', '/api/shifts', threeHundred())

  const account = (to: string) => ({ kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: to })
  const voucher = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' }
  const sell = async (content: object) => {
    const { id, version } = await till.open(content)
    await till.ask('POST', `/api/sales/${id}/confirm`, { version })
    return id
  }
  const sales = {
    sold: await sell(account(recipients.success)),
    delivered: await sell(voucher),
    waiting: await sell({ kind: 'voucher', serviceId: vouchers.number, amount: '50' }),
    pending: await sell(account(recipients.succeedsAfterTwoFinds)),
    lostAfter: await sell(account(recipients.answerLostAfter)),
    lostBefore: await sell(account(recipients.answerLostBefore)),
    checked: (await till.open(account('971501234567'))).id,
  }
  await till.ask('POST', `/api/sales/${sales.delivered}/reveal`, {})
  await till.ask('POST', `/api/sales/${sales.delivered}/delivered`, { method: 'given' })

  const batch = ulid()
  const quantity = { kind: 'voucher', serviceId: vouchers.grouped, amount: '25', count: 3 }
  const { version } = await till.ask<{ version: number }>('PUT', `/api/batches/${batch}`, quantity)
  await till.ask('POST', `/api/batches/${batch}/confirm`, { version, lines: [1, 2, 3] })
  while ((await till.ask<{ state: string }>('GET', `/api/batches/${batch}`)).state !== 'complete') await elapsed(100)

  const tablet = await aTill(url, await enrollmentCode('--name', 'Tablet', '--self-order'))
  const order = ulid()
  await tablet.ask('PUT', `/api/orders/${order}`, account('971507654321'))
  await office.ask('GET', '/api/wallet')
  return { till: till.cookies(), sales, batch, order }
}

const threeHundred = () => ({
  count: { pieces: denominationsOf('AED').map(({ value }) => ({ value, count: value === '5' ? 60 : 0 })) },
})

async function command(env: NodeJS.ProcessEnv, noun: 'staff' | 'terminal' | 'move', words: string[]): Promise<string> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const code = await runCommandLine(noun, words, { env, input, output, errors, folder: process.cwd() })
  if (code !== 0) throw new Error(String(errors.read()))
  return String(output.read() ?? '').trimEnd()
}

const enroll = async (env: NodeJS.ProcessEnv, words: string[]) =>
  (await command(env, 'terminal', ['enroll', ...words])).split('\n').at(-1) ?? ''

/** A browser that is a till, at which a person is signed in. Throws if a request fails. */
async function aTill(url: string, code: string, name?: keyof typeof PINS) {
  const cookies = new Map<string, string>()
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        cookie: [...cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
        origin: url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(cookie)
      else cookies.set(cookie, value)
    }
    const text = await response.text()
    if (response.status >= 300) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  await ask('POST', '/api/terminals/enroll', { code })
  const ofTill = Object.fromEntries(cookies)
  if (name !== undefined) {
    const { staff } = await ask<Session>('GET', '/api/session')
    await ask('POST', '/api/session', { staffId: staff.find((one) => one.name === name)?.id, pin: PINS[name] })
  }
  const open = async (content: object) => {
    const id = ulid()
    return { id, ...(await ask<{ version: number }>('PUT', `/api/sales/${id}`, content)) }
  }
  return { ask, open, cookies: () => ofTill }
}

/** Moves the file into PostgreSQL; afterwards the file has no further use. */
async function dump(folder: string, programs: string): Promise<void> {
  const server = await startPostgres(programs)
  try {
    const env = { DATABASE_URL: server.url, TOPTILL_HOME: folder, LOG_LEVEL: 'silent' }
    mkdirSync(join(folder, 'data'))
    copyFileSync(join(folder, 'pepper'), join(folder, 'data', 'pepper'))
    await command(env, 'move', ['--from', `file:${join(folder, 'toptill.db')}`])
    const client = new pg.Client(server.url)
    await client.connect()
    // Otherwise the restored journal would count as one that lost sales.
    await client.query('DELETE FROM database_server')
    await client.end()
    const words = ['--format=custom', '--compress=0', `--file=${join(folder, 'toptill.dump')}`, server.url]
    execFileSync(join(programs, 'pg_dump'), words, { stdio: 'inherit' })
  } finally {
    await server.stop()
  }
}

await runCommand(makeJournal, USAGE)
