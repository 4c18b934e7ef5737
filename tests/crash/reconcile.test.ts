import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ulid } from 'ulid'
import { beforeAll, describe, expect, it } from 'vitest'

import type { Sale } from '#domain/sale/sale.ts'
import { openDatabase } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createRetention } from '#server/database/maintenance/retention.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { practiceAccount } from '#sandbox/server.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { reconcileShop } from '../../tools/reconcile.ts'
import { runProgram } from '../../tools/command.mjs'
import { atLevel } from '../support/level.ts'
import { noted } from '../support/open-wholesaler.ts'
import { batchOnce, openShop, signedIn, type Browser } from '../support/shop.ts'
import { aSoundShop, copyOf, type SoundShop } from './a-sound-shop.ts'

let sound: SoundShop
beforeAll(async () => {
  sound = await aSoundShop()
})

describe('reconciling an intact shop', () => {
  it('reconcile finds no violation in the database of a real shop', () => {
    const { violations, said, sales, unsettled } = copyOf(sound).audit({ canaries: [practiceAccount.token] })
    expect(violations).toEqual([])
    expect(Object.fromEntries(sales)).toEqual({ succeeded: 9, failed: 1, abandoned: 1, refused: 1, checked: 1 })
    expect(unsettled).toHaveLength(2)
    expect(said.join('\n')).toMatch(/^Sales: 13 with/)
    expect(said).toContain('Vouchers: 5 sold, 1 without their code, 3 not handed over.')
  })

  it('reconcile accepts customers’ numbers that were masked after their time, and still sees another number', async () => {
    const copy = copyOf(sound)
    const db = await openDatabase(join(copy.folder, 'toptill.db'))
    const aYearLater = { now: () => Date.now() + 400 * 24 * 60 * 60_000 }
    const retention = createRetention({ db, commit: groupCommit(db), clock: aYearLater, timers: systemTimers, log: noted([]), months: () => 12 }) // prettier-ignore
    expect(await retention.runPass()).toBeGreaterThan(3)
    await db.destroy()
    const masked = copy.saleOf('succeeded', '•')
    expect(copy.audit().violations).toEqual([])
    copy.editRecord(masked, { account: '••••••••0000' })
    expect(copy.audit().violations).not.toEqual([])
  })

  it('reconcile accepts a resolved sale whose code was polled for on thirty days', () => {
    const copy = copyOf(sound)
    const sale = copy.codeComing()
    copy.editRecord(sale, { resolution: { outcome: 'sold', at: 0 }, dailyFinds: 30, next: undefined })
    copy.sql('UPDATE sales SET next_at = NULL WHERE number = ?', sale.number)
    expect(copy.audit().violations).toEqual([])
  })

  it('reconcile accepts a supervisor’s override of their own sale, which counts for them', () => {
    const copy = copyOf(sound)
    const [hamad] = copy.sql<{ id: string; name: string }>("SELECT id, name FROM staff WHERE role = 'supervisor'")
    if (!hamad) throw new Error('the sound shop has no supervisor')
    const sale = copy.sold()
    const lifted = [{ of: 'shop', kind: 'perSale' }]
    const approval = { ...(sale.record.approval as object), by: hamad, approver: hamad, overridden: lifted }
    copy.editRecord(sale, { approval })
    copy.useLimits(sale, hamad.id)
    copy.addEvent(sale, 'limit-overridden', { by: hamad.name, reason: 'shop perSale' })
    expect(copy.audit().violations).toEqual([])
  })

  it('reconcile accepts a code that was revealed again for a reason', () => {
    const copy = copyOf(sound)
    const sale = copy.delivered()
    copy.addEvent(sale, 'code-revealed', { by: 'Hamad Saleh', note: 'the paper was torn' })
    copy.editRecord(sale, { revealCount: 2 })
    expect(copy.audit().violations).toEqual([])
  })

  it('reconcile does not count a requested find as the scheduled one before it', () => {
    const copy = copyOf(sound)
    const { id, number } = copy.abandoned()
    const timeOf = (kind: string) =>
      copy.sql<{ at: number }>('SELECT min(at) AS at FROM sale_events WHERE kind = ? AND sale_id = ?', kind, id)[0]
        ?.at ?? 0
    const lines = copy.lines()
    const lastFindUntil = (time: number) =>
      lines.findLastIndex(
        ({ request }) => request?.externalId === id && request.path.endsWith('/find') && request.at <= time,
      )
    const answeredAt = timeOf('still-reserved')
    const [firstAt = 0, secondAt = 0] = [answeredAt, timeOf('not-executed')].map(
      (time) => lines[lastFindUntil(time)]?.request?.at,
    )
    const byHand = { request: { path: '/transaction/find', at: answeredAt + 7, externalId: id } }
    copy.keepLines(lines.toSpliced(lastFindUntil(answeredAt) + 1, 0, byHand))
    const { violations } = copy.audit({ confirmGraceMs: secondAt - firstAt })
    expect(violations.filter((one) => one.startsWith(`sale ${number} `))).toEqual([])
  })

  it('reconcile accepts baskets that were never approved, because a colleague took lines over', async () => {
    const shop = await openShop()
    const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
    let account = 971_501_112_233
    async function aCheckedBasket() {
      const id = ulid()
      const content = () => ({ kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: String(account++) })
      await amal.ask('PUT', `/api/batches/${id}`, { lines: [content(), content()] })
      const { lines } = await batchOnce(amal, id, (batch) => batch.lines.every(({ sale }) => sale?.state === 'checked'))
      return { id, sales: lines.flatMap(({ sale }) => sale ?? []) }
    }
    const confirm = (at: Browser, { id, version }: Sale) => at.ask('POST', `/api/sales/${id}/confirm`, { version })
    const takeOver = async ({ id }: Sale) => (await hamad.ask('POST', `/api/sales/${id}/take-over`)).body
    // Each line is sold by the colleague.
    const all = await aCheckedBasket()
    for (const sale of all.sales) await confirm(hamad, await takeOver(sale))
    await batchOnce(amal, all.id, ({ state }) => state === 'complete')
    // The other line is sold as a single sale, and then the basket is stopped by hand.
    const one = await aCheckedBasket()
    await takeOver(one.sales[0]!)
    await batchOnce(amal, one.id, ({ stop }) => stop?.reason === 'taken-over')
    expect((await confirm(amal, one.sales[1]!)).body.state).toBe('succeeded')
    await amal.ask('POST', `/api/batches/${one.id}/stop`)
    await shop.close()
    const folder = join(shop.folder, 'data', 'sandbox')
    expect(reconcileShop({ journal: join(folder, 'toptill.db'), ledger: folder }).violations).toEqual([])
  })

  it('reconcile ignores a ledger line that was cut off when the provider died', () => {
    const copy = copyOf(sound)
    writeFileSync(join(copy.folder, 'ledger.jsonl'), '{"key":"99999999999999","debit":{"trans', { flag: 'a' })
    expect(copy.audit().violations).toEqual([])
  })

  it('reconcile lists a conflicting sale separately and not as a violation', () => {
    const copy = copyOf(sound)
    const sale = copy.abandoned()
    copy.addDebit(sale.id, sale.record.transactionId, { account: recipients.noFunds })
    copy.editRecord(sale, { conflicting: true, cost: { amount: '24.00', currency: 'AED' } })
    // It may have moved money after all, so it counts toward limits again.
    copy.useLimits(sale, sale.record.cashier.id)
    copy.countAs(sale, 'unknown', 0)
    // Its row says what may have been charged, and the triggers update the totals.
    copy.sql(
      "UPDATE sales SET charge = 'unsure', cost_currency = 'AED', cost_whole = 24, cost_millionths = 0 WHERE number = ?",
      sale.number,
    )
    const { violations, said, conflicting } = copy.audit()
    expect(violations).toEqual([])
    expect(conflicting).toEqual([sale.number])
    expect(said).toContain(`Apart: sale ${sale.number} is abandoned, conflicting.`)
  })

  it('reconcile accepts that the wallet was refilled', () => {
    const copy = copyOf(sound)
    copy.addLine({ balance: '9000.00' })
    expect(copy.audit().violations).toEqual([])
  })

  it('reconcile rejects a database that is in use', async () => {
    const shop = await openShop()
    const file = join(shop.folder, 'data', 'sandbox', 'toptill.db')
    expect(() => reconcileShop({ journal: file, ledger: sound.folder })).toThrow(
      /in use by a running Toptill.*toptill backup/,
    )
  })
})

describe('npm run reconcile', () => {
  const run = (...words: string[]) => runProgram('tsx', ['tools/reconcile.ts', ...words])

  it('npm run reconcile prints what it compared, leaves no file behind, and exits with 0, or with 1 after a violation', async () => {
    const copy = copyOf(sound)
    const files = ['--journal', join(copy.folder, 'toptill.db'), '--ledger', copy.folder, '--settle', '0.2']
    const good = await run(...files)
    expect(good.output).toMatch(/^Sales: 13 with \d+ events .*\n(.*\n)*No violations\.\n$/)
    expect(good.code).toBe(0)
    expect(existsSync(join(copy.folder, 'toptill.db-shm'))).toBe(false)

    copy.addDebit(undefined, 'aaa-bbb')
    const bad = await run(...files)
    expect(bad.output).toMatch(/^VIOLATION: the service debited 1\.00 for transaction aaa-bbb/m)
    expect(bad.output).toMatch(/\n\d+ violations\.\n$/)
    expect(bad.code).toBe(1)
  })

  const badArguments = [
    { words: ['--journal', 'nowhere.db', '--ledger', '.'], says: /^There is no journal nowhere\.db\.\n$/ },
    {
      words: ['--journal', 'e2e/start.test.ts', '--ledger', '.'],
      says: /^e2e.start\.test\.ts is not a Toptill journal/,
    },
    { words: [], says: /^--journal and --ledger are needed\./ },
    { words: ['--odd'], says: /Unknown option '--odd'/ },
  ]

  it.each(badArguments.slice(0, atLevel(1, Infinity)))(
    'npm run reconcile rejects the arguments $words with one sentence',
    async ({ words, says }) => {
      const { code, output } = await run(...words)
      expect(output).toMatch(says)
      expect(output).not.toMatch(/^ {4}at /m)
      expect(code).toBe(1)
    },
  )
})
