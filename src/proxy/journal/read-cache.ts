/** More than a shop has browsers. */
const MAX_ENTRIES = 1_000

/**
 * What the journal last said, for reads that are repeated all day. A commit that may change it empties it, in that very commit: what was read
 * before the commit and comes back after it is not kept. Only what is there is kept, so whoever invents tokens fills nothing.
 */
export type ReadCache<Row extends object> = {
  /** The row of `key`: from memory where `mayUse` says so and it is there, else as `read` says. */
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
