import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { createRecovery } from '#server/account/recovery.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { recordRestored } from '#server/database/maintenance/recoveries.ts'
import { walletStore } from '#server/wallet/store.ts'
import {
  aMoneyPath,
  cashier,
  otherCashier,
  refusal,
  sellerOf,
  supervisor,
  type MoneyPath,
} from '../../support/money-path.ts'
import {
  aSaleId,
  checkedSale,
  confirmingSale,
  MINUTE,
  pendingSale,
  says,
  succeededSale,
  theirId,
  unknownSale,
} from '../../support/sales.ts'

const [BROKEN, WHOLE, NEW] = [aSaleId(), aSaleId('B'), aSaleId('C')]
const unreadable = refusal(500, 'internal-error', 'unknown')
const request = { kind: 'direct', serviceId: 'qamra', amount: '50' } as const
const seller = sellerOf(cashier)

const DAMAGES: Record<string, string> = {
  'a record that is cut off': JSON.stringify(pendingSale()).slice(0, -1),
  'a state that there is not': JSON.stringify({ ...pendingSale(), state: 'sold' }),
  'a malformed amount': JSON.stringify({ ...pendingSale(), pays: { amount: '1e9', currency: 'AED' } }),
  'another kind of id': JSON.stringify({ ...pendingSale(), id: 7 }),
}

it.each(Object.keys(DAMAGES))(
  'a sale with %s is reported, is neither sold nor sold again, and blocks nothing else',
  async (damage) => {
    const other = { ...succeededSale(), id: WHOLE, transactionId: theirId('b'), refund: {}, account: '971507654321' }
    const path = await aMoneyPath({
      sales: [{ ...pendingSale(), id: BROKEN }, other],
      script: { check: { kind: 'transaction', transaction: { id: theirId('c'), state: -1 } } },
    })
    await sql`UPDATE sales SET record = ${DAMAGES[damage]} WHERE id = ${BROKEN}`.execute(path.db)
    await path.sales.recover()
    expect(path.problems).toMatchObject([{ problem: expect.stringContaining('Sale 1 ') as string }])
    expect((await path.sales.openItems(supervisor)).map(({ id }) => id)).toEqual([WHOLE])
    await expect(path.sales.read(BROKEN, supervisor)).rejects.toMatchObject(unreadable)
    await expect(path.sales.open(NEW, { ...request, account: '0501234567' }, seller)).rejects.toMatchObject(unreadable)
    const next = await path.sales.open(NEW, { ...request, account: '0509876543' }, seller)
    expect(next).toMatchObject({ state: 'checked' })
    expect(path.deaths).toEqual([])
  },
)

it('a sale that cannot be read when its answer comes is reported, and continues once it is repaired', async () => {
  const write = (record: string) => sql`UPDATE sales SET record = ${record}`.execute(path.db)
  const tear = () => write('{').then(() => says(0))
  const path = await aMoneyPath({ sale: pendingSale(), script: { find: [tear, says(1)] } })
  await path.sales.recover()
  await path.pass(MINUTE)
  expect(path.problems).toMatchObject([{ problem: expect.stringContaining('Sale 1 ') as string }])
  await write(JSON.stringify(pendingSale()))
  await path.sales.takeOver(BROKEN, sellerOf(otherCashier))
  await path.pass(MINUTE)
  expect(await path.read()).toMatchObject({ state: 'succeeded' })
})

/** Leaves the records unreadable. Returns what repairs them. */
async function damage({ db }: Pick<MoneyPath, 'db'>) {
  const { rows } = await sql<{ id: string; record: string }>`SELECT id, record FROM sales`.execute(db)
  await sql`UPDATE sales SET record = '{'`.execute(db)
  return async () => {
    for (const { id, record } of rows) await sql`UPDATE sales SET record = ${record} WHERE id = ${id}`.execute(db)
  }
}

const WAYS_ON: Record<string, (path: MoneyPath) => Promise<unknown>> = {
  'its cashier has the provider asked now': ({ sales }) => sales.poll(BROKEN, seller),
  'a colleague takes it over': ({ sales }) => sales.takeOver(BROKEN, sellerOf(otherCashier)),
}

it.each(Object.keys(WAYS_ON))(
  'a sale whose confirm was answered while it was unreadable is looked for and not sent again when %s after a repair',
  async (way) => {
    let repair = async () => {}
    const tear = async () => {
      repair = await damage(path)
      return says(1)
    }
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: tear, find: says(1) } })
    const rejected = expect(path.sales.confirm(BROKEN, {}, seller)).rejects.toMatchObject(unreadable)
    await path.pass(MINUTE)
    await rejected
    await repair()
    await WAYS_ON[way]!(path)
    await path.pass(MINUTE)
    expect(path.steps()).toEqual(['confirm', 'find'])
    const { sale, history } = await path.sales.read(BROKEN, supervisor)
    expect(sale).toMatchObject({ state: 'succeeded' })
    expect(history.events).toContainEqual(expect.objectContaining({ kind: 'restarted', reason: 'unreadable' }))
  },
)

it.each([confirmingSale(), unknownSale(), pendingSale()])(
  'a sale that is $state and was unreadable at the start is looked for and not sent when its cashier has the provider asked after a repair',
  async (sale) => {
    const path = await aMoneyPath({ sale, script: { find: says(1) } })
    const repair = await damage(path)
    await path.sales.recover()
    await repair()
    expect(await path.sales.poll(BROKEN, seller)).toMatchObject({ state: 'succeeded' })
    expect(path.steps()).toEqual(['find'])
  },
)

it('a sale that could not be read when it was due is looked for when its cashier has the provider asked after a repair', async () => {
  const path = await aMoneyPath({ sale: pendingSale(), script: { find: [says(0), says(1)] } })
  await path.sales.recover()
  await path.pass(1)
  const repair = await damage(path)
  await path.pass(MINUTE)
  expect(path.steps()).toEqual(['find'])
  await repair()
  expect(await path.sales.poll(BROKEN, seller)).toMatchObject({ state: 'succeeded' })
})

it('a sale that could not be read continues within a minute after a repair', async () => {
  const path = await aMoneyPath({ sale: confirmingSale(), script: { find: says(1) } })
  const repair = await damage(path)
  await path.sales.recover()
  await path.pass(2 * MINUTE)
  await repair()
  await path.pass(MINUTE)
  expect(await path.read()).toMatchObject({ state: 'succeeded' })
  expect(path.steps()).toEqual(['find'])
})

it('a rejection names every sale that could not be read', async () => {
  const other = { ...unknownSale(), id: WHOLE, transactionId: theirId('b') }
  const path = await aMoneyPath({ sales: [{ ...pendingSale(), id: BROKEN }, other] })
  await damage(path)
  await expect(path.sales.open(NEW, { ...request, account: '0501234567' }, seller)).rejects.toMatchObject(
    refusal(500, 'internal-error', 'unknown', /^(?=.*Sale 1\b)(?=.*Sale 2\b)/),
  )
})

it.each([
  ['sales', 'record'],
  ['sale_events', 'detail'],
] as const)(
  'a contradiction is known until it is resolved, even with an unreadable record in %s',
  async (table, column) => {
    const path = await aMoneyPath({ sale: { ...succeededSale(), id: BROKEN, conflicting: true } })
    await path.store.append(BROKEN, { at: 7, kind: 'conflict', state: 2 })
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = '{'`.execute(path.db)
    expect(await path.sales.lastContradictionAt()).toBe(7)
    await path.store.append(BROKEN, { at: 8, kind: 'resolved' })
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
  },
)

it('after a restore, an open sale that cannot be read is counted separately', async () => {
  const { db, sales, clock } = await aMoneyPath({ sale: { ...pendingSale(), id: BROKEN } })
  await db.transaction().execute((trx) => recordRestored(trx, { cause: 'command' }))
  await sql`UPDATE sales SET record = '{'`.execute(db)
  const wallet = { now: () => ({ isStale: true }), takeReading: async () => ({ isStale: true }) }
  const selling = { sales, wallet, walletStore: walletStore({ db, commit: groupCommit(db) }), wholesaler: { fenced: Promise.resolve() } } // prettier-ignore
  const recovery = createRecovery({ db, clock, pauseMs: 0, selling, audit: {} } as unknown as Parameters<
    typeof createRecovery
  >[0])
  expect(await recovery.look(supervisor)).toMatchObject({ toAsk: 0, open: 0, undecidable: 0, unreadable: 1 })
})
