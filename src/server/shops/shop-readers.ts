import type { Kysely } from 'kysely'

import type { ShopProblem } from '#domain/shops.ts'
import { openForeignReader } from '../database/database.ts'
import { isUnanswered } from '../database/drivers/postgres.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { createSemaphore } from '../lib/concurrency.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { ShopPlace } from './shop-place.ts'

/** Timeout of one query (ms). */
const ANSWER_MS = 4_000
/** Each read takes a connection of the database that all shops sell from. */
const PARALLEL = 4
/** Leaves slots for short reads. */
const DOWNLOADS = 2

export type Reading<T> = { place: ShopPlace } & ({ state: 'read'; value: T } | { state: ShopProblem })

export type ShopReaders = ReturnType<typeof createShopReaders>

/**
 * Over read-only connections, which each read opens and closes. Few run in parallel, so many requests hold few connections. One shop's failure doesn't affect
 * the others.
 */
export function createShopReaders({ timers, log }: Pick<ShopContext, 'timers' | 'log'>) {
  const closing = new Set<Promise<void>>()
  const [{ enter, run }, { enter: enterDownload }] = [createSemaphore(PARALLEL), createSemaphore(DOWNLOADS)]
  /** Problems are logged once, because an owner's page reads all shops every half minute. */
  const reported = new Set<string>()

  /** A late read sends no more queries; its connection closes after the last answer. */
  function close(reader: Kysely<JournalTables>): void {
    const closed = reader.destroy().finally(() => closing.delete(closed))
    closing.add(closed)
  }

  async function readOne<T>(place: ShopPlace, atMostMs: number, read: Read<T>): Promise<Reading<T>> {
    const reader = openForeignReader(place.database, ANSWER_MS)
    let cancel = () => {}
    const isLate = new Promise<undefined>((resolve) => (cancel = timers.after(atMostMs, () => resolve(undefined))))
    try {
      const done = await Promise.race([read(reader, place).then((value) => ({ value })), isLate])
      if (done) reported.delete(place.id)
      return done ? { place, state: 'read', value: done.value } : { place, state: 'unreachable' }
    } catch (error) {
      if (isUnanswered(error)) return { place, state: 'unreachable' }
      // The message may contain data.
      const problem = error instanceof Error ? error.name : 'unknown'
      if (!reported.has(place.id)) log.error({ what: 'a shop cannot be read', of: place.id, problem })
      reported.add(place.id)
      return { place, state: 'unreadable' }
    } finally {
      cancel()
      close(reader)
    }
  }

  return {
    /** Reads in the order of `places`; a shop that takes longer than `atMostMs` is `unreachable`. Never rejects. */
    readEach: <T>(places: readonly ShopPlace[], atMostMs: number, read: Read<T>): Promise<Reading<T>[]> => {
      return Promise.all(places.map((place) => run(() => readOne(place, atMostMs, read))))
    },
    /** Reads while the result is being consumed. Throws database errors. */
    readOn: async function* <T>(
      { database }: ShopPlace,
      read: (db: Kysely<JournalTables>) => AsyncGenerator<T>,
    ): AsyncGenerator<T> {
      const reader = openForeignReader(database, ANSWER_MS)
      const leaveDownload = await enterDownload()
      const leave = await enter()
      try {
        yield* read(reader)
      } finally {
        close(reader)
        leave()
        leaveDownload()
      }
    },
    close: async () => void (await Promise.all(closing)),
  }
}

type Read<T> = (db: Kysely<JournalTables>, place: ShopPlace) => Promise<T>
