import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { SessionEntry } from '#api/session.ts'
import { sessionsQuery, useEndSession } from '../../api/staff.ts'
import { useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'

const COLUMNS: Column<SessionEntry>[] = [
  { id: 'name', header: 'staff.name', cell: Name },
  { id: 'terminal', header: 'sessions.terminal', cell: ({ terminal }) => <bdi>{terminal.name}</bdi> },
  { id: 'since', header: 'sessions.since', cell: ({ since }) => <When at={since} /> },
  { id: 'lastUsed', header: 'sessions.lastUsed', cell: ({ lastActivityAt }) => <When at={lastActivityAt} /> },
  { id: 'end', header: 'staff.actions', hideHeader: true, align: 'end', cell: End },
]

export default function SessionsPage() {
  const sessions = useQuery(sessionsQuery)
  return (
    <AdminLayout page="sessions">
      <Async query={sessions} loading="staff.reading">
        {(entries) => (
          <Table
            label="sessions.title"
            columns={COLUMNS}
            rows={entries}
            empty="terminals.nobody"
            narrow="cards"
            size="lg"
          />
        )}
      </Async>
    </AdminLayout>
  )
}

function Name({ person }: SessionEntry) {
  const t = useText()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar id={person.id} name={person.name} size="md" />
      <span className="min-w-0 flex-1">
        <bdi className="font-medium">{person.name}</bdi>
        <span className="block text-1 text-ink-2">{t(`shell.role.${person.role}`)}</span>
      </span>
    </span>
  )
}

const When = ({ at }: { at: number }) => <span className="whitespace-nowrap">{useFormatDate()(at)}</span>

function End(session: SessionEntry) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (session.isThis) return <Tag>{t('sessions.this')}</Tag>
  return (
    <>
      <Button
        variant="danger"
        aria-label={`${t('sessions.end')}, ${session.person.name}, ${session.terminal.name}`}
        onClick={() => setIsOpen(true)}
      >
        {t('sessions.end')}
      </Button>
      {isOpen && <EndDialog session={session} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function EndDialog({ session, onClose }: { session: SessionEntry; onClose: () => void }) {
  const t = useText()
  const end = useEndSession(session.id)
  return (
    <DialogForm
      heading={t('sessions.endName', { name: session.person.name, terminal: session.terminal.name })}
      action={t('sessions.end')}
      sending={end}
      words={{ 'invalid-operation': 'sessions.gone' }}
      isDanger
      onSubmit={() => end.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('sessions.endLead')}</p>
    </DialogForm>
  )
}
