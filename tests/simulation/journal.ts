import type { AuditEntry } from '#domain/audit.ts'
import { isOpenItem } from '#domain/sale/open-items.ts'
import { approvalOf, type BatchRecord, type KnownBatch } from '#domain/sale/batch.ts'
import { batchOwnerOf, holdsSameLine } from '#domain/sale/duplicate.ts'
import { WAITING_STATES, NON_FINAL_STATES, type SaleEvent, isUndelivered } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '#proxy/clock.ts'
import { AboveLimit, DuplicateSaleError, type CommitGuard } from '#proxy/journal/commit-guard.ts'
import { ForeignBatch, BatchLineTaken, StaleSale, type SalesStore } from '#proxy/journal/sales-store.ts'
import { createGroupCommit, type Commit, type Savepoint } from '#proxy/journal/group-commit.ts'
import type { KeyStore } from '#proxy/wholesaler/keys.ts'
import { usesAmong } from './shop-limits.ts'
import type { World } from './world.ts'

/** What lies on the disk of the shop. It outlives the processes that write to it. */
export type Disk = {
  /** The journal as one process sees it; `pass` stands before and after each of its calls. */
  open: (pass: Pass, clock: Clock) => { store: SalesStore; keys: KeyStore }
  /** The process is gone: of the writes it did not see done, some are there and some are not. */
  crash: () => void
  read: (id: string) => SaleRecord | undefined
  eventsOf: (id: string) => readonly SaleEvent[]
  sales: () => SaleRecord[]
}
/** One call through a port of a process. */
export type Pass = <T>(port: string, perform: () => Promise<T>) => Promise<T>

export type DiskHabits = {
  commitMs: () => number
  /** How long a group waits for more steps, as where the event loop is busy. */
  gatherMs: () => number
  isFull: () => boolean
  /** Whether what is being committed at a crash is there afterwards, as a whole. */
  survives: () => boolean
  /** A disk that says done before it is: a write is on it only so much later. */
  lagMs?: number
  /** A journal that does not look for other sales of the same line. */
  forgetsLines?: true
  /** A journal that tells each step of a group before the group is durable. */
  tellsBeforeDurable?: true
  /** A journal that takes offers abroad for others once they are numbered anew. */
  comparesNumbersOfOffers?: true
  /** A journal that does not tell which sale a transaction belongs to. */
  forgetsHolders?: true
  /** A journal that looks at limits so long before it commits. */
  looksAtLimitsBeforeMs?: number
  /** A journal that looks at no limits where a supervisor sells. */
  letsSupervisorsPass?: true
  /** A journal that names the first limit a sale is above, and takes a word on that one for a word on all. */
  takesOneWordForAll?: true
  /** A journal that reserves no limits for the approved lines of a batch. */
  reservesNothing?: true
  /** A journal that keeps what was reserved for a line when its sale is confirmed. */
  keepsReservations?: true
  /** A journal that does not know which batches an earlier process ran. */
  forgetsRunningBatches?: true
  /** A journal that lets a line have whatever id it is opened with. */
  mintsIdsLate?: true
  /** A journal that shows the open lines of a batch as sold. */
  takesOpenLinesForSold?: true
  /** A journal that shows them as failed. */
  takesOpenLinesForUnsold?: true
  /** A journal in which every approval of a batch was given this moment. */
  freshensApprovals?: true
}
export type DurableWrite = {
  before: SaleRecord | undefined
  after: SaleRecord
  events: readonly SaleEvent[]
  /** Of the audit log. */
  line: AuditEntry | undefined
  /** What became of the batch of a line in the same commit. */
  batch?: DurableBatch | undefined
}
export type DurableBatch = {
  before: BatchRecord | undefined
  after: BatchRecord
  /** Of the audit log. */
  line: AuditEntry | undefined
}
/** Notified of what is on the disk from now on. */
export type DiskWatcher = { wrote: (write: DurableWrite) => void; wroteBatch: (write: DurableBatch) => void }

type Row = { record: SaleRecord; events: SaleEvent[] }
/** What a write came to, how it is taken back, and what is to be told once it is on the disk. */
type Done<T> = { value: T; undo: () => void; tell: (batch?: DurableBatch) => void }
/** The same of a batch. */
type DoneBatch = Done<BatchRecord> & { change: DurableBatch }
/** The transaction of one process: what it wrote so far, and whether it is on its way to the disk. */
type Open = { done: Done<unknown>[]; isCommitting: boolean; write: <T>(run: () => Done<T>) => Promise<T> }
type Transact = (work: (open: Open) => Promise<void>) => Promise<void>

/** Successes of one number and service that are looked at for duplicates, as in the real journal. */
const LATE_SUCCESSES = 20

export function createDisk(world: World, habits: DiskHabits, watcher: DiskWatcher): Disk {
  const rows = new Map<string, Row>()
  const batches = new Map<string, BatchRecord>()
  const byAccount = new Map<string, string[]>()
  const byBatch = new Map<string, string[]>()
  const byTransaction = new Map<string, string[]>()
  /** Written since the last process began: another one finds what JSON keeps of them. */
  const notReadBack = new Set<string>()
  let mark = 0n
  let lastNumber = 0
  let lateIds = 0
  let open: Open | undefined
  let life = { isOver: false }
  let notYetHard: Done<unknown>[] = []

  /**
   * What one process does to the journal, one after the other: reads wait for what is being committed, as with the one connection of the real
   * journal. Groups are those of the proxy.
   */
  function connect(pass: Pass) {
    const mine = life
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
      const done = last.then(run)
      last = done.catch(() => {})
      return done
    }
    const begin = (): Open => ({
      done: [],
      isCommitting: false,
      // Whoever is dead writes nothing more.
      write: <T>(run: () => Done<T>) => {
        if (mine.isOver) return new Promise<T>(() => {})
        const done = run()
        open?.done.push(done)
        return Promise.resolve(done.value)
      },
    })
    const transact: Transact = (work) =>
      inTurn(async () => {
        const begun = begin()
        if (mine.isOver) return
        open = begun
        try {
          await work(begun)
          begun.isCommitting = true
          await pass('commit', async () => {
            await world.sleep(habits.commitMs())
            if (mine.isOver) return
            if (habits.isFull()) throw new Error('the disk is full')
            open = undefined
            for (const done of begun.done) harden(done)
          })
        } catch (error) {
          open = undefined
          takeBack(begun.done)
          throw error
        }
      })
    const inGroup = createGroupCommit<Open>({
      transaction: transact,
      savepoint: async ({ done }): Promise<Savepoint> => {
        const before = done.length
        return { release: async () => {}, rollBack: async () => takeBack(done.splice(before)) }
      },
      defer: (run) => void world.after(habits.gatherMs(), () => mine.isOver || run()),
    })
    const commit: Commit<Open> = habits.tellsBeforeDurable ? tellEarly(inGroup) : inGroup
    return { inTurn, transact, commit }
  }

  function harden(done: Done<unknown>): void {
    if (habits.lagMs === undefined) return done.tell()
    notYetHard.push(done)
    world.after(habits.lagMs, () => {
      if (!notYetHard.includes(done)) return
      notYetHard = notYetHard.filter((one) => one !== done)
      done.tell()
    })
  }

  function putBatch(after: BatchRecord, line?: AuditEntry): DoneBatch {
    const before = batches.get(after.id)
    const record = Object.freeze({ ...after, version: (before?.version ?? 0) + 1 })
    const change = { before, after: record, line }
    batches.set(after.id, record)
    return {
      value: record,
      change,
      undo: () => {
        if (before) batches.set(after.id, before)
        else batches.delete(after.id)
      },
      tell: () => watcher.wroteBatch(change),
    }
  }

  /** A line and its batch, in one step. */
  function withBatch<T>(batch: DoneBatch | undefined, run: () => Done<T>): Done<T> {
    if (!batch) return run()
    try {
      const done = run()
      return {
        value: done.value,
        undo: () => {
          done.undo()
          batch.undo()
        },
        tell: () => done.tell(batch.change),
      }
    } catch (error) {
      batch.undo()
      throw error
    }
  }

  /** What becomes of the batch of a line, as its guard decides. */
  function stepBatch(sale: SaleRecord, decide: CommitGuard['batch'], clock: Clock): DoneBatch | undefined {
    const before = sale.batch && showBatch(sale.batch.id, clock, sale)
    const after = before && decide?.(before)
    if (habits.keepsReservations && rows.has(sale.id)) return undefined
    const isOther = after && after !== before
    return isOther || (before && habits.mintsIdsLate) ? putBatch(after ?? before) : undefined
  }

  function knownBatch(id: string, clock: Clock): KnownBatch | undefined {
    const batch = showBatch(id, clock)
    const sales = recordsOf(byBatch.get(id)).map((sale) => {
      if (!WAITING_STATES.includes(sale.state) || sale.state === 'not-executed') return sale
      if (habits.takesOpenLinesForSold) return { ...sale, state: 'succeeded' as const, voucher: 'ready' as const }
      return habits.takesOpenLinesForUnsold ? { ...sale, state: 'failed' as const } : sale
    })
    return batch && { batch, sales }
  }

  /** The batch as a process reads it, for the commit that opens `sale` where that is named. */
  function showBatch(id: string, clock: Clock, sale?: SaleRecord): BatchRecord | undefined {
    const batch = batches.get(id)
    const last = batch && approvalOf(batch)
    if (batch && last && habits.freshensApprovals)
      return { ...batch, approvals: [...batch.approvals.slice(0, -1), { ...last, at: clock.now() }] }
    if (!batch || !habits.mintsIdsLate) return batch
    const isNew = (saleId: string) => !rows.has(saleId)
    const lines = batch.lines.map((line, index) => {
      if (!isNew(line.saleId)) return line
      if (sale) return index + 1 === sale.batch?.line ? { ...line, saleId: sale.id } : line
      lateIds += 1
      return { ...line, saleId: `01JD6Z${String(lateIds).padStart(20, '0')}` as SaleRecord['id'] }
    })
    return { ...batch, lines }
  }

  function put(after: SaleRecord, events: readonly SaleEvent[], line?: AuditEntry): Done<SaleRecord> {
    const row = rows.get(after.id)
    const record = Object.freeze(after)
    const next: Row = { record, events: row?.events ?? [] }
    notReadBack.add(after.id)
    next.events.push(...events)
    rows.set(after.id, next)
    if (after.transactionId !== undefined && row?.record.transactionId === undefined)
      addTo(byTransaction, after.transactionId, after.id)
    return {
      value: record,
      undo: () => {
        next.events.length -= events.length
        if (row) rows.set(after.id, row)
        else rows.delete(after.id)
      },
      tell: (batch) => watcher.wrote({ before: row?.record, after: record, events, line, batch }),
    }
  }

  function putNext(sale: SaleRecord, events: readonly SaleEvent[], line?: AuditEntry): Done<SaleRecord> {
    if (rows.get(sale.id)?.record.version !== sale.version) throw new StaleSale(`sale ${sale.id} moved on`)
    return put({ ...sale, version: sale.version + 1 }, events, line)
  }

  function readBack(id: string): void {
    const row = rows.get(id)
    if (row) row.record = Object.freeze(JSON.parse(JSON.stringify(row.record)) as SaleRecord)
  }

  function readBatchesBack(): void {
    for (const [id, batch] of batches) batches.set(id, Object.freeze(JSON.parse(JSON.stringify(batch)) as BatchRecord))
  }

  function ask(sale: SaleRecord, guard: CommitGuard | undefined): void {
    if (!guard) return
    const records = sale.account === undefined ? [] : recordsOf(byAccount.get(accountOf(sale)))
    const waiting = records.filter(({ state }) => WAITING_STATES.includes(state))
    const sold = records.filter(({ state }) => state === 'succeeded').slice(-LATE_SUCCESSES)
    const isOfOtherNumber = ({ international }: SaleRecord) =>
      habits.comparesNumbersOfOffers && international?.denomination.id !== sale.international?.denomination.id
    const duplicate = guard.duplicate([...waiting, ...sold].filter((other) => !isOfOtherNumber(other)))
    if (duplicate) throw new DuplicateSaleError(duplicate)
  }

  function refuseAboveLimit(sale: SaleRecord, limits: CommitGuard['limits']): void {
    const reserving = habits.reservesNothing ? [] : [...batches.values()]
    const exceeded =
      limits?.exceeded(usesAmong(records(), sale, limits.windows, { except: limits.except, batches: reserving })) ?? []
    if (habits.letsSupervisorsPass && sale.approval?.by.id.startsWith('supervisor')) return
    const isTaken = habits.takesOneWordForAll && sale.approval?.approver !== undefined
    if (exceeded.length === 0 || isTaken) return
    throw new AboveLimit(sale, habits.takesOneWordForAll ? exceeded.slice(0, 1) : exceeded)
  }

  /** What a save looks at and does; a journal that looks at limits too soon has done so by then. */
  async function lookAhead(sale: SaleRecord, guard: CommitGuard | undefined): Promise<CommitGuard | undefined> {
    if (!guard?.limits || habits.looksAtLimitsBeforeMs === undefined) return guard
    refuseAboveLimit(sale, guard.limits)
    await world.sleep(habits.looksAtLimitsBeforeMs)
    return { ...guard, limits: undefined }
  }

  function refuseForeignBatch(sale: SaleRecord): void {
    if (!sale.batch) return
    const [first] = recordsOf(byBatch.get(sale.batch.id))
    if (first && batchOwnerOf(first) !== batchOwnerOf(sale)) throw new ForeignBatch()
  }

  function refuseTakenLine(sale: SaleRecord): void {
    if (!sale.batch || habits.forgetsLines) return
    const holder = recordsOf(byBatch.get(sale.batch.id)).find((other) => holdsSameLine(sale, other))
    if (holder) throw new BatchLineTaken(holder)
  }

  const recordsOf = (ids: readonly string[] = []) => ids.flatMap((id) => rows.get(id)?.record ?? [])
  const records = () => [...rows.values()].map(({ record }) => record)

  const store = (pass: Pass, clock: Clock, { inTurn, commit }: ReturnType<typeof connect>): SalesStore => {
    const read = <T>(port: string, run: () => T) => pass(port, () => inTurn(async () => run()))
    const write = <T>(run: () => Done<T>) => commit((begun) => begun.write(run))
    return {
      insert: (sale, events, guard) =>
        pass('insert', () =>
          write<SaleRecord | undefined>(() => {
            const opens = guard?.opens
            if (rows.has(sale.id) || (opens && batches.has(opens.id))) return nothingWritten
            refuseForeignBatch(sale)
            if (opens && recordsOf(byBatch.get(opens.id)).length > 0) throw new ForeignBatch()
            const batch = opens ? putBatch(opens) : stepBatch(sale, guard?.batch ?? refuseOwnLine, clock)
            return withBatch(batch, () => {
              ask(sale, guard)
              refuseTakenLine(sale)
              lastNumber += 1
              const done = put({ ...sale, version: 1, number: lastNumber }, events)
              addTo(byAccount, accountOf(sale), sale.id)
              if (sale.batch) addTo(byBatch, sale.batch.id, sale.id)
              return done
            })
          }),
        ),
      find: (id) => read('find', () => rows.get(id)?.record),
      save: (sale, events, { guard: wanted, line } = {}) =>
        pass('save', async () => {
          const guard = await lookAhead(sale, wanted)
          return write(() =>
            withBatch(stepBatch(sale, guard?.batch, clock), () => {
              ask(sale, guard)
              refuseAboveLimit(sale, guard?.limits)
              return putNext(sale, events, line)
            }),
          )
        }),
      saveAll: (steps) =>
        pass('save all', () =>
          write(() => {
            const done = steps.map(({ sale, events }) => putNext(sale, events))
            return {
              value: done.map(({ value }) => value),
              undo: () => done.toReversed().forEach(({ undo }) => undo()),
              tell: () => done.forEach(({ tell }) => tell()),
            }
          }),
        ),
      findOtherSaleWith: (transactionId, exceptId) =>
        read('holder of', () => {
          if (habits.forgetsHolders) return undefined
          const holders = recordsOf(byTransaction.get(transactionId))
          return holders.find((sale) => sale.id !== exceptId && sale.transactionId === transactionId)?.id
        }),
      append: (id, event) =>
        pass('append', () =>
          write(() => {
            const events = rows.get(id)?.events
            events?.push(event)
            return { ...nothingWritten, undo: () => void events?.pop() }
          }),
        ),
      events: (id) => read('events', () => [...(rows.get(id)?.events ?? [])]),
      unfinished: () =>
        read('unfinished', () =>
          records()
            .filter(({ state, next }) => NON_FINAL_STATES.includes(state) || next !== undefined)
            .toSorted((a, b) => a.number - b.number),
        ),
      openItems: () =>
        read('desk', () =>
          records()
            .filter((sale) => isOpenItem(sale) || isUndelivered(sale))
            .toSorted((a, b) => a.number - b.number),
        ),
      countUndelivered: () => read('count to hand over', () => records().filter(isUndelivered).length),
      batches: {
        find: (id) => read('find batch', () => knownBatch(id, clock)),
        change: (id, choose) =>
          pass('change batch', () =>
            write(() => {
              const known = knownBatch(id, clock)
              if (!known) throw new Error(`batch ${id} is not in the journal`)
              const { batch, guard, line } = choose(known)
              if (batch === known.batch) return { ...nothingWritten, value: known }
              if (guard) {
                ask(guard.sale, guard)
                refuseAboveLimit(guard.sale, guard.limits)
              }
              const done = putBatch(batch, line)
              return { ...done, value: { ...known, batch: done.value } }
            }),
          ),
        unfinished: () =>
          read('unfinished batches', () =>
            [...(habits.forgetsRunningBatches ? [] : batches.values())]
              .filter(({ state }) => state === 'checked' || state === 'running')
              .toSorted((a, b) => a.openedAt - b.openedAt)
              .map(({ id }) => id),
          ),
      },
    }
  }

  const keys = (pass: Pass, { transact }: ReturnType<typeof connect>): KeyStore => ({
    loadMark: () => pass('load mark', async () => mark),
    saveMark: (next) =>
      pass('save mark', () =>
        transact(({ write }) =>
          write<undefined>(() => {
            const last = mark
            mark = next
            return {
              ...nothingWritten,
              undo: () => {
                mark = last
              },
            }
          }),
        ),
      ),
  })

  return {
    open: (pass, clock) => {
      for (const id of notReadBack) readBack(id)
      notReadBack.clear()
      readBatchesBack()
      life = { isOver: false }
      const connection = connect(pass)
      return { store: store(pass, clock, connection), keys: keys(pass, connection) }
    },
    crash: () => {
      life.isOver = true
      const { done = [], isCommitting = false } = open ?? {}
      open = undefined
      // A disk that says done before it is has not even begun with this one.
      if (isCommitting && habits.lagMs === undefined && habits.survives()) for (const { tell } of done) tell()
      else takeBack(done)
      takeBack(notYetHard)
      notYetHard = []
    },
    read: (id) => rows.get(id)?.record,
    eventsOf: (id) => rows.get(id)?.events ?? [],
    sales: records,
  }
}

/** From the last to the first. */
function takeBack(done: readonly Done<unknown>[]): void {
  for (const { undo } of done.toReversed()) undo()
}

/** Each step is told what it came to while its group is still open. */
const tellEarly =
  (commit: Commit<Open>): Commit<Open> =>
  (step) =>
    new Promise((resolve, reject) => {
      commit(async (begun) => {
        const value = await step(begun)
        resolve(value)
        return value
      }).catch(reject)
    })

const refuseOwnLine = (): never => {
  throw new ForeignBatch()
}

const nothingWritten = { value: undefined, undo: () => {}, tell: () => {} }

function addTo(ids: Map<string, string[]>, key: string, id: string): void {
  const known = ids.get(key)
  if (known) known.push(id)
  else ids.set(key, [id])
}

const accountOf = ({ serviceId, account }: SaleRecord) => `${serviceId} ${account}`
