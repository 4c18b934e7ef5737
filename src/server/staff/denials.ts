import type { FastifyRequest } from 'fastify'

import type { AuditEntry } from '#domain/audit.ts'
import type { Clock } from '../lib/clock.ts'
import { requesterOf, type Requester } from './access.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { refOf } from '#domain/person.ts'

const MAX_LINES_PER_MINUTE = 10
const MINUTE_MS = 60_000

type Denied = Pick<AuditEntry, 'kind' | 'by' | 'terminal'>

export type Denials = ReturnType<typeof createDenials>

/** Above ten denials a minute from one source, only their number is recorded, so the log cannot be flooded. */
export function createDenials({ clock, audit }: { clock: Clock; audit: AuditLog }) {
  const minutes = new Map<string, { who: Denied; since: number; count: number }>()

  /** Records floods whose minute is over; with `everything`, the current ones too. */
  async function flush({ everything = false } = {}): Promise<void> {
    for (const [key, { who, since, count }] of minutes) {
      if (!everything && clock.now() - since < MINUTE_MS) continue
      minutes.delete(key)
      if (count > MAX_LINES_PER_MINUTE) await audit.append({ ...who, detail: { more: count - MAX_LINES_PER_MINUTE } })
    }
  }

  async function write(key: string, who: Denied, detail: { route: string }): Promise<void> {
    await flush()
    const minute = minutes.get(key) ?? { who, since: clock.now(), count: 0 }
    minute.count += 1
    minutes.set(key, minute)
    if (minute.count <= MAX_LINES_PER_MINUTE) await audit.append({ ...who, detail })
  }

  return {
    flush,

    /** Requests of unknown browsers are not recorded. */
    recordDenied: async (request: FastifyRequest): Promise<void> => {
      const requester = requesterOf(request)
      const key = requester.sessionId ?? requester.terminal?.id
      if (key !== undefined) await write(key, { kind: 'denied', ...namesOf(requester) }, { route: routeOf(request) })
    },

    /** All requesters share the limit per minute. */
    recordWrongCode: (request: FastifyRequest): Promise<void> =>
      write('codes', { kind: 'wrong-code' }, { route: routeOf(request) }),
  }
}

const routeOf = ({ method, routeOptions: { url = '' } }: FastifyRequest) => `${method} ${url}`

const namesOf = ({ person, terminal }: Requester) => ({
  ...(person && { by: refOf(person) }),
  ...(terminal && { terminal: refOf(terminal) }),
})
