import { setImmediate } from 'node:timers'

import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

import type { JournalTables } from './tables.ts'

/**
 * Commits one step. It resolves, with what the step returned, once the step is durable: what follows from it may be sent then and no sooner. A
 * step that throws leaves nothing behind, and its error is thrown on. A step may only wait for the journal: others wait for it.
 */
export type Commit<Trx = Transaction<JournalTables>> = <T>(step: (trx: Trx) => Promise<T>) => Promise<T>

/** What a group is committed by. */
export type GroupPorts<Trx> = {
  /** Commits what `work` wrote, as a whole; takes all of it back when `work` rejects. */
  transaction: (work: (trx: Trx) => Promise<void>) => Promise<void>
  /** Marks a place in the transaction: what was written since can be taken back. */
  savepoint: (trx: Trx) => Promise<Savepoint>
  /** Runs a group once all that is ready to be committed had the time to say so. */
  defer: (run: () => void) => void
}
export type Savepoint = { release: () => Promise<void>; rollBack: () => Promise<void> }

type Waiting<Trx> = {
  run: (trx: Trx) => Promise<void>
  /** Settles the promise of the step by what it came to. */
  finish: () => void
  reject: (error: unknown) => void
}

/** A group holds the event loop from its first step to its commit. */
const MAX_STEPS = 32

/**
 * Steps that wait together share one transaction, and so one fsync. They run in the order in which they were asked for, each in a savepoint of
 * its own: it sees what the ones before it wrote, and when it throws only its own writes are taken back. Nobody hears of any of them before
 * all are durable. When the transaction fails, all of them have failed.
 */
export function createGroupCommit<Trx>({ transaction, savepoint, defer }: GroupPorts<Trx>): Commit<Trx> {
  const waiting: Waiting<Trx>[] = []
  let isUnderWay = false

  function begin(): void {
    if (isUnderWay || waiting.length === 0) return
    isUnderWay = true
    defer(() => {
      void commitGroup(waiting.splice(0, MAX_STEPS)).then(() => {
        isUnderWay = false
        begin()
      })
    })
  }

  async function commitGroup(group: readonly Waiting<Trx>[]): Promise<void> {
    try {
      await transaction(async (trx) => {
        for (const step of group) await step.run(trx)
      })
      for (const step of group) step.finish()
    } catch (error) {
      for (const step of group) step.reject(error)
    }
  }

  return (step) =>
    new Promise((resolve, reject) => {
      let finish = () => {}
      const run = async (trx: Trx): Promise<void> => {
        const mark = await savepoint(trx)
        try {
          const value = await step(trx)
          finish = () => resolve(value)
        } catch (error) {
          await mark.rollBack()
          finish = () => reject(error instanceof Error ? error : new Error(String(error)))
          return
        }
        await mark.release()
      }
      waiting.push({ run, finish: () => finish(), reject })
      begin()
    })
}

const SAVEPOINT = CompiledQuery.raw('savepoint step')
const RELEASE = CompiledQuery.raw('release step')
const ROLL_BACK = CompiledQuery.raw('rollback to step')

/** Group commit over the journal. Everything that writes by the same one shares its groups. `observe` is given the time of each transaction. */
export function groupCommit(db: Kysely<JournalTables>, observe?: (ms: number) => void): Commit {
  return createGroupCommit<Transaction<JournalTables>>({
    transaction: async (work) => {
      const startedAt = performance.now()
      await db.transaction().execute(work)
      observe?.(performance.now() - startedAt)
    },
    savepoint: async (trx) => {
      await trx.executeQuery(SAVEPOINT)
      const release = async () => void (await trx.executeQuery(RELEASE))
      return {
        release,
        rollBack: async () => {
          await trx.executeQuery(ROLL_BACK)
          await release()
        },
      }
    },
    // Requests that arrived in the same turn of the event loop are read by then.
    defer: setImmediate,
  })
}
