import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { AUDIT_KINDS, type AuditKind } from '#domain/audit.ts'
import { auditPagesQuery } from '../../../api/audit.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { Reading } from '../Reading.tsx'
import { StaffPage } from '../StaffPage.tsx'
import { LogTable } from './LogTable.tsx'
import { Wholeness } from './Wholeness.tsx'

/** What happened at the doors, newest first, and whether nobody changed what is written. */
export function LogStage() {
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
    <StaffPage
      page="log"
      end={
        <button
          type="button"
          className="btn"
          aria-busy={isFetching && !isFetchingNextPage}
          onClick={() => void refetch()}
        >
          <RefreshCw className="ic" size={20} aria-hidden="true" />
          {t('log.update')}
        </button>
      }
    >
      <KindSelect kind={kind} onChoose={setKind} />
      <Reading query={log}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines)
          return (
            <>
              <Wholeness page={pages[0]} />
              {lines.length === 0 ? (
                <p className="muted" role="status">
                  {t(kind === undefined ? 'log.empty' : 'log.noneOfKind')}
                </p>
              ) : (
                <LogTable lines={lines} />
              )}
              {hasNextPage && (
                <button
                  type="button"
                  className="btn staff__more"
                  aria-busy={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {t('log.more')}
                </button>
              )}
            </>
          )
        }}
      </Reading>
    </StaffPage>
  )
}

type KindSelectProps = { kind: AuditKind | undefined; onChoose: (kind: AuditKind | undefined) => void }

function KindSelect({ kind, onChoose }: KindSelectProps) {
  const t = useText()
  return (
    <label className="staff__filter">
      <span className="muted">{t('log.filter')}</span>
      <select
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(AUDIT_KINDS.find((each) => each === value))}
      >
        <option value="">{t('log.allKinds')}</option>
        {AUDIT_KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`log.name.${each}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
