import { ChevronRight, Eye, EyeOff } from 'lucide-react'
import { Suspense, useId } from 'react'
import { useParams } from 'react-router-dom'

import type { BatchAnswer, BatchLineAnswer } from '#api/batches.ts'
import { salesOfBatch } from '../../api/batch.ts'
import { useSellingStop } from '../../api/status.ts'
import { useCurrentUser } from '../../current-user.ts'
import { useFormats, formatSaleNumber } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useShowSale } from '../../sale/customer-display.ts'
import { CodeParts } from '../../sale/delivery/CodeCard.tsx'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { DeliveryButtons } from '../../sale/delivery/DeliveryButtons.tsx'
import { useDelivery, type Delivery } from '../../sale/delivery/use-delivery.ts'
import { SaleChip } from '../../sale/SaleRowParts.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'
import { BatchBanner, BatchMoney, BatchSummary, NoBatch } from './batch/BatchState.tsx'
import { sumOf } from './batch/batch-state.ts'
import { useBatch, useReviewedBatch } from './batch/use-batch.ts'
import { ChangeBar, useChangeDue } from './SaleCards.tsx'
import { AboveLimitDialog, OpenedSaleView } from './SalePage.tsx'
import { ARM_MS, GiveAndNext, SalePageLayout } from './SaleParts.tsx'
import type { KnownSale } from './use-sale.ts'

/** The batch with the id in the URL: its review and, after the first approval, the batch itself. */
export default function BatchPage() {
  const { batchId = '' } = useParams()
  return <Quantity key={batchId} id={batchId} />
}

/** The review of the first line counts for all lines. */
function Quantity({ id }: { id: string }) {
  const { batch, review, quantity } = useReviewedBatch(id)
  const { person } = useCurrentUser()
  const isReview = batch ? isUnderReview(batch, person.id) : ASKED.includes(review.known.kind)
  return isReview ? <OpenedSaleView opened={review} quantity={quantity} /> : <BatchView id={id} />
}

/** The server does not know the batch yet, but this tab has requested or approved it. */
const ASKED: readonly KnownSale['kind'][] = ['opening', 'open-lost', 'rejected', 'no-response']

/** The batch was never approved and this person is its cashier, so the result of its first line is shown. */
function isUnderReview({ state, approvedAt, stop, cashier }: BatchAnswer, me: string): boolean {
  if (cashier.id !== me || approvedAt !== undefined) return false
  return state === 'checked' || stop?.reason === 'not-sold' || (stop?.reason === 'requested' && stop.by?.id === me)
}

/** A batch of equal codes that the server sells one by one: the progress, and what to do where it stopped. */
function BatchView({ id }: { id: string }) {
  const t = useText()
  const formats = useFormats()
  const isOneColumn = useMedia(ONE_COLUMN)
  useShowSale('batch', id, undefined)
  const { shown, nothing, failure, aboveLimit, ...batch } = useBatch(id)
  const delivery = useDelivery(shown ? salesOfBatch(shown.batch) : [], {
    quantity: { isSelling: shown?.step === 'selling', isEnded: shown?.step === 'ended' },
  })
  const change = useChangeDue({ change: shown?.batch.change, at: shown?.batch.approvedAt })
  if (!shown) return <NoBatch why={nothing} onReadAgain={batch.readAgain} />
  const { step, rest } = shown
  const deliveryButtons = step !== 'selling' && <DeliveryButtons delivery={delivery} />

  return (
    <>
      <SalePageLayout
        label={t('batch.region')}
        panel={<BatchSummary shown={shown} />}
        foot={
          <>
            <DeliveryBar delivery={delivery} otherwise={t('batch.openEach')} />
            {isOneColumn && deliveryButtons}
            {step === 'selling' && (
              <Button size="lg" aria-disabled={batch.isStepping} onClick={() => !batch.isStepping && batch.stopHere()}>
                {t('batch.pause')}
              </Button>
            )}
            {step === 'stopped' && (
              <StoppedActions
                isStuck={rest.length === 0}
                isAgain={batch.isAgain}
                rest={formats.money(sumOf(shown.batch, rest))}
                onGoOn={batch.goOn}
                onStop={batch.stopHere}
              />
            )}
            {step === 'ended' && (
              <GiveAndNext
                isDue={delivery.due > 0}
                delivery={delivery}
                isAsked={delivery.notice?.kind === 'asked' || delivery.sales.some(({ print }) => print)}
              />
            )}
          </>
        }
      >
        <BatchBanner shown={shown} failure={failure} />
        {change && <ChangeBar change={change} />}
        {step !== 'selling' && <BatchMoney shown={shown} delivery={delivery} />}
        <BatchLines
          lines={shown.batch.lines}
          silent={shown.silent}
          isRestored={shown.batch.isRestored === true}
          delivery={delivery}
        />
        {!isOneColumn && deliveryButtons}
      </SalePageLayout>
      {aboveLimit && (
        <Suspense fallback={null}>
          <AboveLimitDialog
            sale={{ ...shown.batch, cashier: aboveLimit.cashier, pays: sumOf(shown.batch, aboveLimit.lines) }}
            count={aboveLimit.lines.length}
            limits={aboveLimit.limits}
            isAsking={batch.isStepping}
            refusal={failure}
            onApprove={batch.letGo}
            onBack={batch.leaveLimit}
          />
        </Suspense>
      )}
    </>
  )
}

type StoppedActionsProps = {
  isStuck: boolean
  /** The same product was sold a short while ago, and the cashier wants to sell it anyway. */
  isAgain: boolean
  rest: string
  onGoOn: () => void
  onStop: () => void
}

/** Neither button is the primary one: one gives money back, the other sells more. */
function StoppedActions({ isStuck, isAgain, rest, onGoOn, onStop }: StoppedActionsProps) {
  const t = useText()
  const stop = useSellingStop(false)
  return (
    <>
      {!isStuck && (
        <Button
          size="xl"
          variant="primary"
          armDelayMs={ARM_MS}
          amount={<bdi>{rest}</bdi>}
          blocked={stop && t(stop)}
          onClick={onGoOn}
        >
          {t(isAgain ? 'sale.duplicate.again' : 'batch.goOn')}
        </Button>
      )}
      <Button size="lg" onClick={onStop}>
        {t('batch.stopHere')}
      </Button>
    </>
  )
}

type BatchLinesProps = {
  lines: readonly BatchLineAnswer[]
  silent: readonly number[]
  /** Lines not started here may have been sold after the backup that was restored. */
  isRestored: boolean
  delivery: Delivery
}

/** All lines with the state of their sales, and the codes while they are shown. */
function BatchLines({ lines, silent, isRestored, delivery }: BatchLinesProps) {
  const t = useText()
  const headingId = useId()
  const { due, reveal, canShow, show } = delivery
  const isReading = reveal.now.kind === 'asking'
  return (
    <section className="shrink-0 rounded-3 border-1 border-line bg-surface px-4 py-1" aria-labelledby={headingId}>
      <div className="flex min-h-bar flex-wrap items-center justify-between gap-x-3">
        <h2 id={headingId} className="text-3">
          {t('batch.lines')}
        </h2>
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
        {lines.map(({ line, sale }) => {
          const voucher = sale && delivery.codeOf(sale)
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
