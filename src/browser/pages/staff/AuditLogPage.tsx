import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import type { AuditKind } from '#domain/audit.ts'
import type { AuditLine, AuditPage } from '#api/audit.ts'
import { auditPagesQuery } from '../../api/staff.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { GROUPED_KINDS } from './audit-groups.ts'
import { useAuditText } from './use-audit-text.ts'

const COLUMNS: Column<AuditLine>[] = [
  { id: 'time', header: 'auditLog.time', width: 'fit', cell: Time },
  { id: 'what', header: 'auditLog.what', width: 'half', cell: What },
  { id: 'where', header: 'auditLog.where', cell: ({ terminal }) => (terminal ? <bdi>{terminal.name}</bdi> : '–') },
  { id: 'number', header: 'auditLog.number', width: 'fit', align: 'end', cell: LineNumber },
]

export default function AuditLogPage() {
  const t = useText()
  const [kind, setKind] = useState<AuditKind>()
  const log = useInfiniteQuery(auditPagesQuery(kind))
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = log
  return (
    <AdminLayout
      page="auditLog"
      actions={
        <>
          <KindSelect kind={kind} onChange={setKind} />
          <Button icon={RefreshCw} pending={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
            {t('auditLog.update')}
          </Button>
        </>
      }
    >
      <Async query={log} loading="staff.reading">
        {({ pages }) => (
          <>
            <Integrity page={pages[0]} />
            <AuditLogTable lines={pages.flatMap((page) => page.lines)} isNarrowed={kind !== undefined} />
            {hasNextPage && (
              <div>
                <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('auditLog.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </Async>
    </AdminLayout>
  )
}

export const AuditLogTable = ({ lines, isNarrowed }: { lines: readonly AuditLine[]; isNarrowed: boolean }) => (
  <Table
    label="auditLog.title"
    columns={COLUMNS}
    rows={lines}
    keyOf={({ number }) => String(number)}
    empty={isNarrowed ? 'auditLog.noneOfKind' : 'auditLog.empty'}
    narrow="cards"
  />
)

type KindSelectProps = { kind: AuditKind | undefined; onChange: (kind: AuditKind | undefined) => void }

function KindSelect({ kind, onChange }: KindSelectProps) {
  const t = useText()
  return (
    <label className="flex min-w-0 items-center gap-2 max-sm:flex-1 max-sm:basis-0">
      <span className="text-ink-2 max-sm:sr-only">{t('auditLog.filter')}</span>
      <Select
        value={kind ?? ''}
        options={[
          { value: '', text: t('auditLog.allKinds') },
          ...GROUPED_KINDS.map(({ kind: value, group }) => ({
            value,
            text: t(`auditLog.name.${value}`),
            group: t(`auditLog.group.${group}`),
          })),
        ]}
        onChange={(value) => onChange(value === '' ? undefined : value)}
      />
    </label>
  )
}

function Integrity({ page }: { page: AuditPage | undefined }) {
  const t = useText()
  if (page?.isIntact === undefined) return null
  if (page.isIntact) {
    return (
      <p className="flex items-center gap-2" role="status">
        <ShieldCheck className="shrink-0" size={20} aria-hidden />
        <span>
          <b>{t('auditLog.verified')}</b> <span className="text-ink-2">{t('auditLog.verifiedMeans')}</span>
        </span>
      </p>
    )
  }
  return (
    <Notice
      role="alert"
      tone="bad"
      icon={<ShieldAlert size={24} aria-hidden />}
      heading={
        page.firstBadLine === undefined
          ? t('auditLog.broken')
          : t('auditLog.brokenAt', { number: String(page.firstBadLine) })
      }
    >
      <p>{t('auditLog.brokenMeans')}</p>
    </Notice>
  )
}

function LineNumber({ number }: AuditLine) {
  return <bdi dir="ltr">{number}</bdi>
}

function Time({ at }: AuditLine) {
  const locale = useLocale()
  return (
    <span className="whitespace-nowrap text-ink-2">
      {formatShortDay(at, locale)} <bdi dir="ltr">{formatClock(at)}</bdi>
    </span>
  )
}

function What(line: AuditLine) {
  const { sentence, details } = useAuditText()(line)
  return (
    <>
      {sentence}
      {details.length > 0 && (
        <span className="flex flex-wrap gap-x-4 text-1 text-ink-2">
          {details.map(({ name, value }) => (
            <span key={name}>
              {name}: <bdi>{value}</bdi>
            </span>
          ))}
        </span>
      )}
    </>
  )
}
