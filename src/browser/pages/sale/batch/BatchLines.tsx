import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Eye, EyeOff, TicketCheck } from 'lucide-react'
import { useId } from 'react'

import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import { linesAddress } from '../../../api/batch-steps.ts'
import { sessionQuery } from '../../../api/session.ts'
import { formatSaleNumber } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { paths } from '../../../paths.ts'
import { CodeParts } from '../../../sale/delivery/CodeCard.tsx'
import type { Delivery } from '../../../sale/delivery/use-delivery.ts'
import { SaleChip } from '../../../sale/SaleRowParts.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ARM_MS } from '../SaleParts.tsx'
import { isMixed } from './batch-state.ts'
import { CheckChip, LineContent, LineReason } from './LineContent.tsx'
import type { ShownBatch } from './use-batch.ts'

const ExportButton = lazyPart(async () => (await import('../../../report/ExportButton.tsx')).ExportButton)

type BatchLinesProps = {
  shown: ShownBatch
  delivery: Delivery
  /** Sells a likely duplicate of a basket or list in addition. Absent if this person cannot. */
  onAgain: ((line: number) => void) | undefined
}

export function BatchLines({ shown: { batch, silent, step }, delivery, onAgain }: BatchLinesProps) {
  const t = useText()
  const headingId = useId()
  const { due, reveal, canShow, show } = delivery
  const isReading = reveal.now.kind === 'asking'
  return (
    <section className="shrink-0 rounded-3 border-1 border-line bg-surface px-4 py-1" aria-labelledby={headingId}>
      <div className="flex min-h-bar flex-wrap items-center gap-x-3">
        <h2 id={headingId} className="flex-1 text-3">
          {delivery.isShown && !isMixed(batch) ? t('ticket.codes', { count: due }) : t('batch.lines')}
        </h2>
        {delivery.isShown && (
          <span className="flex items-center gap-2 text-ink-2">
            <TicketCheck size={20} className="shrink-0" aria-hidden /> {t('delivery.undelivered')}
          </span>
        )}
        {step !== 'selling' && isMixed(batch) && <ResultFile id={batch.id} />}
        {reveal.now.kind === 'shown' ? (
          <Button variant="quiet" icon={EyeOff} onClick={reveal.hide}>
            {t('delivery.hide')}
          </Button>
        ) : (
          due > 0 && (
            <Button icon={Eye} pending={isReading} aria-disabled={!canShow} onClick={show}>
              {t(isReading ? 'delivery.loading' : 'batch.showAll', { count: due })}
            </Button>
          )
        )}
      </div>
      <ol aria-labelledby={headingId}>
        {batch.lines.map((line) => (
          <BatchLine
            key={line.line}
            line={
              silent.includes(line.line) && line.sale ? { ...line, sale: { ...line.sale, state: 'unknown' } } : line
            }
            batch={batch}
            isSelling={step === 'selling'}
            delivery={delivery}
            onAgain={onAgain}
          />
        ))}
      </ol>
    </section>
  )
}

type BatchLineProps = Pick<BatchLinesProps, 'delivery' | 'onAgain'> & {
  line: BatchLineAnswer
  batch: BatchAnswer
  isSelling: boolean
}

function BatchLine({ line: each, batch, isSelling, delivery, onAgain }: BatchLineProps) {
  const t = useText()
  const { line, content, sale, skip } = each
  const voucher = sale && delivery.codeOf(sale)
  const number = sale && t('sale.saleNumber', { number: formatSaleNumber(sale) })
  const isNotSold = skip !== undefined || sale?.problem !== undefined
  return (
    <li className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1">
      <bdi className="min-w-[2ch] text-end font-semibold">{line}</bdi>
      {content ? (
        <LineContent content={content}>
          <span className="block text-1 text-ink-2">{number}</span>
        </LineContent>
      ) : (
        <span className="flex-1 whitespace-nowrap">{number}</span>
      )}
      <LineState line={each} batch={batch} isSelling={isSelling} />
      {sale && (
        <ButtonLink
          to={paths.sale(sale.id)}
          amount={<ChevronRight size={20} className="rtl:-scale-x-100 max-sm:hidden" />}
        >
          {t(sale.voucher === 'ready' ? 'batch.handOver' : 'batch.open')}{' '}
          <span className="sr-only">{t('batch.openLine', { line })}</span>
        </ButtonLink>
      )}
      {content && isNotSold && (
        <p className="w-full ps-[calc(2ch+0.75rem)] text-ink-2">
          <LineReason line={each} />
        </p>
      )}
      {skip?.reason === 'confirm-duplicate' && !isSelling && onAgain && (
        <Button armDelayMs={ARM_MS} onClick={() => onAgain(line)}>
          {t('sale.duplicate.again')} <span className="sr-only">{t('batch.openLine', { line })}</span>
        </Button>
      )}
      {voucher && (
        <div className="paper @container mb-1 flex w-full flex-col gap-3 rounded-2 border-1 border-paper-line bg-paper px-4 py-3">
          <CodeParts voucher={voucher} isSmall />
        </div>
      )}
    </li>
  )
}

function LineState({ line: { sale, skip, content }, batch, isSelling }: Omit<BatchLineProps, 'delivery' | 'onAgain'>) {
  const t = useText()
  if (skip) return <CheckChip check={skip.reason === 'confirm-duplicate' ? 'again' : 'out'} />
  // A line of a basket is checked long before its turn.
  if (sale && !(content && isSelling && sale.state === 'checked')) return <SaleChip sale={sale} />
  // Lines not started here may have been sold after the backup that was restored.
  return <span className="text-ink-2">{t(batch.isRestored ? 'batch.notDecidedSum' : 'batch.notBegun')}</span>
}

/** The result of each line as a file. Not in practice, where nothing is to be kept. */
function ResultFile({ id }: { id: string }) {
  const { data: isPractice } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isPractice === true })
  return isPractice ? null : <ExportButton addressOf={(form) => linesAddress(id, form)} />
}
