import { UnreadableRecord } from './failures.ts'
import type { Log } from './log.ts'

/** Omits unreadable rows, which `name` reports to the administrator. */
export const readEach = <Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
  name: (problem: string) => void = () => {},
): T[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error
      name(error.message)
      return []
    }
  })

const named = new WeakMap<object, Set<string>>()

/** Each problem is logged once, because tills read the same record many times a minute. */
export function nameUnreadable(log: Pick<Log, 'error'> | undefined, problem: string): void {
  if (!log) return
  const known = named.get(log) ?? new Set<string>()
  if (!known.has(problem)) log.error({ what: 'a record of the database is unreadable', problem })
  named.set(log, known.add(problem))
}
