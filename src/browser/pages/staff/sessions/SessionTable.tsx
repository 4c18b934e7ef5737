import type { SessionEntry } from '#contract/proxy/session.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { useFormatDate } from '../use-format-date.ts'

type SessionTableProps = { entries: readonly SessionEntry[]; onEnd: (session: SessionEntry) => void }

export function SessionTable({ entries, onEnd }: SessionTableProps) {
  const t = useText()
  const when = useFormatDate()
  return (
    <div className="staff__list">
      <table className="stafftable">
        <thead>
          <tr>
            <th scope="col">{t('staff.name')}</th>
            <th scope="col">{t('sessions.terminal')}</th>
            <th scope="col">{t('sessions.since')}</th>
            <th scope="col">{t('sessions.lastUsed')}</th>
            <th scope="col">
              <span className="sr">{t('staff.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <span className="row stafftable__who">
                  <Avatar id={entry.person.id} name={entry.person.name} size={32} />
                  <span className="grow">
                    <bdi className="stafftable__name">{entry.person.name}</bdi>
                    <span className="small muted">{t(`shell.role.${entry.person.role}`)}</span>
                  </span>
                </span>
              </td>
              <td data-head={t('sessions.terminal')}>
                <bdi>{entry.terminal.name}</bdi>
              </td>
              <td data-head={t('sessions.since')}>{when(entry.since)}</td>
              <td data-head={t('sessions.lastUsed')}>{when(entry.lastActivityAt)}</td>
              <td className="stafftable__deeds">
                {entry.isThis ? (
                  <span className="tag">{t('sessions.this')}</span>
                ) : (
                  <button
                    type="button"
                    className="btn btn--bad"
                    aria-label={[t('sessions.end'), entry.person.name, entry.terminal.name].join(t('shell.comma'))}
                    onClick={() => onEnd(entry)}
                  >
                    {t('sessions.end')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
