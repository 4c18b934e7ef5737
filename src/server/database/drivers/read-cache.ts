/** More than a shop has browsers. */
const MAX_ENTRIES = 1_000

/**
 * A commit that may change rows empties the cache inside that commit, so a read that started before it is not cached. Missing rows are not cached, so invented
 * tokens cannot fill it.
 */
export type ReadCache<Row extends object> = {
  /** Reads from the cache only if `mayUse`. */
  find: (key: string, mayUse: boolean, read: () => Promise<Row | undefined>) => Promise<Row | undefined>
  empty: () => void
}

export function createReadCache<Row extends object>(): ReadCache<Row> {
  const rows = new Map<string, Row>()
  let timesEmptied = 0
  return {
    find: async (key, mayUse, read) => {
      const known = mayUse ? rows.get(key) : undefined
      if (known) return known
      const before = timesEmptied
      const row = await read()
      if (row && mayUse && timesEmptied === before) {
        if (rows.size >= MAX_ENTRIES) rows.clear()
        rows.set(key, row)
      }
      return row
    },
    empty: () => {
      timesEmptied += 1
      rows.clear()
    },
  }
}
