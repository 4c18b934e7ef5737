import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { BatchLineAnswer } from '#contract/proxy/batches.ts'
import { formatSaleNumber } from '../../../i18n/format-sale.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { SaleChip } from '../../../sale/SaleChip.tsx'

type BatchLinesProps = { lines: readonly BatchLineAnswer[]; silent: readonly number[] }

/** Every line with the state of its sale. A code is handed over on the screen of its own sale. */
export function BatchLines({ lines, silent }: BatchLinesProps) {
  const t = useText()
  return (
    <ol className="card batchlines" aria-label={t('batch.lines')}>
      {lines.map(({ line, sale }) => (
        <li key={line} className="batchline">
          <span className="num batchline__no">{line}</span>
          <span className="grow">{sale && t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
          {sale ? (
            <SaleChip sale={silent.includes(line) ? { ...sale, state: 'unknown' } : sale} />
          ) : (
            <span className="muted">{t('batch.notBegun')}</span>
          )}
          {sale && (
            <Link className="btn" to={paths.sale(sale.id)}>
              {t(sale.voucher === 'ready' ? 'batch.handOver' : 'batch.open')}
              <span className="sr">{t('batch.openLine', { line })}</span>
              <ChevronRight className="ic flip" size={20} aria-hidden="true" />
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
