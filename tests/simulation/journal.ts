import type { AuditEntry } from '#domain/audit.ts'
import { isOpenItem } from '#domain/sale/open-items.ts'
import { approvalOf, type BatchRecord, type KnownBatch } from '#domain/sale/batch.ts'
import { batchOwnerOf, holdsSameLine } from '#domain/sale/duplicate.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import { WAITING_STATES, NON_FINAL_STATES, isUndelivered } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AboveLimit, DuplicateSaleError, type CommitGuard } from '#server/sales/commit-guard.ts'
import { ForeignBatch, BatchLineTaken, StaleSale, type SalesStore } from '#server/sales/store.ts'
import { KEY_MARGIN } from '#server/database/maintenance/recoveries.ts'
import { createGroupCommit, type Commit, type Savepoint } from '#server/database/drivers/group-commit.ts'
import type { KeyStore } from '#server/wholesaler/keys.ts'
import type { LeaseRecord } from './lease-record.ts'
import { createOrderRows } from './order-rows.ts'
import { entryOf, setIn } from './maps.ts'
import { usesAmong } from './shop-limits.ts'
import type { World } from './world.ts'

export type Disk = ReturnType<typeof createDisk>
export type Backup = {
  at: number
  rows: ReadonlyMap<string, Row>
  batches: ReadonlyMap<string, BatchRecord>
  mark: bigint
}
type Recovery = { backupAt: number; isResumed: boolean; resumed: () => void; confirmed: () => void }
export type Pass = <T>(port: string, perform: () => Promise<T>) => Promise<T>

export type DiskHabits = {
  commitMs: () => number
  /** How long a group waits for more steps, as if the event loop were busy. */
  gatherMs: () => number
  isFull: () => boolean
  /** Whether a commit in progress at a crash is on the disk afterwards, as a whole. */
  survives: () => boolean
}
export type DiskWeakness = Partial<Record<DiskFlag, true>> & {
  /** The disk reports completion too early: a write is on the disk only this much later. */
  lagMs?: number
  /** The disk checks limits, or the other sales of an order, this long before it commits. */
  looksAtLimitsBeforeMs?: number
  looksAtOrdersBeforeMs?: number
}
type DiskFlag =
  // Weaknesses about a single sale. For example, each step of a group is reported before the group is durable, and
  // other sales are not searched for.
  | 'tellsBeforeDurable'
  | 'forgetsLines'
  | 'forgetsHolders'
  | 'forgetsOrders'
  | 'comparesNumbersOfOffers'
  // Weaknesses about limits. For example, approval of the first limit that a sale exceeds covers all of them, and
  // supervisors have no limits.
  | 'takesOneWordForAll'
  | 'letsSupervisorsPass'
  | 'reservesNothing'
  | 'reservesFirstContent'
  | 'keepsReservations'
  | 'forgetsRunningBatches'
  | 'mintsIdsLate'
  | 'takesOpenLinesForSold'
  | 'takesOpenLinesForUnsold'
  | 'freshensApprovals'
  // Weaknesses about epochs, and about the key mark of a backup.
  | 'commitsForAnybody'
  | 'keepsMarkOfBackup'
export type DurableWrite = {
  before: SaleRecord | undefined
  after: SaleRecord
  events: readonly SaleEvent[]
  line: AuditEntry | undefined
  batch?: DurableBatch | undefined
}
export type DurableBatch = { before: BatchRecord | undefined; after: BatchRecord; line: AuditEntry | undefined }
export type DiskWatcher = {
  wrote: (write: DurableWrite) => void
  wroteBatch: (write: DurableBatch) => void
  /** An order went from one person to another without being released in between. */
  orderTakenFrom: (order: string, person: string) => void
  committed?: (epoch: number) => void
}

type Row = { record: SaleRecord; events: SaleEvent[] }
/** The value that a write returns, a function that undoes it, and a function that reports it once it is on the disk. */
type Done<T> = { value: T; undo: () => void; tell: (batch?: DurableBatch) => void }
type DoneBatch = Done<BatchRecord> & { change: DurableBatch }
type Open = {
  done: Done<unknown>[]
  isCommitting: boolean
  /** The database has ended the transaction. */
  isOver: boolean
  write: <T>(run: () => Done<T>) => Promise<T>
}
type Transact = (work: (open: Open) => Promise<void>) => Promise<void>

/**
 * After this time the database ends a transaction whose process does nothing, and thereby releases the row that says
 * who leads (ms).
 */
const IDLE_MS = 5_000

/** How many successes of one number and product are searched for duplicates, as in the real database. */
const LATE_SUCCESSES = 20

export function createDisk(
  world: World,
  habits: DiskHabits & DiskWeakness,
  watcher: DiskWatcher,
  leases?: LeaseRecord,
) {
  const rows = new Map<string, Row>()
  const batches = new Map<string, BatchRecord>()
  const byAccount = new Map<string, string[]>()
  const byBatch = new Map<string, string[]>()
  const byTransaction = new Map<string, string[]>()
  /** Sales that the present process has written. The next process reads them back from JSON. */
  const notReadBack = new Set<string>()
  const orderStoreFor = createOrderRows(({ id }, { taken }) => watcher.orderTakenFrom(id, taken?.by.id ?? ''))
  let mark = 0n
  let lastNumber = 0
  let lateIds = 0
  let recovery: Recovery | undefined
  let notYetHard: Done<unknown>[] = []

  /**
   * The database as one process uses it, one operation at a time: reads wait for a commit in progress, as with the
   * single connection of the real database. Steps are grouped as in the server.
   */
  function connect(pass: Pass, epoch?: number) {
    let open: Open | undefined
    let unlock = () => {}
    let isOver = false
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
      const done = last.then(run)
      last = done.catch(() => {})
      return done
    }
    const begin = (): Open => {
      const begun: Open = {
        done: [],
        isCommitting: false,
        isOver: false,
        write: <T>(run: () => Done<T>) => {
          if (isOver) return new Promise<T>(() => {})
          if (begun.isOver) throw new Error('the database has ended the transaction')
          const done = run()
          open?.done.push(done)
          return Promise.resolve(done.value)
        },
      }
      return begun
    }

    /**
     * Begins a transaction on a disk that several processes share: it first reads the epoch, which then stays locked.
     */
    async function beginAmongOthers(begun: Open, record: LeaseRecord): Promise<void> {
      await world.sleep(1)
      const letOthers = await record.lock()
      if (isOver) return letOthers()
      if (record.epoch() !== epoch && !habits.commitsForAnybody) {
        letOthers()
        throw new EpochOver(`epoch ${epoch} is over: the newest is ${record.epoch()}`)
      }
      open = begun
      unlock = letOthers
      world.after(IDLE_MS, () => {
        if (begun.isOver || begun.isCommitting) return
        begun.isOver = true
        takeBack(begun.done.splice(0))
        letOthers()
      })
    }

    const transact: Transact = (work) =>
      inTurn(async () => {
        const begun = begin()
        if (isOver) return
        if (leases) await pass('begin', () => beginAmongOthers(begun, leases))
        open = begun
        try {
          await work(begun)
          begun.isCommitting ||= !leases
          await pass('commit', async () => {
            if (begun.isOver) throw new Error('the database has ended the transaction')
            begun.isCommitting = true
            await world.sleep(habits.commitMs())
            if (isOver) return
            if (habits.isFull()) throw new Error('the disk is full')
            end(begun)
            if (epoch !== undefined) watcher.committed?.(epoch)
            for (const done of begun.done) harden(done)
            unlock()
          })
        } catch (error) {
          if (!begun.isOver) takeBack(begun.done)
          end(begun)
          unlock()
          throw error
        }
      })

    function end(begun: Open): void {
      begun.isOver = true
      open = undefined
    }

    function crash(): void {
      isOver = true
      const begun = open
      // If there are other processes, the database ends what this process has begun when it misses the process or
      // notices that it is dead.
      if (begun && !begun.isOver) {
        end(begun)
        // A disk that reports completion too early has not even begun this write.
        if (begun.isCommitting && habits.lagMs === undefined && habits.survives()) {
          if (epoch !== undefined) watcher.committed?.(epoch)
          for (const { tell } of begun.done) tell()
        } else takeBack(begun.done)
        unlock()
      }
      takeBack(notYetHard)
      notYetHard = []
    }

    async function read<T>(run: () => T): Promise<T> {
      if (leases?.isLocked()) (await leases.lock())()
      return run()
    }

    const inGroup = createGroupCommit<Open>({
      transaction: transact,
      savepoint: async ({ done }): Promise<Savepoint> => {
        const before = done.length
        return { release: async () => {}, rollBack: async () => takeBack(done.splice(before)) }
      },
      defer: (run) => void world.after(habits.gatherMs(), () => isOver || run()),
    })
    const commit: Commit<Open> = habits.tellsBeforeDurable ? tellEarly(inGroup) : inGroup
    return { inTurn, transact, commit, crash, read }
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
    return { value: record, change, undo: setIn(batches, after.id, record), tell: () => watcher.wroteBatch(change) }
  }

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

  /** The batch as a process reads it, or, with `sale`, as it is for the commit that opens that sale. */
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
    const undoRow = setIn(rows, after.id, next)
    if (after.transactionId !== undefined && row?.record.transactionId === undefined)
      addTo(byTransaction, after.transactionId, after.id)
    return {
      value: record,
      undo: () => {
        next.events.length -= events.length
        undoRow()
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
    const duplicate = guard.duplicate?.([...waiting, ...sold].filter((other) => !isOfOtherNumber(other)))
    if (duplicate) throw new DuplicateSaleError(duplicate)
    if (sale.orderId !== undefined && !habits.forgetsOrders) guard.order?.(othersOfOrder(sale))
  }

  /** With this weakness, each line counts what the first one costs. */
  const asReserved = (batch: BatchRecord): BatchRecord =>
    habits.reservesFirstContent ? { ...batch, lines: batch.lines.map(({ saleId }) => ({ saleId })) } : batch

  function refuseAboveLimit(sale: SaleRecord, limits: CommitGuard['limits']): void {
    const reserving = habits.reservesNothing ? [] : [...batches.values()].map(asReserved)
    const exceeded =
      limits?.exceeded(usesAmong(records(), sale, limits.windows, { ...limits, batches: reserving })) ?? []
    if (habits.letsSupervisorsPass && sale.approval?.by.id.startsWith('supervisor')) return
    const isTaken = habits.takesOneWordForAll && sale.approval?.approver !== undefined
    if (exceeded.length === 0 || isTaken) return
    throw new AboveLimit(sale, habits.takesOneWordForAll ? exceeded.slice(0, 1) : exceeded)
  }

  /** Returns the guard for a save. A database with this weakness checks too early: here, before a pause. */
  async function lookAhead(sale: SaleRecord, guard: CommitGuard | undefined): Promise<CommitGuard | undefined> {
    if (guard?.order && habits.looksAtOrdersBeforeMs !== undefined) {
      ask(sale, { order: guard.order })
      await world.sleep(habits.looksAtOrdersBeforeMs)
      return { ...guard, order: undefined }
    }
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
  const othersOfOrder = ({ id, orderId }: SaleRecord) =>
    records().filter((other) => other.orderId === orderId && other.id !== id)
  const records = () => [...rows.values()].map(({ record }) => record)

  const store = (
    pass: Pass,
    clock: Clock,
    { inTurn, commit, read: readDisk }: ReturnType<typeof connect>,
  ): SalesStore => {
    const read = <T>(port: string, run: () => T) => pass(port, () => inTurn(() => readDisk(run)))
    const write = <T>(run: () => Done<T>) => commit((begun) => begun.write(run))
    const list = (port: string, isWanted: (sale: SaleRecord) => boolean) =>
      read(port, () =>
        records()
          .filter(isWanted)
          .toSorted((a, b) => a.number - b.number),
      )
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
      eventCount: (id) => read('eventCount', () => rows.get(id)?.events.length ?? 0),
      events: (id) => read('events', () => [...(rows.get(id)?.events ?? [])]),
      unfinished: async () => readable(await list('unfinished', isUnfinished)),
      restorable: async (openedSince) =>
        readable(
          await list(
            'restorable',
            (sale) =>
              isUnfinished(sale) || isOnDesk(sale) || (sale.state === 'abandoned' && sale.openedAt >= openedSince),
          ),
        ),
      unreadableSales: async () => [],
      openItems: () => list('desk', isOnDesk),
      countUndelivered: () => read('count to hand over', () => records().filter(isUndelivered).length),
      batches: {
        open: (batch, refuse) =>
          pass('open batch', () =>
            write<undefined>(() => {
              refuse()
              if (batches.has(batch.id)) throw new Error(`batch ${batch.id} appeared beside its own turn`)
              return { ...putBatch(batch), value: undefined }
            }),
          ),
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
        incomplete: () =>
          read('incomplete batches', () =>
            [...(habits.forgetsRunningBatches ? [] : batches.values())]
              .filter(({ state }) => state !== 'complete')
              .map(({ id }) => id),
          ),
        unmarked: async () => [],
        unreadable: async () => [],
        releaseLines: async () => {},
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
    /**
     * The database as one process sees it. `pass` runs before and after each of its calls. On a disk with leases, each
     * commit names the process's `epoch` and fails if it is not the newest. `crash` is called when the process has
     * died: writes that it did not see completed may or may not be on the disk.
     */
    open: (pass: Pass, clock: Clock, epoch?: number) => {
      for (const id of notReadBack) readBack(id)
      notReadBack.clear()
      readBatchesBack()
      const connection = connect(pass, epoch)
      const orders = orderStoreFor({
        read: (port, run) => pass(port, () => connection.inTurn(() => connection.read(run))),
        write: (port, run) => pass(port, () => connection.commit((begun) => begun.write(run))),
        sales: records,
      })
      return { store: store(pass, clock, connection), keys: keys(pass, connection), orders, crash: connection.crash }
    },
    read: (id: string) => rows.get(id)?.record,
    sales: records,
    /** A copy of everything that is on the disk now, as a backup is. */
    backUp: (): Backup => ({
      at: world.now(),
      rows: new Map([...rows].map(([id, { record, events }]) => [id, { record, events: [...events] }])),
      batches: new Map(batches),
      mark,
    }),
    /** Restores a backup while no process runs: the next one starts in recovery. `wall` is the clock of the machine. */
    putBack: (backup: Backup, wall: number) => {
      for (const map of [rows, batches, byAccount, byBatch, byTransaction]) map.clear()
      notYetHard = []
      for (const [id, batch] of backup.batches) batches.set(id, batch)
      for (const [id, { record, events }] of backup.rows) {
        rows.set(id, { record, events: [...events] })
        notReadBack.add(id)
        addTo(byAccount, accountOf(record), id)
        if (record.batch) addTo(byBatch, record.batch.id, id)
        if (record.transactionId !== undefined) addTo(byTransaction, record.transactionId, id)
      }
      const highest = backup.mark > BigInt(wall) ? backup.mark : BigInt(wall)
      mark = habits.keepsMarkOfBackup ? backup.mark : highest + KEY_MARGIN
      // A supervisor confirms that numbers continue above those on the receipts.
      recovery = {
        backupAt: wall,
        isResumed: false,
        resumed: () => {
          if (recovery) recovery.isResumed = true
        },
        confirmed: () => {
          recovery = undefined
        },
      }
    },
    recovery: () => recovery,
  }
}

class EpochOver extends Error {
  override readonly name = 'EpochOver'
}

function takeBack(done: readonly Done<unknown>[]): void {
  for (const { undo } of done.toReversed()) undo()
}

/** Reports the result of each step while its group is still open. */
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

const isUnfinished = ({ state, next }: SaleRecord) => NON_FINAL_STATES.includes(state) || next !== undefined
const isOnDesk = (sale: SaleRecord) => isOpenItem(sale) || isUndelivered(sale)

const refuseOwnLine = (): never => {
  throw new ForeignBatch()
}

const nothingWritten = { value: undefined, undo: () => {}, tell: () => {} }

/** The id may be there already, of a row that was lost with the power before it was on the disk. */
function addTo(ids: Map<string, string[]>, key: string, id: string): void {
  const known = entryOf(ids, key, () => [])
  if (!known.includes(id)) known.push(id)
}

const accountOf = ({ serviceId, account }: SaleRecord) => `${serviceId} ${account}`

const readable = (sales: SaleRecord[]) => ({ sales, unreadable: [] })
