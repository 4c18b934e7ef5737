import type { Kysely } from 'kysely'

import type { ShopProblem } from '#domain/shops.ts'
import { openForeignReader } from '../database/database.ts'
import { isUnanswered } from '../database/drivers/postgres.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { createSemaphore } from '../lib/concurrency.ts'
import type { ShopContext } from '../shop-context.ts'
import type { ShopPlace } from './shop-place.ts'

/** The longest that one query of a shop may take (ms). */
const ANSWER_MS = 4_000
/** Shops that are read at once, by whoever asks: each takes a connection of the database that all of them sell from. */
const PARALLEL = 4
/** Of those, for as long as somebody downloads what is read: the others are for answers that somebody waits for. */
const DOWNLOADS = 2

/** What was read of a shop, or why nothing was. */
export type Reading<T> = { place: ShopPlace } & ({ state: 'read'; value: T } | { state: ShopProblem })

export type ShopReaders = ReturnType<typeof createShopReaders>

/**
 * Reads the journals of other shops by connections that cannot write. Each reading of a shop has its own and closes it at its end, and few are read at
 * once, so that many looks at many shops hold few. What one shop does not answer spoils nothing of the others.
 */
export function createShopReaders({ timers, log }: Pick<ShopContext, 'timers' | 'log'>) {
  const closing = new Set<Promise<void>>()
  const [{ enter, run }, { enter: enterDownload }] = [createSemaphore(PARALLEL), createSemaphore(DOWNLOADS)]
  /** The shops whose log line was written already: an owner's page reads them every half a minute. */
  const told = new Set<string>()

  /** A reading that is late asks nothing more from now on; its connection waits for the answer to its last query. */
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
      if (done) told.delete(place.id)
      return done ? { place, state: 'read', value: done.value } : { place, state: 'unreachable' }
    } catch (error) {
      if (isUnanswered(error)) return { place, state: 'unreachable' }
      // Its message may contain what was read.
      const problem = error instanceof Error ? error.name : 'unknown'
      if (!told.has(place.id)) log.error({ what: 'a shop cannot be read', of: place.id, problem })
      told.add(place.id)
      return { place, state: 'unreadable' }
    } finally {
      cancel()
      close(reader)
    }
  }

  return {
    /** Reads each shop, in the order of `places`; one that takes longer than `atMostMs` is `unreachable`. Never rejects. */
    readEach: <T>(places: readonly ShopPlace[], atMostMs: number, read: Read<T>): Promise<Reading<T>[]> => {
      return Promise.all(places.map((place) => run(() => readOne(place, atMostMs, read))))
    },
    /** Reads one shop for as long as what is read is being used. Throws what the database throws. */
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
