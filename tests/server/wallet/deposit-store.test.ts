import { expect, it } from 'vitest'

import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { announceIn, expectedDeposits, matchIn, withdrawIn, type Deposit } from '#server/wallet/deposits.ts'
import { explainIn, findMovement } from '#server/wallet/movements.ts'
import { walletStore } from '#server/wallet/store.ts'
import { aJournal } from '../../support/a-journal.ts'
import { aed } from '../../support/a-shop.ts'
import { NOW } from '../../support/now.ts'
import { DAY, HOUR, MINUTE } from '../../support/sales.ts'

/** A wallet whose balance is read each minute, and a supervisor who announces deposits at the time of the last reading. */
async function aWallet() {
  const db = await aJournal()
  const commit = groupCommit(db)
  const clock = { time: NOW, now: () => clock.time, wall: () => clock.time }
  const audit = createAuditLog({ db, commit, clock, pepper: Buffer.alloc(32, 7) })
  const store = walletStore({ db, commit, audit })
  const read = async (balance: string) => {
    clock.time += MINUTE
    await store.record({ at: clock.time, balance: aed(balance) }, 'page', await store.newestEvent())
    return store.movements()
  }
  const announce = (changes: Partial<Deposit> = {}) =>
    commit((trx) => {
      const times = { paidAt: clock.time, announcedAt: clock.time }
      return announceIn(trx, { id: 'a', amount: aed('5000'), slip: '77-1204', ...times, by: 'Hamad', ...changes })
    })
  const ids = async () => (await expectedDeposits(db)).map(({ id }) => id)
  await read('1000')
  return { db, commit, audit, clock, read, announce, ids }
}

it('money that arrives after its announcement is explained with the slip, in the commit of the reading', async () => {
  const { read, announce, ids, audit } = await aWallet()
  await announce()
  expect(await read('1000')).toEqual([])
  expect(await ids()).toEqual(['a'])
  expect(await read('6000')).toMatchObject([
    { kind: 'deposit', slip: '77-1204', explained: { by: 'Hamad' }, version: 2 },
  ])
  expect(await ids()).toEqual([])
  expect((await audit.page({})).lines).toMatchObject([
    { kind: 'deposit-matched', detail: { amount: '5000.00', currency: 'AED', slip: '77-1204' } },
  ])
  expect(await audit.verify()).toMatchObject({ isIntact: true, lines: 1 })
  // The next 5000 is another deposit.
  const [next] = await read('11000')
  expect(next).not.toHaveProperty('explained')
})

it('another amount is not the announced deposit, which stays expected', async () => {
  const { read, announce, ids, audit } = await aWallet()
  await announce()
  await read('5995')
  const [most] = await read('995')
  expect(most).toMatchObject({ direction: 'out', kind: 'outside' })
  expect(await ids()).toEqual(['a'])
  expect((await audit.page({})).lines).toEqual([])
})

it('of several deposits of one amount, the one that was paid first arrives first', async () => {
  const { read, announce, ids, clock } = await aWallet()
  await announce({ id: 'second', slip: '2' })
  await announce({ id: 'first', slip: '1', paidAt: clock.time - DAY })
  expect(await ids()).toEqual(['first', 'second'])
  expect((await read('6000'))[0]).toMatchObject({ slip: '1' })
  expect((await read('11000'))[0]).toMatchObject({ slip: '2' })
  expect(await ids()).toEqual([])
})

it('money that arrived before its announcement waits for a supervisor', async () => {
  const { read, announce, ids, db, commit, clock } = await aWallet()
  const [before] = await read('6000')
  clock.time += 30 * MINUTE
  await announce()
  const [still] = await read('6000')
  expect(still).toEqual(before)
  const [deposit] = await expectedDeposits(db)
  await commit((trx) => matchIn(trx, deposit!, still!, { by: 'Salma', at: clock.time }))
  expect((await findMovement(db, still!.id))?.explained).toEqual({ by: 'Salma', at: clock.time })
  expect(await ids()).toEqual([])
})

it('a withdrawn deposit is no longer expected and explains nothing', async () => {
  const { read, announce, ids, commit, clock } = await aWallet()
  await announce()
  await commit((trx) => withdrawIn(trx, 'a', clock.time))
  expect(await ids()).toEqual([])
  expect((await read('6000'))[0]).not.toHaveProperty('explained')
})

it('if a supervisor says that the money was no deposit, the announced one is expected again until the next arrives', async () => {
  const { read, announce, ids, commit, clock } = await aWallet()
  await announce()
  const [matched] = await read('6000')
  const outside = { kind: 'outside' as const, by: 'Salma', at: clock.time }
  await commit((trx) => explainIn(trx, matched!, outside))
  expect(await ids()).toEqual(['a'])
  clock.time += HOUR
  expect(await read('11000')).toMatchObject([{ slip: '77-1204' }, { kind: 'outside' }])
  expect(await ids()).toEqual([])
})
