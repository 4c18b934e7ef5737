import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { SessionEntry } from '#contract/proxy/session.ts'
import { sessionsQuery, useEndSession } from '../../../api/sessions.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'
import { AsyncContent } from '../AsyncContent.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { SessionTable } from './SessionTable.tsx'

/** Who is signed in where; a supervisor may end it. */
export default function SessionsPage() {
  return (
    <SupervisorsOnly next="staff.forSupervisors">
      <Sessions />
    </SupervisorsOnly>
  )
}

function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<SessionEntry>()
  return (
    <AdminLayout page="sessions">
      <AsyncContent query={sessions}>{(entries) => <SessionTable entries={entries} onEnd={setEnding} />}</AsyncContent>
      {ending && <EndDialog session={ending} onClose={() => setEnding(undefined)} />}
    </AdminLayout>
  )
}

type EndDialogProps = { session: SessionEntry; onClose: () => void }

/** Says what becomes of what the other has under way. */
function EndDialog({ session, onClose }: EndDialogProps) {
  const t = useText()
  const end = useEndSession(session.id)
  return (
    <DialogForm
      heading={t('sessions.endName', { name: session.person.name, terminal: session.terminal.name })}
      deed={t('sessions.end')}
      isBusy={end.isPending}
      isBad
      onDo={() => end.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('sessions.endLead')}</p>
      <FormProblem error={end.error} words={{ 'invalid-operation': 'sessions.gone' }} />
    </DialogForm>
  )
}
