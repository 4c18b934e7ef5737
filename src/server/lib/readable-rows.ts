import { UnreadableRecord } from './failures.ts'
import type { Log } from './log.ts'

type Name = (problem: string) => void

/** What `read` makes of each row, without those that cannot be read: `name` says them to the administrator. */
export const readEach = <Row, T>(rows: readonly Row[], read: (row: Row) => T, name: Name): T[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (!(error instanceof UnreadableRecord)) throw error
      name(error.message)
      return []
    }
  })

/** Names each record that cannot be read once, however often it is met. */
export function nameOnce(log: Pick<Log, 'error'>): Name {
  const named = new Set<string>()
  return (problem) => {
    if (!named.has(problem)) log.error({ what: 'a record of the journal is unreadable', problem })
    named.add(problem)
  }
}
