import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'

import type { Session } from '#api/session.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { findFreePort, rootFolder } from '../../tools/command.mjs'
import { buildLaterVersion, LATER_VERSION } from '../../tools/later-version.ts'
import { aJournalPlace, anEmptyDatabase, isInPostgres } from '../support/a-journal.ts'
import { installRelease, startRelease, toptill } from '../support/a-release.ts'
import { aFolder, aLastingFolder } from '../support/folders.ts'
import { isFull, itWhenFull } from '../support/level.ts'
import { every, paceInEnv, QUICK } from '../support/pace.ts'
import { aBrowser, saleOnce, sell, type Browser } from '../support/shop.ts'

const PIN = '730519'
/** On a busy machine. */
const BUILD_LIMIT_MS = 30 * 60_000

let folder = ''
/** The commands of two installed versions. */
let [now, later] = ['', '']
beforeAll(async () => {
  if (!isFull) return
  folder = aLastingFolder()
  now = await installRelease(rootFolder, folder)
  later = await installRelease(await buildLaterVersion(folder), folder)
}, BUILD_LIMIT_MS)
afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))

/** An account at a provider in this process. Sales that wait are not looked up before the upgrade. */
async function aShop() {
  const home = aFolder()
  const dataFolder = join(home, 'data')
  mkdirSync(join(dataFolder, 'backups'), { recursive: true })
  const sandbox = await startSandbox({ account: { posId: '77001', token: 'another-token-of-length' } })
  onTestFinished(sandbox.close)
  const journal = await aJournalPlace(dataFolder)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: home,
    TOPTILL_HOME: home,
    PORT: await findFreePort(),
    DATABASE_URL: isInPostgres() ? journal : `file:${journal}`,
    TOPUP_BASE_URL: sandbox.baseUrl,
    TOPUP_POS_ID: sandbox.posId,
    TOPUP_TOKEN: sandbox.token,
  }
  return {
    env: { ...env, ...paceInEnv(QUICK) },
    slow: { ...env, ...paceInEnv({ ...every(600_000), confirmGraceMs: 200 }) },
    journal,
    backups: join(dataFolder, 'backups'),
  }
}

async function signIn(url: string, env: NodeJS.ProcessEnv): Promise<Browser> {
  await toptill(now, env, 'staff', 'add', '--name', 'Hamad', '--role', 'supervisor', '--pin', PIN)
  const { output } = await toptill(now, env, 'terminal', 'enroll', '--name', 'Till 1')
  const till = aBrowser(url)
  await till.ask('POST', '/api/terminals/enroll', { code: output.split('\n').at(-1) })
  const { staff } = (await till.ask<Session>('GET', '/api/session')).body
  expect((await till.ask('POST', '/api/session', { staffId: staff[0]?.id, pin: PIN })).status).toBe(200)
  return till
}

itWhenFull(
  'a package is upgraded to that of a later version and back, and no sale, code or entry is missing',
  async () => {
    const { env, slow, journal, backups } = await aShop()
    const first = await startRelease(now, slow)
    const till = await signIn(first.url, slow)
    const sold = await sell(till, { account: recipients.success })
    const code = await sell(till, { kind: 'voucher', serviceId: vouchers.number, amount: '50' })
    const open = await sell(till, { account: recipients.answerLostAfter })
    expect([sold, code, open].map(({ body }) => body.state)).toEqual(['succeeded', 'succeeded', 'unknown'])
    if (isInPostgres()) execFileSync('pg_dump', ['--format=custom', `--file=${join(backups, 'toptill.dump')}`, journal])

    expect(await toptill(now, env, 'upgrade')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('already running'),
    })
    const { output, ...ended } = await toptill(later, env, 'upgrade')
    expect(ended).toEqual({ code: 0, errors: '' })
    expect(output).toContain(`Toptill 0.3.0 is running. This is version ${LATER_VERSION}.`)
    expect(output).toContain(`A copy of the database was updated from version 0.3.0 to ${LATER_VERSION} in`)
    // Nothing starts it automatically here, so the earlier version still sells.
    const last = await sell(till, { account: '971501112233' })
    expect(last.body.state).toBe('succeeded')
    expect(await first.stop()).toBe(0)

    const second = await startRelease(later, env)
    await expect.poll(second.printed).toContain('the database was updated')
    for (const { id } of [sold, last]) expect((await till.ask('GET', `/api/sales/${id}`)).body.state).toBe('succeeded')
    expect((await saleOnce(till, open.id, ({ state }) => state === 'succeeded')).state).toBe('succeeded')
    const shown = await till.ask('POST', `/api/sales/${code.id}/reveal`, {})
    expect(shown.body).toMatchObject({ voucher: { number: expect.anything() } })
    const given = await till.ask('POST', `/api/sales/${code.id}/delivered`, { method: 'given' })
    expect(given.body).toMatchObject({ voucher: 'delivered' })
    expect((await sell(till, { account: '971504445566' })).body.state).toBe('succeeded')
    expect(await toptill(later, env, 'audit-log', 'verify')).toMatchObject({ code: 0, errors: '' })
    expect(await toptill(now, env, 'upgrade')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the earlier version'),
    })
    expect(await second.stop()).toBe(0)

    await expect(startRelease(now, env)).rejects.toThrow(
      `was written by Toptill ${LATER_VERSION} or later, and this is Toptill 0.3.0. Start Toptill ${LATER_VERSION} or later, or restore`,
    )
    const emptied = isInPostgres() ? { ...env, DATABASE_URL: await anEmptyDatabase() } : env
    const [backup = ''] = readdirSync(backups).filter((name) => /-before-|\.dump$/.test(name))
    expect(await toptill(now, emptied, 'restore', join(backups, backup))).toMatchObject({ code: 0, errors: '' })
    const third = await startRelease(now, emptied)
    const reason = async () => ((await (await fetch(`${third.url}/readyz`)).json()) as { reason: string }).reason
    await expect.poll(reason).toMatch(/^the shop was restored from a backup/)
    expect(await toptill(now, emptied, 'audit-log', 'verify')).toMatchObject({ code: 0, errors: '' })
    expect(await third.stop()).toBe(0)
  },
)
