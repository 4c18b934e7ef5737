import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import { PRACTICE_HEADER } from '#api/headers.ts'
import type { ReportAnswer } from '#api/reports.ts'
import type { Session } from '#api/session.ts'
import type { Drawer, XReport } from '#api/shifts.ts'
import type { Status } from '#api/status.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aGuardedShop, type GuardedShop, type Known } from '../../security/support/guarded-shop.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { atLevel, itWhenFull } from '../../support/level.ts'
import { saleOnce, type Browser } from '../../support/shop.ts'

/** @security V8.2.1: A till in practice cannot reach the real account; only a supervisor's PIN changes its mode. */

const practicing = { [PRACTICE_HEADER]: '1' }

const withPractice =
  (browser: Browser): Browser['ask'] =>
  (method, path, body, headers = {}) =>
    browser.ask(method, path, body, { ...practicing, ...headers })

let shop: GuardedShop
let amal: Known
beforeAll(async () => {
  shop = await aGuardedShop()
  amal = await shop.add('Amal', 'cashier', '4711')
})
afterAll(() => shop.close())

type Who = Pick<Known, 'id' | 'pin'>

async function aTill(who: Known = amal): Promise<Browser> {
  const till = await shop.terminal()
  shop.clock.pass(60_000)
  await shop.signIn(till, who)
  return till
}

function switchTo(
  till: Browser,
  practice: boolean,
  { of = shop, who = of.bossIs }: { of?: GuardedShop; who?: Who } = {},
) {
  of.clock.pass(15_000)
  const body = { staffId: who.id, pin: who.pin, practice }
  return till.ask<{ terminal: { isPractice?: true } } & Failure>('POST', '/api/terminals/practice', body)
}

async function inPractice(who?: Known): Promise<Browser> {
  const till = await aTill(who)
  expect((await switchTo(till, true)).status).toBe(200)
  return till
}

const aSale = { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: '971500000001' }

async function open(till: Browser, fields: object = {}, headers = {}, id = ulid()) {
  return { id, ...(await till.ask('PUT', `/api/sales/${id}`, { ...aSale, ...fields }, headers)) }
}

async function sell(till: Browser, fields: object = {}, headers = {}) {
  const { id, body } = await open(till, fields, headers)
  return { id, ...(await till.ask('POST', `/api/sales/${id}/confirm`, { version: body.version }, headers)) }
}

describe('a till in practice', () => {
  it("a till in practice sells without a request to the shop's provider, and without a row in the shop's database", async () => {
    const till = await inPractice()
    const [before, requests] = [shop.sandbox.balance(), shop.sandbox.requests().length]
    const { id, status, body } = await sell(till, { account: '971501234511' }, practicing)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, state: 'succeeded', isPractice: true })
    await till.ask('GET', '/api/catalog', undefined, practicing)
    await till.ask('GET', '/api/international/countries', undefined, practicing)
    await till.ask('POST', `/api/sales/${id}/reveal`, {}, practicing)
    expect(shop.sandbox.requests()).toHaveLength(requests)
    expect(shop.sandbox.balance()).toBe(before)
    expect(shop.sandbox.ledger()).toEqual([])
    expect(existsSync(join(shop.folder, 'data', 'practice', 'toptill.db'))).toBe(true)
  })

  it('practice sales have separate numbers, which real sales do not advance', async () => {
    const [real, till] = [await aTill(), await inPractice()]
    const first = await sell(till, { account: '971501234571' }, practicing)
    const sold = await sell(real, { account: '971501234512' })
    expect(sold.body).toMatchObject({ state: 'succeeded' })
    expect(sold.body.isPractice).toBeUndefined()
    // The same number and amount that the shop has just sold is not a duplicate here.
    const second = await sell(till, { account: '971501234512' }, practicing)
    expect(second.body).toMatchObject({ isPractice: true, state: 'succeeded', number: first.body.number + 1 })
    expect(shop.sandbox.ledger()).toHaveLength(1)
  })

  it('a till in practice sees nothing that the shop sold, and the shop nothing that is sold in practice', async () => {
    const [real, till] = [await aTill(), await inPractice()]
    const [sold, practiced] = [
      await open(real, { account: '971501234513' }),
      await open(till, { account: '971501234514' }, practicing),
    ]
    const ask = (browser: Browser, id: string, headers = {}) =>
      browser.ask('GET', `/api/sales/${id}`, undefined, headers)
    expect((await ask(real, sold.id)).status).toBe(200)
    expect((await ask(till, practiced.id, practicing)).status).toBe(200)
    expect((await ask(till, sold.id, practicing)).status).toBe(404)
    expect((await ask(real, practiced.id)).status).toBe(404)
    for (const step of ['confirm', 'find', 'abandon']) {
      expect((await till.ask('POST', `/api/sales/${sold.id}/${step}`, {}, practicing)).status).toBe(404)
      expect((await real.ask('POST', `/api/sales/${practiced.id}/${step}`, {})).status).toBe(404)
    }
    const listed = async (browser: Browser, headers = {}) =>
      (await browser.ask<{ sales: Sale[] }>('GET', '/api/sales', undefined, headers)).body.sales.map(({ id }) => id)
    expect(await listed(till, practicing)).not.toContain(sold.id)
    expect(await listed(real)).not.toContain(practiced.id)
    await real.ask('POST', `/api/sales/${sold.id}/abandon`, {})
    await till.ask('POST', `/api/sales/${practiced.id}/abandon`, {}, practicing)
  })

  it('a page that was open while its till was switched to or from practice can do nothing with it', async () => {
    const till = await inPractice()
    // The page shows real selling: what it sends would become practice.
    expect((await open(till)).body).toMatchObject({ code: 'page-outdated', moneyMoved: 'no' })
    expect((await till.ask('GET', '/api/status')).body).toMatchObject({ code: 'page-outdated' })
    await switchTo(till, false)
    const requests = shop.sandbox.requests().length
    // The page shows practice: what it sends would move money.
    expect((await open(till, {}, practicing)).body).toMatchObject({ code: 'page-outdated', moneyMoved: 'no' })
    expect(shop.sandbox.requests()).toHaveLength(requests)
    expect((await till.ask<Status>('GET', '/api/status')).status).toBe(200)
  })

  it('a till in practice has neither the wallet nor the first steps of the shop', async () => {
    const till = await inPractice(shop.bossIs)
    for (const path of ['/api/wallet', '/api/first-steps']) {
      const { status, body } = await till.ask<Failure>('GET', path, undefined, practicing)
      expect([status, body.code]).toEqual([409, 'in-practice'])
    }
    expect((await till.ask('GET', '/api/staff', undefined, practicing)).status).toBe(200)
    const expected = { isPractice: false, hasPractice: true, terminal: { isPractice: true } }
    expect((await till.ask<Session>('GET', '/api/session')).body).toMatchObject(expected)
  })
})

/**
 * A shop with a real account, one supervisor and one cashier, who is signed in at its till. The shop is stopped when
 * the test ends.
 */
async function aShop() {
  const made = await aGuardedShop()
  onTestFinished(made.close)
  const cashier = await made.add('Amal', 'cashier', '4711')
  const till = await made.terminal()
  made.clock.pass(60_000)
  await made.signIn(till, cashier)
  return { made, till }
}

describe('practice sales in the shop', () => {
  it("practice sales are in none of the shop's reports, exports, lists, shifts and open items", async () => {
    const { made, till } = await aShop()
    const office = await made.boss()
    expect((await office.ask('PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } })).status).toBe(200)
    const total = denominationsOf('AED').map(({ value }) => ({ value, count: 0 }))
    const opened = await office.ask<Drawer>('POST', '/api/shifts', { count: { pieces: total } })
    const shiftId = opened.body.shift?.id ?? ''
    const today = new Date(made.clock.now()).toISOString().slice(0, 10)
    const range = `?from=${today}&to=${today}`
    const read = async () => {
      made.clock.pass(15_000)
      const { body: x } = await office.ask<XReport>('POST', `/api/shifts/${shiftId}/x`, {})
      const { body: status } = await office.ask<Status>('GET', '/api/status')
      return {
        report: (await office.ask<ReportAnswer>('GET', `/api/reports${range}`)).body.totals,
        list: (await office.ask<{ sales: Sale[] }>('GET', '/api/sales')).body.sales,
        soldInShift: x.figures.sold,
        openItems: [status.openItems, status.waiting, status.attention, status.unread],
        wallet: status.wallet,
      }
    }
    const before = await read()
    expect((await switchTo(till, true, { of: made })).status).toBe(200)
    // Practice requires no open shift, and none of its cash is counted.
    const { body: sold } = await sell(till, { account: recipients.success }, practicing)
    expect(sold).toMatchObject({ state: 'succeeded', isPractice: true })
    await sell(till, { account: recipients.heldByTurnover }, practicing)
    await sell(till, { account: recipients.noFunds }, practicing)
    expect(await read()).toEqual(before)
    const { status, body: csv } = await office.ask<string>('GET', `/api/sales.csv${range}`)
    expect(status).toBe(200)
    expect(csv.trimEnd().split('\n')).toHaveLength(1)
  })

  it('a practice sale remains practice after its till was switched back and again', async () => {
    const till = await inPractice()
    const { id, body } = await sell(till, { account: '971501234591' }, practicing)
    expect(body).toMatchObject({ state: 'succeeded', isPractice: true })
    expect((await switchTo(till, false)).status).toBe(200)
    // Sold in practice, so the shop does not know the sale, and nothing can be done with it.
    expect((await till.ask('GET', `/api/sales/${id}`)).status).toBe(404)
    expect((await till.ask('POST', `/api/sales/${id}/reveal`, {})).status).toBe(404)
    expect(shop.sandbox.ledger().map(({ account }) => account)).not.toContain('971501234591')
    expect((await switchTo(till, true)).status).toBe(200)
    const expected = { id, number: body.number, isPractice: true }
    expect((await till.ask('GET', `/api/sales/${id}`, undefined, practicing)).body).toMatchObject(expected)
  })
})

describe('switching a till to practice', () => {
  it('switching a till to practice needs the PIN of a supervisor', async () => {
    const till = await aTill()
    expect((await switchTo(till, true, { who: amal })).status).toBe(403)
    expect((await switchTo(till, true, { who: { ...shop.bossIs, pin: '000000' } })).body.code).toBe('wrong-pin')
    expect((await switchTo(till, true)).body.terminal).toMatchObject({ isPractice: true })
    expect((await switchTo(till, true)).body.code).toBe('invalid-operation')
    expect((await switchTo(till, false)).body.terminal.isPractice).toBeUndefined()
  })

  it('each switch to or from practice leaves an entry in the audit log, and practice sales leave none', async () => {
    const till = await inPractice(shop.bossIs)
    await sell(till, { account: '971501234515' }, practicing)
    await switchTo(till, false)
    const { lines } = (await till.ask<AuditPage>('GET', '/api/audit')).body
    expect(lines.slice(0, 2)).toMatchObject([
      { kind: 'practice-ended', by: { name: 'Noura' } },
      { kind: 'practice-started', by: { name: 'Noura' } },
    ])
  })

  it('switching to or from practice is rejected while a sale of that till is open', async () => {
    const till = await aTill()
    const sale = await open(till, { account: '971501234516' })
    expect(await switchTo(till, true)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
    expect((await till.ask<Session>('GET', '/api/session')).body.terminal).not.toHaveProperty('isPractice')
    await till.ask('POST', `/api/sales/${sale.id}/abandon`, {})
    expect((await switchTo(till, true)).status).toBe(200)
    const practiced = await open(till, { account: '971501234516' }, practicing)
    expect(await switchTo(till, false)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
    await till.ask('POST', `/api/sales/${practiced.id}/abandon`, {}, practicing)
    expect((await switchTo(till, false)).status).toBe(200)
  })

  it('switching to practice never comes between a sale and its commit: the sale is open or the till is in practice', async () => {
    for (let round = 0; round < atLevel(3, 6); round += 1) {
      const till = await aTill()
      shop.clock.pass(60_000)
      const account = `97150123456${round}`
      const [opened, switched] = await Promise.all([open(till, { account }), switchTo(till, true)])
      const { terminal } = (await till.ask<Session>('GET', '/api/session')).body
      expect([opened.status < 300, terminal?.isPractice === true]).toContain(true)
      expect(opened.status < 300).not.toBe(terminal?.isPractice === true)
      expect(switched.status === 200).toBe(terminal?.isPractice === true)
    }
  })
})

describe('practice over restarts and faults', () => {
  it("a waiting practice sale continues in practice after a restart, and the shop's provider gets no request about it", async () => {
    const { made, till } = await aShop()
    expect((await switchTo(till, true, { of: made })).status).toBe(200)
    const { id, body } = await sell(till, { account: recipients.heldByTurnover }, practicing)
    expect(body).toMatchObject({ isPractice: true })
    const requests = made.sandbox.requests().length
    const again = await made.restart()
    const restarted = again.at(till)
    const showing = { ...restarted, ask: withPractice(restarted) }
    const sale = await saleOnce(showing, id, ({ findCount }) => findCount > body.findCount)
    expect(sale).toMatchObject({ id, isPractice: true })
    expect(JSON.stringify(made.sandbox.requests().slice(requests))).not.toContain(id)
    expect((await restarted.ask('GET', `/api/sales/${id}`)).body.code).toBe('page-outdated')
  })

  /**
   * While `run` runs, a start reads each wallet immediately and not after a minute. The delay after a later confirm is
   * unchanged.
   */
  async function readingWalletsSoon<T>(run: () => Promise<T>): Promise<T> {
    const { after } = systemTimers
    const soon = vi
      .spyOn(systemTimers, 'after')
      .mockImplementation((ms, then) => after.call(systemTimers, ms === 60_000 ? 50 : ms, then))
    return run().finally(() => soon.mockRestore())
  }

  /**
   * Two tills, one of them in practice, after one of the two databases was damaged: no new row can be written into
   * `table`. `said` is the log of the errors since then, and `exit` is called to end the process.
   */
  async function aDamagedShop(journal: string, table = 'sales') {
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => errors.mockRestore())
    const made = await aGuardedShop({ env: { LOG_LEVEL: 'error' }, logFormat: 'json', record: () => {} })
    onTestFinished(made.close)
    const tills = [await made.terminal(), await made.terminal()] as const
    const cashier = await made.add('Amal', 'cashier', '4711')
    for (const till of tills) await made.signIn(till, cashier)
    await switchTo(tills[0], true, { of: made })
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process ended')
    })
    onTestFinished(() => exit.mockRestore())
    const again = await readingWalletsSoon(() =>
      made.restart(() => {
        const db = new Libsql(join(made.folder, 'data', journal))
        db.exec(`CREATE TRIGGER damaged BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'damaged'); END`)
        db.close()
      }),
    )
    const [inPractice, real] = [again.at(tills[0]), again.at(tills[1])]
    return { inPractice, real, exit, errors: () => errors.mock.calls.join('\n') }
  }

  it('a practice database that fails closes practice only, and the shop reports no fault', async () => {
    const { inPractice: till, real, exit, errors } = await aDamagedShop(join('practice', 'toptill.db'))
    const refused = await open(till, { account: '971501234592' }, practicing)
    expect(refused).toMatchObject({ status: 503, body: { code: 'in-practice', moneyMoved: 'no' } })
    const expected = { code: 'in-practice' }
    expect((await till.ask('GET', '/api/status', undefined, practicing)).body).toMatchObject(expected)
    expect(exit).not.toHaveBeenCalled()
    expect(errors()).toContain('practice was closed')
    expect(errors()).not.toContain('the journal cannot be written')
    expect((await real.ask<Status>('GET', '/api/status')).body).toMatchObject({ service: 'ok' })
    expect((await sell(real, { account: '971501234593' })).body).toMatchObject({ state: 'succeeded' })
  })

  it.each(atLevel(['key_marks'], ['key_marks', 'balance_readings']))(
    'a practice database that cannot write %s in the background closes practice only',
    async (table) => {
      const { inPractice: till, real, exit, errors } = await aDamagedShop(join('practice', 'toptill.db'), table)
      await expect
        .poll(async () => (await till.ask('GET', '/api/status', undefined, practicing)).body, { interval: 200 })
        .toMatchObject({ code: 'in-practice' })
      expect(errors()).toContain('practice was closed')
      expect(exit).not.toHaveBeenCalled()
      expect((await real.ask<Status>('GET', '/api/status')).body).toMatchObject({ service: 'ok' })
      expect((await sell(real, { account: '971501234596' })).body).toMatchObject({ state: 'succeeded' })
    },
  )

  it.each(atLevel(['key_marks'], ['key_marks', 'balance_readings']))(
    'a shop database that cannot write %s in the background ends the process',
    async (table) => {
      const { exit, errors } = await aDamagedShop('toptill.db', table)
      await expect.poll(() => exit.mock.calls).toContainEqual([1])
      expect(errors()).toContain('the journal cannot be written')
      expect(errors()).not.toContain('practice was closed')
    },
  )

  itWhenFull('a shop database that fails ends the process as its own fault, and practice is not blamed', async () => {
    const { inPractice: till, real, exit, errors } = await aDamagedShop('toptill.db')
    expect((await open(real, { account: '971501234594' })).status).toBe(500)
    expect(exit).toHaveBeenCalledWith(1)
    expect(errors()).toContain('the journal cannot be written')
    expect(errors()).not.toContain('practice was closed')
    const expected = { state: 'succeeded', isPractice: true }
    expect((await sell(till, { account: '971501234595' }, practicing)).body).toMatchObject(expected)
  })

  it('a practice database that cannot be opened closes practice, and the shop opens and sells', async () => {
    const { made, till } = await aShop()
    expect((await switchTo(till, true, { of: made })).status).toBe(200)
    const again = await made.restart(() =>
      writeFileSync(join(made.folder, 'data', 'practice', 'toptill.db'), 'no journal at all'.repeat(400)),
    )
    const restarted = again.at(till)
    const expected = { code: 'in-practice' }
    expect((await restarted.ask('GET', '/api/status', undefined, practicing)).body).toMatchObject(expected)
    expect((await switchTo(restarted, false, { of: made })).status).toBe(200)
    expect((await sell(restarted, { account: '971501234581' })).body).toMatchObject({ state: 'succeeded' })
  })

  itWhenFull('practice forgets the numbers that were typed in it when the shop forgets its own', async () => {
    const own = await aGuardedShop()
    onTestFinished(own.close)
    const till = await own.terminal()
    own.clock.pass(60_000)
    await own.signIn(till, own.bossIs)
    expect((await switchTo(till, true, { of: own })).status).toBe(200)
    const { id } = await sell(till, {}, practicing)
    const accountNow = async () => (await till.ask<Sale>('GET', `/api/sales/${id}`, undefined, practicing)).body.account
    expect(await accountNow()).toBe(aSale.account)

    own.clock.pass(70 * 24 * 60 * 60_000)
    await own.signIn(till, own.bossIs)
    expect((await till.ask('PUT', '/api/settings', { retentionMonths: 1 }, practicing)).status).toBe(200)
    await expect.poll(accountNow).toContain('•')
  })
})
