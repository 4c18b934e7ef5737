import { RequestRefused } from '../lib/failures.ts'
import type { Recovery } from './recovery.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

export const recoveryRoutes = (recovery: Recovery): Route[] => [
  route('GET /api/recovery', {
    access: access.supervisor,
    handle: async ({ request }) => {
      const known = await recovery.look(personOf(request))
      if (known) return known
      throw new RequestRefused(404, 'not-found', 'Nothing to confirm: this shop was not restored from a backup.')
    },
  }),
  route('POST /api/recovery', {
    access: access.stepUp,
    handle: ({ body, request }) => recovery.confirm(body, personOf(request), actorOf(request)),
  }),
]
