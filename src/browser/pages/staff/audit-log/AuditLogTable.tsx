import type { AuditLine } from '#contract/proxy/audit.ts'
import { formatClock, formatShortDay } from '../../../i18n/format-time.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { useAuditText } from './use-audit-text.ts'

type AuditLogTableProps = { lines: readonly AuditLine[] }

export function AuditLogTable({ lines }: AuditLogTableProps) {
  const t = useText()
  return (
    <div className="staff__list">
      <table className="stafftable stafftable--log">
        <thead>
          <tr>
            <th scope="col">{t('auditLog.time')}</th>
            <th scope="col">{t('auditLog.what')}</th>
            <th scope="col">{t('auditLog.where')}</th>
            <th scope="col" className="stafftable__figure">
              {t('auditLog.number')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LogRow key={line.number} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LogRow({ line }: { line: AuditLine }) {
  const t = useText()
  const locale = useLocale()
  const { sentence, details } = useAuditText()(line)
  return (
    <tr>
      <td className="muted">
        {formatShortDay(line.at, locale)} <span className="num">{formatClock(line.at)}</span>
      </td>
      <td>
        {sentence}
        {details.length > 0 && (
          <span className="small muted logdetails">
            {details.map(({ name, value }) => (
              <span key={name}>
                {name}: <bdi>{value}</bdi>
              </span>
            ))}
          </span>
        )}
      </td>
      <td data-head={t('auditLog.where')}>
        {line.terminal ? <bdi>{line.terminal.name}</bdi> : <span className="muted">–</span>}
      </td>
      <td className="stafftable__figure muted" data-head={t('auditLog.number')}>
        <span className="num">{line.number}</span>
      </td>
    </tr>
  )
}
