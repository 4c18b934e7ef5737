import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'

import { ulid } from 'ulid'
import { expect, it, onTestFinished } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { aFolder } from '../support/folders.ts'
import { atLevel, itWhenFull } from '../support/level.ts'
import { aRealTill } from '../support/real-till.ts'
import { openSale } from '../support/shop.ts'

/** How long a sale waits: until the test lets the provider answer. */
const SLOW_MS = 600_000

it.each(atLevel<NodeJS.Signals[]>(['SIGTERM'], ['SIGTERM', 'SIGINT']))(
  'on %s the till completes the confirm in flight, starts nothing new, and exits with 0',
  async (signal) => {
    const till = await aRealTill(join(aFolder(), 'data'), { slowMs: SLOW_MS })
    const running = await till.start()
    const browser = await running.signIn()
    const idle = connect(Number(new URL(running.url).port), '127.0.0.1')
    onTestFinished(() => void idle.destroy())

    const checked = await openSale(browser, { account: recipients.success })
    const slow = await openSale(browser, { account: recipients.slow })
    const confirming = browser
      .ask('POST', `/api/sales/${slow.id}/confirm`, { version: slow.body.version })
      .then(({ status, body }) => [status, body.state])
    await expect.poll(() => till.sandbox.ledger().length).toBe(1)
    running.kill(signal)

    // Sales are still opened until the signal has arrived. If a sale's check was not sent in time, the answer is 202.
    const openAnother = () => openSale(browser, { account: '971500009999', amount: '10' }, ulid())
    let refused = await openAnother()
    while ([200, 202, 409].includes(refused.status)) refused = await openAnother()
    expect(refused).toMatchObject({ status: 503, body: { code: 'not-ready', moneyMoved: 'no' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const late = await browser.ask('POST', `/api/sales/${checked.id}/confirm`, { version: checked.body.version })
    expect(late).toMatchObject({ status: 503, body: { code: 'not-ready', moneyMoved: 'no' } })
    expect((await browser.ask('GET', `/api/sales/${slow.id}`)).body).toMatchObject({ state: 'confirming' })

    till.sandbox.sendDelayed()
    // The till lets a cashier wait for 10 s, and on a busy machine the rejections above may have used them up.
    expect([
      [200, 'succeeded'],
      [202, 'confirming'],
    ]).toContainEqual(await confirming)
    const { code } = await running.ended
    expect(code).toBe(0)
    const states = Object.fromEntries((await till.readJournal()).map(({ id, state }) => [id, state]))
    expect(states).toMatchObject({ [slow.id]: 'succeeded', [checked.id]: 'checked' })
    expect(Object.values(states)).not.toContain('unknown')
    expect(till.sandbox.ledger()).toHaveLength(1)
  },
)

itWhenFull('the log has one line of JSON for each change of a sale, without the number of the customer', async () => {
  const till = await aRealTill(join(aFolder(), 'data'))
  const running = await till.start()
  const browser = await running.signIn()
  const { id, body } = await openSale(browser, { account: recipients.succeedsAfterTwoFinds })
  await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })
  const steps = () =>
    running
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ what }) => what === 'sale')
      .map(({ id: ofSale, from, to }) => `sale ${ofSale === id ? 'ours' : 'another'}: ${from ?? 'nothing'} → ${to}`)
  await expect
    .poll(steps)
    .toEqual([
      'sale ours: nothing → opened',
      'sale ours: opened → checked',
      'sale ours: checked → confirming',
      'sale ours: confirming → pending',
      'sale ours: pending → succeeded',
    ])
  running.kill('SIGTERM')
  const { printed, said } = await running.ended
  expect(printed + said).not.toMatch(new RegExp(`${recipients.succeedsAfterTwoFinds}|${till.sandbox.token}`))
})

itWhenFull('a till stops cleanly when the npm that started it has ended', async () => {
  const env = {
    PATH: process.env.PATH,
    npm_lifecycle_event: 'start',
    PORT: '0',
    DATABASE_URL: `file:${join(aFolder(), 'toptill.db')}`,
  }
  const words = ['-c', `"${process.execPath}" tools/toptill.mjs start; true`]
  const npm = spawn('sh', words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await expect.poll(() => printed).toContain('Toptill has started')
  npm.kill('SIGTERM')
  await expect.poll(() => printed).toContain('Toptill has stopped')
})
