import { setImmediate } from 'node:timers'

import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

import type { JournalTables } from '../schema/tables.ts'

/**
 * Resolves once the step is durable; only then may anything that depends on it be sent. A step that throws leaves nothing behind, and its error is rethrown. A
 * step may only wait for the journal, because other steps wait for it.
 */
export type Commit<Trx = Transaction<JournalTables>> = <T>(step: (trx: Trx) => Promise<T>) => Promise<T>

export type GroupPorts<Trx> = {
  /** Rolls everything back if `work` rejects. */
  transaction: (work: (trx: Trx) => Promise<void>) => Promise<void>
  savepoint: (trx: Trx) => Promise<Savepoint>
  /** Runs a group once every step that is ready has had a chance to join it. */
  defer: (run: () => void) => void
}
export type Savepoint = { release: () => Promise<void>; rollBack: () => Promise<void> }

type Waiting<Trx> = {
  run: (trx: Trx) => Promise<void>
  finish: () => void
  reject: (error: unknown) => void
}

/** A group blocks the event loop from its first step to its commit. */
const MAX_STEPS = 32

/**
 * Steps that wait at the same time share one transaction and one fsync. They run in order, each in its own savepoint: a step sees earlier writes, and if it
 * throws only its own are rolled back. If the transaction fails, all of them fail.
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

/** Shared by all callers. `observe` receives the duration of each transaction (ms). */
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
    // By then the requests that arrived in this turn have been read.
    defer: setImmediate,
  })
}
