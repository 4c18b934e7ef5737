import { CompiledQuery, type Transaction } from 'kysely'
import { expect, it } from 'vitest'

import {
  createGroupCommit,
  groupCommit,
  type GroupPorts,
  type Savepoint,
} from '#server/database/drivers/group-commit.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { aJournal } from '../../../support/a-journal.ts'
import { createLatch } from '../../../support/latch.ts'

type Trx = Transaction<JournalTables>

const write = (trx: Trx, at: number) =>
  trx.insertInto('balance_readings').values({ at, amount: '1', currency: 'AED' }).execute()
const readIn = async (trx: Pick<Trx, 'selectFrom'>) =>
  (await trx.selectFrom('balance_readings').select('at').orderBy('id').execute()).map(({ at }) => at)

async function aGroup() {
  const db = await aJournal()
  return { db, commit: groupCommit(db), read: () => readIn(db) }
}

async function watchedGroups(
  beforeCommit: () => Promise<unknown> = async () => {},
  change: Partial<GroupPorts<Trx>> = {},
) {
  const { db, read } = await aGroup()
  let groups = 0
  const commit = createGroupCommit<Trx>({
    transaction: (work) =>
      db.transaction().execute(async (trx) => {
        groups += 1
        await work(trx)
        await beforeCommit()
      }),
    savepoint: async (trx): Promise<Savepoint> => {
      await trx.executeQuery(CompiledQuery.raw('savepoint a'))
      return {
        release: async () => void (await trx.executeQuery(CompiledQuery.raw('release a'))),
        rollBack: async () => {
          await trx.executeQuery(CompiledQuery.raw('rollback to a'))
          await trx.executeQuery(CompiledQuery.raw('release a'))
        },
      }
    },
    defer: setImmediate,
    ...change,
  })
  return { commit, read, groups: () => groups }
}

it('steps that are requested together share one transaction and run in order', async () => {
  const { commit, read, groups } = await watchedGroups()
  await Promise.all([3, 1, 2].map((at) => commit((trx) => write(trx, at))))
  expect(await read()).toEqual([3, 1, 2])
  expect(groups()).toBe(1)
})

it('a step sees the writes of the steps before it, except those that were rolled back', async () => {
  const { commit } = await aGroup()
  const first = commit((trx) => write(trx, 1))
  const failing = commit(async (trx) => {
    await write(trx, 2)
    throw new Error('forbidden')
  })
  const last = commit(readIn)
  await expect(failing).rejects.toThrow('forbidden')
  expect(await last).toEqual([1])
  await first
})

it('a step that throws is rolled back alone, and the others are committed and return their own results', async () => {
  const { commit, read } = await aGroup()
  const settled = await Promise.allSettled(
    [1, 2, 3, 4].map((at) =>
      commit(async (trx) => {
        await write(trx, at)
        if (at % 2 === 0) throw new Error(`forbidden ${at}`)
        return at
      }),
    ),
  )
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)))).toEqual([
    1,
    'Error: forbidden 2',
    3,
    'Error: forbidden 4',
  ])
  expect(await read()).toEqual([1, 3])
})

it('no step returns or throws before its group is committed', async () => {
  const commits = createLatch()
  const { commit } = await watchedGroups(() => commits.opened)
  const results: string[] = []
  const good = commit(async () => 'good').then(() => results.push('good'))
  const bad = commit(async () => {
    throw new Error('forbidden')
  }).catch(() => results.push('bad'))
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  expect(results).toEqual([])
  commits.open()
  await Promise.all([good, bad])
  expect(results).toEqual(['good', 'bad'])
})

it('all steps fail and write nothing when their commit fails, and later steps succeed', async () => {
  let isFull = true
  const { commit, read } = await watchedGroups(async () => {
    if (isFull) throw new Error('the disk is full')
  })
  const settled = await Promise.allSettled([1, 2].map((at) => commit((trx) => write(trx, at))))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read()).toEqual([])
  isFull = false
  await commit((trx) => write(trx, 3))
  expect(await read()).toEqual([3])
})

it('all steps fail when one of them cannot be rolled back', async () => {
  const { commit, read } = await watchedGroups(undefined, {
    savepoint: async () => ({
      release: async () => {},
      rollBack: async () => {
        throw new Error('no such savepoint')
      },
    }),
  })
  const good = commit((trx) => write(trx, 1))
  const bad = commit(async () => {
    throw new Error('forbidden')
  })
  await expect(good).rejects.toThrow('no such savepoint')
  await expect(bad).rejects.toThrow('no such savepoint')
  expect(await read()).toEqual([])
})

it('a step that is requested during a commit is in the next group', async () => {
  const commits = createLatch()
  const { commit, read, groups } = await watchedGroups(() => commits.opened)
  const first = commit((trx) => write(trx, 1))
  await new Promise(setImmediate)
  const second = commit((trx) => write(trx, 2))
  commits.open()
  await Promise.all([first, second])
  expect([await read(), groups()]).toEqual([[1, 2], 2])
})

it('more steps than one group holds are committed in several groups, in order', async () => {
  const { commit, read, groups } = await watchedGroups()
  const many = Array.from({ length: 100 }, (_, at) => at)
  await Promise.all(many.map((at) => commit((trx) => write(trx, at))))
  expect(await read()).toEqual(many)
  expect(groups()).toBeGreaterThan(1)
})
