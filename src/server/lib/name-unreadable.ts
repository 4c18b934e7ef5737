import type { Log } from './log.ts'

const named = new WeakMap<Log, Set<string>>()

/** Tells the administrator, once, which record of the journal cannot be read: tills read the same one many times a minute. */
export function nameUnreadable(log: Log | undefined, problem: string): void {
  if (!log) return
  const known = named.get(log) ?? new Set<string>()
  if (!known.has(problem)) log.error({ what: 'a record of the journal is unreadable', problem })
  named.set(log, known.add(problem))
}
