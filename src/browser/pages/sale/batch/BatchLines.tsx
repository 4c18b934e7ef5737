import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { useId } from 'react'

import type { BatchLineAnswer } from '#contract/proxy/batches.ts'
import { formatSaleNumber } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { CodeParts } from '../../../sale/delivery/CodeCard.tsx'
import type { BatchDelivery } from '../../../sale/delivery/use-batch-delivery.ts'
import { SaleChip } from '../../../sale/SaleChip.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'

type BatchLinesProps = {
  lines: readonly BatchLineAnswer[]
  silent: readonly number[]
  /** What is not begun here may have been sold after a backup. */
  isRestored: boolean
  handOut: BatchDelivery
}

/** Every line with the state of its sale, and the codes while they are shown together. */
export function BatchLines({ lines, silent, isRestored, handOut }: BatchLinesProps) {
  const t = useText()
  const headingId = useId()
  const { due, isShown, isReading, canShow, show, hide } = handOut
  return (
    <section className="shrink-0 rounded-3 border-1 border-line bg-surface px-4 py-1" aria-labelledby={headingId}>
      <div className="flex min-h-bar flex-wrap items-center justify-between gap-x-3">
        <h2 id={headingId} className="text-3">
          {t('batch.lines')}
        </h2>
        {isShown ? (
          <Button variant="quiet" icon={EyeOff} onClick={hide}>
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
        {lines.map(({ line, sale }) => {
          const voucher = sale && handOut.codeOf(sale)
          return (
            <li key={line} className="flex min-h-bar flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1">
              <bdi className="min-w-[2ch] text-end font-semibold">{line}</bdi>
              <span className="flex-1 whitespace-nowrap">
                {sale && t('sale.saleNumber', { number: formatSaleNumber(sale) })}
              </span>
              {sale ? (
                <SaleChip sale={silent.includes(line) ? { ...sale, state: 'unknown' } : sale} />
              ) : (
                <span className="text-ink-2">{t(isRestored ? 'batch.notDecidedSum' : 'batch.notBegun')}</span>
              )}
              {sale && (
                <ButtonLink
                  to={paths.sale(sale.id)}
                  amount={<ChevronRight size={20} className="rtl:-scale-x-100 max-sm:hidden" />}
                >
                  {t(sale.voucher === 'ready' ? 'batch.handOver' : 'batch.open')}{' '}
                  <span className="sr-only">{t('batch.openLine', { line })}</span>
                </ButtonLink>
              )}
              {voucher && (
                <div className="paper @container mb-1 flex w-full flex-col gap-3 rounded-2 border-1 border-paper-line bg-paper px-4 py-3">
                  <CodeParts voucher={voucher} isSmall />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
