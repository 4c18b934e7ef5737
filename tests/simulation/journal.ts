import { isOnDesk } from '#domain/desk.ts'
import { holdsLineOf } from '#domain/duplicate.ts'
import { WAITING_STATES, UNSETTLED_STATES, type SaleEvent, isToHandOver } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { DuplicateSale, LineTaken, StaleSale, type Guard, type SalesStore } from '#proxy/journal/sales-store.ts'
import type { KeyStore } from '#proxy/wholesaler/wholesaler.ts'
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
}
export type DurableWrite = { before: SaleRecord | undefined; after: SaleRecord; events: readonly SaleEvent[] }

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

  function put(after: SaleRecord, events: readonly SaleEvent[]): Done<SaleRecord> {
    const row = rows.get(after.id)
    const record = Object.freeze(after)
    const next: Row = { record, events: row?.events ?? [] }
    notReadBack.add(after.id)
    next.events.push(...events)
    rows.set(after.id, next)
    return {
      value: record,
      undo: () => {
        next.events.length -= events.length
        if (row) rows.set(after.id, row)
        else rows.delete(after.id)
      },
      tell: () => onDurable({ before: row?.record, after: record, events }),
    }
  }

  function putNext(sale: SaleRecord, events: readonly SaleEvent[]): Done<SaleRecord> {
    if (rows.get(sale.id)?.record.version !== sale.version) throw new StaleSale(`sale ${sale.id} moved on`)
    return put({ ...sale, version: sale.version + 1 }, events)
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
    const duplicate = guard([...waiting, ...sold])
    if (duplicate) throw new DuplicateSale(duplicate)
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
      save: (sale, events, guard) =>
        pass('save', () =>
          write(() => {
            ask(sale, guard)
            return putNext(sale, events)
          }),
        ),
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
