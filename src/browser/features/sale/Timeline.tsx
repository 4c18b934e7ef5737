import { Check, RefreshCw, TriangleAlert } from 'lucide-react'

import type { Sale } from '#domain/sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { isDoubt, tellEvents, type TimelineLine } from './timeline-lines.ts'

type TimelineProps = {
  sale: Sale
  isAnswering: boolean
  /** Nothing comes next by itself. */
  isOver?: boolean
}

/** What happened to a sale so far, and what comes next. */
export function Timeline({ sale, isAnswering, isOver = false }: TimelineProps) {
  const t = useText()
  return (
    <section className="card timeline">
      <h2>{t('sale.whatHappened')}</h2>
      <ol className="tl">
        {tellEvents(sale.events ?? []).map((line) => (
          <Line key={`${line.at} ${line.kind}`} line={line} />
        ))}
        {!isOver && (
          <li>
            <time className="num">{t('sale.next')}</time>
            <span className="mk">
              <RefreshCw className="ic" size={14} aria-hidden="true" />
            </span>
            <span className="tx">{isAnswering ? t('sale.nextAsk') : t('sale.nextOnline')}</span>
          </li>
        )}
      </ol>
    </section>
  )
}

function Line({ line }: { line: TimelineLine }) {
  const t = useText()
  const formats = useFormats()
  const Icon = isDoubt(line.kind) ? TriangleAlert : Check
  const text = t(`sale.event.${line.kind}`, { by: line.by ?? '' })
  return (
    <li>
      <time className="num">{formats.clock(line.at)}</time>
      <span className={isDoubt(line.kind) ? 'mk mk--unk' : 'mk'}>
        <Icon className="ic" size={14} aria-hidden="true" />
      </span>
      <span className="tx">{line.times > 1 ? t('sale.times', { text, count: line.times }) : text}</span>
    </li>
  )
}
