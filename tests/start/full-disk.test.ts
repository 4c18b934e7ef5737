import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished } from 'vitest'

import type { Status } from '#api/status.ts'
import type { SaleState } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { itWhenFull } from '../support/level.ts'
import { aRealTill } from '../support/real-till.ts'
import { openSale, saleOnce } from '../support/shop.ts'

const MB = 1_000_000
const MANY = 40
/** The provider answers only after the till has exited. */
const SLOW_MS = 600_000
const SETTLED: SaleState[] = ['checked', 'not-executed', 'succeeded']

/** A separate disk that a test can fill, or `undefined` if this user may not mount one. */
function aSmallDisk(bytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'toptill-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'toptill-test', folder])
  onTestFinished(() => {
    if (status === 0) execFileSync('umount', [folder])
    rmdirSync(folder)
  })
  return status === 0 ? folder : undefined
}

const freeOn = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const fillers: string[] = []

/** Fills the disk except for `left` bytes, even if the till writes at the same time. */
function fill(folder: string, left: number, tries = 20): void {
  const filler = join(folder, `filler-${fillers.length}`)
  fillers.push(filler)
  try {
    execFileSync('fallocate', ['-l', String(freeOn(folder) - left), filler])
  } catch (error) {
    if (tries === 0) throw error
    fill(folder, left, tries - 1)
  }
}

/** Repeats a request while it is answered with 429, because the test sends more than people do. */
async function unlessBusy<T>(ask: () => Promise<T>): Promise<T> {
  let answer: unknown
  await expect.poll(async () => (answer = await ask())).not.toMatchObject({ status: 429 })
  return answer as T
}

itWhenFull(
  'a till with a full disk sells nothing new and completes open sales, exits when a write fails, and completes the others from its reserve',
  async ({ skip }) => {
    const disk = aSmallDisk(300 * MB)
    if (disk === undefined) return skip('only root may mount a small disk to fill')
    const dataFolder = join(disk, 'data')
    const till = await aRealTill(dataFolder, { slowMs: SLOW_MS })
    const reserve = join(dataFolder, 'reserve')
    const hasReserve = () => statSync(reserve, { throwIfNoEntry: false })?.size === 20 * MB

    const first = await till.start()
    const browser = await first.signIn()
    await expect.poll(hasReserve).toBe(true)
    const open = await openSale(browser, { account: recipients.success })
    const slow = await openSale(browser, { account: recipients.slow })
    const others: (typeof open)[] = []
    for (let nth = 0; nth < MANY; nth += 1)
      others.push(await unlessBusy(() => openSale(browser, { account: String(971500001000 + nth) })))
    fill(disk, 199 * MB)
    const look = async () => (await browser.ask<Status>('GET', '/api/status')).body
    await expect.poll(look).toMatchObject({ service: 'stopped', reason: 'disk-full' })
    const refused = await openSale(browser, { account: '971500009999' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'disk-full', moneyMoved: 'no' } })
    const last = await browser.ask('POST', `/api/sales/${open.id}/confirm`, { version: open.body.version })
    expect(last.body).toMatchObject({ state: 'succeeded' })

    const confirm = ({ id, body }: typeof open) =>
      browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version }).catch(() => ({ status: 'cut off' }))
    const confirming = confirm(slow)
    await expect.poll(() => till.sandbox.ledger().length).toBe(2)
    fill(disk, 0)
    // The write-ahead log keeps its space after a checkpoint, so the writes between two checkpoints must exceed it.
    for (const other of others) await unlessBusy(() => confirm(other))
    const { code, said } = await first.ended
    expect(code).toBe(1)
    // The till lets a cashier wait for 10 s, and a busy machine may need longer to fill the disk.
    expect(['cut off', 202]).toContain((await confirming).status)
    expect(said).toContain('the journal cannot be written')
    expect(hasReserve()).toBe(true)

    const second = await till.start()
    expect(existsSync(reserve)).toBe(false)
    const again = await second.signIn()
    expect((await saleOnce(again, slow.id, ({ state }) => state === 'succeeded')).state).toBe('succeeded')
    const states: string[] = []
    for (const { id } of others) states.push((await saleOnce(again, id, ({ state }) => SETTLED.includes(state))).state)
    const sold = states.filter((state) => state === 'succeeded')
    expect(till.sandbox.ledger()).toHaveLength(2 + sold.length)
    expect((await again.ask('GET', '/api/status')).body).toMatchObject({ service: 'stopped', reason: 'disk-full' })

    for (const filler of fillers.splice(0)) rmSync(filler)
    await expect.poll(async () => (await again.ask('GET', '/api/status')).body).toMatchObject({ service: 'ok' })
    await expect.poll(hasReserve).toBe(true)
    second.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
  },
)
