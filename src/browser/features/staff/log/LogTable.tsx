import type { AuditLine } from '#contract/proxy/audit.ts'
import { formatClock, formatShortDay } from '../../../i18n/format-time.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { useLineWords } from './use-line-words.ts'

type LogTableProps = { lines: readonly AuditLine[] }

export function LogTable({ lines }: LogTableProps) {
  const t = useText()
  return (
    <div className="staff__list">
      <table className="stafftable stafftable--log">
        <thead>
          <tr>
            <th scope="col">{t('log.time')}</th>
            <th scope="col">{t('log.what')}</th>
            <th scope="col">{t('log.where')}</th>
            <th scope="col" className="stafftable__figure">
              {t('log.number')}
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
  const { sentence, details } = useLineWords()(line)
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
      <td data-head={t('log.where')}>
        {line.terminal ? <bdi>{line.terminal.name}</bdi> : <span className="muted">–</span>}
      </td>
      <td className="stafftable__figure muted" data-head={t('log.number')}>
        <span className="num">{line.number}</span>
      </td>
    </tr>
  )
}
