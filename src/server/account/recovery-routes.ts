import { dayPaths } from '#api/day-paths.ts'
import { ConfirmedRecovery, ConfirmRecovery, Recovery } from '#api/recovery.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { Recovery as RecoveryOfJournal } from './recovery.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

/** What supervisors look at after the journal was put back from a backup, and their confirmation. */
export const recoveryRoutes = (recovery: RecoveryOfJournal): Route[] => [
  route({
    method: 'GET',
    path: dayPaths.recovery,
    access: access.supervisor,
    answer: Recovery,
    handle: async ({ request }) => {
      const known = await recovery.look(personOf(request))
      if (known) return known
      throw new RequestRefused(
        404,
        'not-found',
        'Nothing is to be confirmed: this journal was not put back from a backup.',
      )
    },
  }),
  route({
    method: 'POST',
    path: dayPaths.recovery,
    access: access.stepUp,
    body: ConfirmRecovery,
    answer: ConfirmedRecovery,
    handle: ({ body, request }) => recovery.confirm(body, personOf(request), actorOf(request)),
  }),
]
