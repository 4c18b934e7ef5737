import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import type { Sessions } from './sessions.ts'
import type { Terminals } from './terminals.ts'

type Deps = { terminals: Pick<Terminals, 'listAll'>; sessions: Pick<Sessions, 'list' | 'lastSeen'> }

/** Every terminal with who is there, as a supervisor at `asking` sees it; those in use first. */
export async function listTerminals({ terminals, sessions }: Deps, asking: string): Promise<TerminalEntry[]> {
  const [all, signedIn, seen] = [
    await terminals.listAll(),
    await sessions.list(''),
    await sessions.lastSeen('terminals'),
  ]
  const entries = all.map(({ revokedAt, ...terminal }): TerminalEntry => {
    const person = signedIn.find((session) => session.terminal.id === terminal.id)?.person
    const lastSeenAt = seen.get(terminal.id)
    return {
      ...terminal,
      ...(revokedAt !== null && { revokedAt }),
      ...(person && { person: { id: person.id, name: person.name } }),
      ...(lastSeenAt !== undefined && { lastSeenAt }),
      isThis: terminal.id === asking,
    }
  })
  return entries.toSorted((one, other) => Number(one.revokedAt !== undefined) - Number(other.revokedAt !== undefined))
}
