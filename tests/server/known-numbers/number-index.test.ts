import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { endingsOf, readNumberQuery } from '#domain/phone/known-number.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createRetention } from '#server/database/maintenance/retention.ts'
import { createNumberIndex } from '#server/known-numbers/number-index.ts'
import { createNumberDigests } from '#server/lib/number-digests.ts'
import { salesStore } from '#server/sales/store.ts'
import { terminalChanges } from '#server/staff/terminals/terminal-changes.ts'
import { aJournal, textsOf } from '../../support/a-journal.ts'
import { noted } from '../../support/open-wholesaler.ts'
import {
  ANSWERED_AT,
  DAY,
  aSaleId,
  confirmingSale,
  failedSale,
  openedInternational,
  readyVoucher,
  succeededSale,
  theirId,
  till,
} from '../../support/sales.ts'

/**
 * @security V14.2.4, V11.4.1: Numbers that were sold are indexed by keyed digests, so a stolen database or backup reveals none by trying all of them.
 * @security V14.2.7: The index of sold numbers ends with its own retention, and with that of the sales.
 */

const NOW = ANSWERED_AT + DAY
const quick = { isStopped: () => false, pause: async () => {} }
const NUMBER = '971501234562'

async function aShop(pepper = Buffer.alloc(32, 7)) {
  const db = await aJournal()
  const commit = groupCommit(db)
  const clock = { time: NOW, now: () => clock.time, wall: () => clock.time }
  const kept = { months: 6 as number | null }
  const digests = createNumberDigests(pepper)
  const index = createNumberIndex({ db, commit, clock, digests, months: () => kept.months })
  const store = salesStore(db, { commit, recordSold: index.record })
  let made = 0
  /** From `confirming` to `succeeded`, as the engine stores it. */
  async function sell(changes: Partial<SaleRecord> = {}, account = NUMBER) {
    made += 1
    const id = `01JD6X${String(made).padStart(20, '0')}` as SaleRecord['id']
    const begun = { ...confirmingSale(), id, account, transactionId: theirId(`t-${made}`), ...changes }
    return becomeSold((await store.insert(begun, []))!, changes)
  }
  const becomeSold = ({ id, number, version, account, transactionId }: SaleRecord, changes: Partial<SaleRecord> = {}) =>
    store.save(
      { ...succeededSale(), id, number, version, account: account!, transactionId: transactionId!, ...changes },
      [],
    )
  const find = async (typed: string) => (await index.find(readNumberQuery(typed)!)).map(({ number }) => number)
  return { db, commit, clock, kept, digests, index, store, sell, becomeSold, find }
}

describe('the index of sold numbers', () => {
  it('a number is found whole and by its last three or four digits as soon as its sale is sold, newest first', async () => {
    const { sell, becomeSold, find, store } = await aShop()
    const opened = await store.insert({ ...confirmingSale(), account: NUMBER, id: aSaleId('B') }, [])
    expect(await find('050 123 4562')).toEqual([])
    await becomeSold(opened!)
    await sell({}, '971559994562')
    expect(await find('+971 50 123 4562')).toEqual([1])
    expect(await find('4562')).toEqual([2, 1])
    expect(await find('562')).toEqual([2, 1])
    expect(await find('4561')).toEqual([])
  })

  it('an international number is found by its end, and whole with its country code', async () => {
    const { sell, find } = await aShop()
    const { kind, international, account, serviceId } = openedInternational()
    await sell({ kind, serviceId, ...(international && { international }) }, account)
    expect(await find('0142')).toEqual([1])
    expect(await find('+63 917 555 0142')).toEqual([1])
  })

  it('what was not sold, a voucher, a test, practice, a refund and a sale of a kiosk are not in it', async () => {
    const { db, sell, find, store, index } = await aShop()
    await sql`INSERT INTO terminals (id, name, token_hash, is_kiosk, created_at) VALUES ('kiosk', 'Kiosk', 'x', 1, 1)`.execute(
      db,
    )
    await sell({ isTest: true })
    await sell({ isPractice: true })
    await sell({ kind: 'voucher', voucher: 'delivered' })
    await sell({
      terminal: { id: 'kiosk', name: 'Kiosk' },
      approval: { at: 1, by: till, terminal: { id: 'kiosk', name: 'Kiosk' } },
    })
    await sell({}, 'buyer@example.com')
    const failed = await store.insert({ ...confirmingSale(), account: NUMBER, id: aSaleId('C') }, [])
    await store.save({ ...failedSale(), id: failed!.id, version: 1, account: NUMBER }, [])
    await store.insert({ ...readyVoucher(), id: aSaleId('D'), account: NUMBER, transactionId: theirId('v') }, [])
    expect(await find(NUMBER)).toEqual([])
    await index.upkeep(quick)
    expect(await find(NUMBER)).toEqual([])

    const sold = await sell()
    expect(await find(NUMBER)).toEqual([sold.number])
    await store.save({ ...sold, conflicting: true }, [])
    expect(await find(NUMBER)).toEqual([])
  })

  it('sales of a kiosk are not added after it has become an ordinary till', async () => {
    const { db, commit, sell, find, index, kept, clock } = await aShop()
    const terminal = { id: 'kiosk', name: 'Kiosk' }
    await sql`INSERT INTO terminals (id, name, token_hash, is_kiosk, created_at) VALUES ('kiosk', 'Kiosk', 'x', 1, 1)`.execute(
      db,
    )
    await sell({ terminal, openedAt: clock.time - DAY, approval: { at: clock.time - DAY, by: till, terminal } })
    const changes = terminalChanges(createAuditLog({ db, commit, clock, pepper: Buffer.alloc(32) }), clock)
    await changes.setKiosk('kiosk', false)
    const later = clock.time + 1
    const own = await sell({ terminal, openedAt: later, approval: { at: later, by: till, terminal } })
    for (const months of [null, 6]) {
      kept.months = months
      await index.upkeep(quick)
    }
    expect(await find(NUMBER)).toEqual([own.number])
  })

  it('earlier sales are added once, newest first, as far back as the index is kept, and continue after a stop', async () => {
    const { db, store, index, find, kept, clock } = await aShop()
    const template = succeededSale()
    clock.time = ANSWERED_AT + 200 * DAY
    const ages = [...Array.from({ length: 70 }, () => 190), ...Array.from({ length: 70 }, () => 100)]
    for (const [at, age] of ages.entries()) {
      const finalAt = clock.time - age * DAY
      const own = { id: `01JD6X${String(at).padStart(20, '0')}` as SaleRecord['id'], openedAt: finalAt, finalAt }
      await store.insert({ ...template, ...own, account: NUMBER, transactionId: theirId(`t${at}`) }, [])
    }
    let steps = 0
    await index.upkeep({ isStopped: () => (steps += 1) > 2, pause: async () => {} })
    const begun = (await find(NUMBER)).length
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(70)
    await index.upkeep(quick)
    const count = async () => (await db.selectFrom('sold_numbers').select('number').execute()).length
    expect(await count()).toBe(70)
    kept.months = 12
    await index.upkeep(quick)
    expect(await count()).toBe(140)
    expect(await db.selectFrom('number_index').selectAll().execute()).toEqual([{ id: 1, months: 12, filled_from: 0 }])
  })

  it('entries end with the retention of the index, with that of the sale, and at once when it is turned off', async () => {
    const { db, commit, sell, find, index, clock, kept } = await aShop()
    await sell()
    const other = await sell({}, '971507654321')
    const timers = { after: (_: number, run: () => void) => (setImmediate(run), () => {}) }
    const months = { sales: 1 as number | null }
    clock.time = NOW + 40 * DAY
    const retention = createRetention({ db, commit, clock, timers, log: noted([]), months: () => months.sales })
    expect(await retention.runPass()).toBe(2)
    expect(await find(NUMBER)).toEqual([])
    expect(await db.selectFrom('sold_numbers').select('number').execute()).toEqual([])

    clock.time = NOW
    const young = await sell()
    expect(young.number).toBeGreaterThan(other.number)
    expect(await find(NUMBER)).toEqual([young.number])
    kept.months = null
    expect(await find(NUMBER)).toEqual([])
    await sell({}, '971507654399')
    await index.upkeep(quick)
    expect(await db.selectFrom('sold_numbers').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('number_index').selectAll().execute()).toEqual([])
    kept.months = 6
    await index.upkeep(quick)
    expect(await find('0507654399')).toHaveLength(1)
    clock.time = NOW + 200 * DAY
    expect(await find('0507654399')).toEqual([])
    await index.upkeep(quick)
    expect(await db.selectFrom('sold_numbers').selectAll().execute()).toEqual([])
  })

  it('without the key file, a stolen index says nothing: not the number, not its end, and not by trying every end', async () => {
    const { db, sell, digests } = await aShop(randomBytes(32))
    for (let at = 0; at < 20; at += 1) await sell({}, `9715012345${String(at * 3 + 20)}`)
    const rows = await db.selectFrom('sold_numbers').selectAll().execute()
    const stored = new Set(rows.flatMap((row) => [row.whole, row.last_four, row.last_three]))
    expect(stored.size).toBe(60)
    expect(JSON.stringify(rows)).not.toMatch(/97150|5012345|\b45\d\d\b/)
    const guesses = [createNumberDigests(Buffer.alloc(32)), createNumberDigests(randomBytes(32))]
    for (let end = 0; end < 10_000; end += 1) {
      const four = String(end).padStart(4, '0')
      for (const guess of guesses) {
        expect(stored.has(guess('four', four))).toBe(false)
        if (end < 1_000) expect(stored.has(guess('three', four.slice(1)))).toBe(false)
      }
    }
    expect(stored.has(digests('four', endingsOf('971501234520').four))).toBe(true)
    expect(await textsOf(db)).not.toContain(digests('three', endingsOf('971509999999').three))
  })
})
