import type { AuditEntry } from '#domain/audit.ts'
import { isOnDesk } from '#domain/desk.ts'
import { batchOwnerOf, holdsLineOf } from '#domain/duplicate.ts'
import { WAITING_STATES, UNSETTLED_STATES, type SaleEvent, isToHandOver } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import {
  AboveLimit,
  DuplicateSale,
  ForeignBatch,
  LineTaken,
  StaleSale,
  type Guard,
  type SalesStore,
} from '#proxy/journal/sales-store.ts'
import type { KeyStore } from '#proxy/wholesaler/wholesaler.ts'
import { usesAmong } from './shop-limits.ts'
import type { World } from './world.ts'

/** What lies on the disk of the shop. It outlives the processes that write to it. */
export type Disk = {
  /** The journal as one process sees it; `pass` stands before and after each of its calls. */
  open: (pass: Pass) => { store: SalesStore; keys: KeyStore }
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
  isFull: () => boolean
  /** How many of the writes on their way survive a crash. */
  survive: (onTheirWay: number) => number
  /** A disk that says done before it is: a write is on it only so much later. */
  lagMs?: number
  /** A journal that does not look for other sales of the same line. */
  forgetsLines?: true
  /** A journal that does not look whose quantity it is. */
  forgetsOwners?: true
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
}
export type DurableWrite = {
  before: SaleRecord | undefined
  after: SaleRecord
  events: readonly SaleEvent[]
  /** Of the audit log. */
  line: AuditEntry | undefined
}

type Row = { record: SaleRecord; events: SaleEvent[] }
/** What a write came to, how it is taken back, and what is to be told once it is on the disk. */
type Done<T> = { value: T; undo: () => void; tell: () => void }
type Write = { run: () => Done<unknown>; resolve: (value: unknown) => void; reject: (error: Error) => void }

/** Successes of one number and service that are looked at for duplicates, as in the real journal. */
const LATE_SUCCESSES = 20

export function createDisk(world: World, habits: DiskHabits, onDurable: (write: DurableWrite) => void): Disk {
  const rows = new Map<string, Row>()
  const byAccount = new Map<string, string[]>()
  const byBatch = new Map<string, string[]>()
  const byTransaction = new Map<string, string[]>()
  /** Written since the last process began: another one finds what JSON keeps of them. */
  const notReadBack = new Set<string>()
  let mark = 0n
  let lastNumber = 0
  let onTheirWay: Write[] = []
  let notYetHard: Done<unknown>[] = []

  /** Writes are done one after the other, each in its own time. */
  function write<T>(run: () => Done<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      onTheirWay.push({ run, resolve: resolve as (value: unknown) => void, reject })
      if (onTheirWay.length === 1) commitNext()
    })
  }

  function commitNext(): void {
    const [first] = onTheirWay
    if (!first) return
    world.after(habits.commitMs(), () => {
      if (onTheirWay[0] !== first) return
      onTheirWay.shift()
      try {
        if (habits.isFull()) throw new Error('the disk is full')
        const done = first.run()
        harden(done)
        first.resolve(done.value)
      } catch (error) {
        first.reject(error instanceof Error ? error : new Error(String(error)))
      }
      commitNext()
    })
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
      tell: () => onDurable({ before: row?.record, after: record, events, line }),
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

  function ask(sale: SaleRecord, guard: Guard | undefined): void {
    if (!guard) return
    const records = sale.account === undefined ? [] : recordsOf(byAccount.get(accountOf(sale)))
    const waiting = records.filter(({ state }) => WAITING_STATES.includes(state))
    const sold = records.filter(({ state }) => state === 'succeeded').slice(-LATE_SUCCESSES)
    const isOfOtherNumber = ({ international }: SaleRecord) =>
      habits.comparesNumbersOfOffers && international?.denomination.id !== sale.international?.denomination.id
    const duplicate = guard.duplicate([...waiting, ...sold].filter((other) => !isOfOtherNumber(other)))
    if (duplicate) throw new DuplicateSale(duplicate)
  }

  function refuseAboveLimit(sale: SaleRecord, limits: Guard['limits']): void {
    const exceeded = limits?.exceeded(usesAmong(records(), sale, limits.windows)) ?? []
    if (habits.letsSupervisorsPass && sale.approval?.by.id.startsWith('supervisor')) return
    const isTaken = habits.takesOneWordForAll && sale.approval?.approver !== undefined
    if (exceeded.length === 0 || isTaken) return
    throw new AboveLimit(sale, habits.takesOneWordForAll ? exceeded.slice(0, 1) : exceeded)
  }

  /** What a save looks at and does; a journal that looks at limits too soon has done so by then. */
  async function lookAhead(sale: SaleRecord, guard: Guard | undefined): Promise<Guard | undefined> {
    if (!guard?.limits || habits.looksAtLimitsBeforeMs === undefined) return guard
    refuseAboveLimit(sale, guard.limits)
    await world.sleep(habits.looksAtLimitsBeforeMs)
    return { ...guard, limits: undefined }
  }

  function refuseForeignBatch(sale: SaleRecord): void {
    if (!sale.batch || habits.forgetsOwners) return
    const [first] = recordsOf(byBatch.get(sale.batch.id))
    if (first && batchOwnerOf(first) !== batchOwnerOf(sale)) throw new ForeignBatch()
  }

  function refuseTakenLine(sale: SaleRecord): void {
    if (!sale.batch || habits.forgetsLines) return
    const holder = recordsOf(byBatch.get(sale.batch.id)).find((other) => holdsLineOf(sale, other))
    if (holder) throw new LineTaken(holder)
  }

  const recordsOf = (ids: readonly string[] = []) => ids.flatMap((id) => rows.get(id)?.record ?? [])
  const records = () => [...rows.values()].map(({ record }) => record)

  const store = (pass: Pass): SalesStore => {
    const read = <T>(port: string, run: () => T) => pass(port, async () => run())
    return {
      insert: (sale, events, guard) =>
        pass('insert', () =>
          write<SaleRecord | undefined>(() => {
            if (rows.has(sale.id)) return nothingWritten
            refuseForeignBatch(sale)
            ask(sale, guard)
            refuseTakenLine(sale)
            lastNumber += 1
            const done = put({ ...sale, version: 1, number: lastNumber }, events)
            addTo(byAccount, accountOf(sale), sale.id)
            if (sale.batch) addTo(byBatch, sale.batch.id, sale.id)
            return done
          }),
        ),
      find: (id) => read('find', () => rows.get(id)?.record),
      save: (sale, events, { guard: wanted, line } = {}) =>
        pass('save', async () => {
          const guard = await lookAhead(sale, wanted)
          return write(() => {
            ask(sale, guard)
            refuseAboveLimit(sale, guard?.limits)
            return putNext(sale, events, line)
          })
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
      holderOf: (transactionId, exceptId) =>
        read('holder of', () => {
          if (habits.forgetsHolders) return undefined
          const holders = recordsOf(byTransaction.get(transactionId))
          return holders.find((sale) => sale.id !== exceptId && sale.transactionId === transactionId)?.id
        }),
      append: (id, event) =>
        pass('append', () =>
          write(() => {
            rows.get(id)?.events.push(event)
            return nothingWritten
          }),
        ),
      events: (id) => read('events', () => [...(rows.get(id)?.events ?? [])]),
      unfinished: () =>
        read('unfinished', () =>
          records()
            .filter(({ state, next }) => UNSETTLED_STATES.includes(state) || next !== undefined)
            .toSorted((a, b) => a.number - b.number),
        ),
      desk: () =>
        read('desk', () =>
          records()
            .filter((sale) => isOnDesk(sale) || isToHandOver(sale))
            .toSorted((a, b) => a.number - b.number),
        ),
      countToHandOver: () => read('count to hand over', () => records().filter(isToHandOver).length),
    }
  }

  const keys = (pass: Pass): KeyStore => ({
    loadMark: () => pass('load mark', async () => mark),
    saveMark: (next) =>
      pass('save mark', () =>
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
  })

  return {
    open: (pass) => {
      for (const id of notReadBack) readBack(id)
      notReadBack.clear()
      return { store: store(pass), keys: keys(pass) }
    },
    crash: () => {
      for (const { undo } of notYetHard.toReversed()) undo()
      notYetHard = []
      const abandoned = onTheirWay
      onTheirWay = []
      for (const { run } of abandoned.slice(0, habits.survive(abandoned.length))) survive(run)
    },
    read: (id) => rows.get(id)?.record,
    eventsOf: (id) => rows.get(id)?.events ?? [],
    sales: records,
  }
}

function survive(run: () => Done<unknown>): void {
  try {
    run().tell()
  } catch {
    // A write that would have been refused leaves nothing behind.
  }
}

const nothingWritten = { value: undefined, undo: () => {}, tell: () => {} }

function addTo(ids: Map<string, string[]>, key: string, id: string): void {
  const known = ids.get(key)
  if (known) known.push(id)
  else ids.set(key, [id])
}

const accountOf = ({ serviceId, account }: SaleRecord) => `${serviceId} ${account}`
