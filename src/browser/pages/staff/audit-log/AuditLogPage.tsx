import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { AUDIT_KINDS, type AuditKind } from '#domain/audit.ts'
import { auditPagesQuery } from '../../../api/audit.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { AsyncContent } from '../AsyncContent.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { AuditLogTable } from './AuditLogTable.tsx'
import { LogIntegrity } from './LogIntegrity.tsx'

/** What happened at the doors, newest first, and whether nobody changed what is written. */
export default function AuditLogPage() {
  return (
    <SupervisorsOnly next="staff.forSupervisors">
      <Log />
    </SupervisorsOnly>
  )
}

function Log() {
  const t = useText()
  const [kind, setKind] = useState<AuditKind>()
  const log = useInfiniteQuery(auditPagesQuery(kind))
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = log
  return (
    <AdminLayout
      page="auditLog"
      end={
        <button
          type="button"
          className="btn"
          aria-busy={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        >
          <RefreshCw className="ic" size={20} aria-hidden="true" />
          {t('auditLog.update')}
        </button>
      }
    >
      <KindSelect kind={kind} onChoose={setKind} />
      <AsyncContent query={log}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines)
          return (
            <>
              <LogIntegrity page={pages[0]} />
              {lines.length === 0 ? (
                <p className="muted" role="status">
                  {t(kind === undefined ? 'auditLog.empty' : 'auditLog.noneOfKind')}
                </p>
              ) : (
                <AuditLogTable lines={lines} />
              )}
              {hasNextPage && (
                <button
                  type="button"
                  className="btn staff__more"
                  aria-busy={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {t('auditLog.more')}
                </button>
              )}
            </>
          )
        }}
      </AsyncContent>
    </AdminLayout>
  )
}

type KindSelectProps = { kind: AuditKind | undefined; onChoose: (kind: AuditKind | undefined) => void }

function KindSelect({ kind, onChoose }: KindSelectProps) {
  const t = useText()
  return (
    <label className="staff__filter">
      <span className="muted">{t('auditLog.filter')}</span>
      <select
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(AUDIT_KINDS.find((each) => each === value))}
      >
        <option value="">{t('auditLog.allKinds')}</option>
        {AUDIT_KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`auditLog.name.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
