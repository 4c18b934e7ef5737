import { Ban, Store } from 'lucide-react'

import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import { formatDate } from '../../../i18n/format-time.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useFormatDate } from '../use-format-date.ts'

type Deeds = { onKiosk: (terminal: TerminalEntry) => void; onRevoke: (terminal: TerminalEntry) => void }
type TerminalTableProps = Deeds & { entries: readonly TerminalEntry[] }

export function TerminalTable({ entries, ...deeds }: TerminalTableProps) {
  const t = useText()
  return (
    <div className="staff__list">
      <table className="stafftable">
        <thead>
          <tr>
            <th scope="col">{t('terminals.name')}</th>
            <th scope="col">{t('terminals.person')}</th>
            <th scope="col">{t('terminals.lastSeen')}</th>
            <th scope="col">
              <span className="sr">{t('staff.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <TerminalRow key={entry.id} entry={entry} {...deeds} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TerminalRow({ entry, onKiosk, onRevoke }: Deeds & { entry: TerminalEntry }) {
  const t = useText()
  const when = useFormatDate()
  const isRevoked = entry.revokedAt !== undefined
  return (
    <tr className={isRevoked ? 'muted' : undefined}>
      <td>
        <bdi className="stafftable__name">{entry.name}</bdi>
        <span className="small muted">
          {entry.revokedAt === undefined
            ? t('terminals.since', { date: formatDate(entry.createdAt) })
            : t('terminals.revokedSince', { date: formatDate(entry.revokedAt) })}
        </span>
        <span className="stafftable__tags">
          {entry.isThis && <span className="tag">{t('terminals.this')}</span>}
          {entry.isKiosk && (
            <span className="tag">
              <Store className="ic" size={16} aria-hidden="true" />
              {t('terminals.kiosk')}
            </span>
          )}
          {isRevoked && (
            <span className="tag">
              <Ban className="ic" size={16} aria-hidden="true" />
              {t('terminals.revoked')}
            </span>
          )}
        </span>
      </td>
      <td data-head={t('terminals.person')}>
        {entry.person ? <bdi>{entry.person.name}</bdi> : <span className="muted">{t('terminals.nobody')}</span>}
      </td>
      <td data-head={t('terminals.lastSeen')} className="muted">
        {entry.lastSeenAt === undefined ? t('staff.neverSeen') : when(entry.lastSeenAt)}
      </td>
      <td className="stafftable__deeds">
        {!isRevoked && (
          <>
            <button
              type="button"
              className="btn"
              aria-label={[t(entry.isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn'), entry.name].join(
                t('shell.comma'),
              )}
              onClick={() => onKiosk(entry)}
            >
              {t(entry.isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn')}
            </button>
            <button
              type="button"
              className="btn btn--bad"
              aria-label={[t('terminals.revoke'), entry.name].join(t('shell.comma'))}
              onClick={() => onRevoke(entry)}
            >
              {t('terminals.revoke')}
            </button>
          </>
        )}
      </td>
    </tr>
  )
}
