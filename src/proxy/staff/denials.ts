import type { FastifyRequest } from 'fastify'

import type { AuditEntry } from '#domain/audit.ts'
import type { Clock } from '../clock.ts'
import { requesterOf, type Requester } from './access.ts'
import type { AuditLog } from './audit-log.ts'

const LINES_A_MINUTE = 10
const MINUTE_MS = 60_000

export type Denials = ReturnType<typeof createDenials>
type Denied = Pick<AuditEntry, 'kind' | 'by' | 'terminal'>

/** Writes down who was turned away, and of a flood only how many there were: nobody fills the log by knocking. */
export function createDenials({ clock, audit }: { clock: Clock; audit: AuditLog }) {
  const minutes = new Map<string, { who: Denied; since: number; count: number }>()

  /** Writes down floods whose minute is over; with `everything` also those of this minute. */
  async function flush({ everything = false } = {}): Promise<void> {
    for (const [key, { who, since, count }] of minutes) {
      if (!everything && clock.now() - since < MINUTE_MS) continue
      minutes.delete(key)
      if (count > LINES_A_MINUTE) await audit.append({ ...who, detail: { more: count - LINES_A_MINUTE } })
    }
  }

  async function write(key: string, who: Denied, detail: { route: string }): Promise<void> {
    await flush()
    const minute = minutes.get(key) ?? { who, since: clock.now(), count: 0 }
    minute.count += 1
    minutes.set(key, minute)
    if (minute.count <= LINES_A_MINUTE) await audit.append({ ...who, detail })
  }

  return {
    flush,

    /** Whoever sent this request asked for more than theirs. Of strangers nothing is known that is worth a line. */
    recordDenied: async (request: FastifyRequest): Promise<void> => {
      const visitor = requesterOf(request)
      const key = visitor.sessionId ?? visitor.terminal?.id
      if (key !== undefined) await write(key, { kind: 'denied', ...namesOf(visitor) }, { route: routeOf(request) })
    },

    /** Somebody tried a code that is not good; whoever they are, all of them share the lines. */
    recordWrongCode: (request: FastifyRequest): Promise<void> =>
      write('codes', { kind: 'wrong-code' }, { route: routeOf(request) }),
  }
}

const routeOf = ({ method, routeOptions: { url = '' } }: FastifyRequest) => `${method} ${url}`

const namesOf = ({ person, terminal }: Requester) => ({
  ...(person && { by: { id: person.id, name: person.name } }),
  ...(terminal && { terminal: { id: terminal.id, name: terminal.name } }),
})
