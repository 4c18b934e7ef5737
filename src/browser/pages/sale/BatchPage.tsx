import { Suspense, type ComponentProps } from 'react'
import { useParams } from 'react-router-dom'

import type { BatchAnswer } from '#api/batches.ts'
import { salesOfBatch } from '../../api/batch.ts'
import { useSellingStop } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { useShowSale } from '../../sale/customer-display.ts'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { DeliveryButtons } from '../../sale/delivery/DeliveryButtons.tsx'
import { useDelivery } from '../../sale/delivery/use-delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { BatchLines } from './batch/BatchLines.tsx'
import { BatchBanner, BatchMoney, BatchSummary, NoBatch } from './batch/BatchState.tsx'
import { isMixed, sumOf } from './batch/batch-state.ts'
import { isUnderReview, LinesReview } from './batch/LinesReview.tsx'
import { UnopenedLines } from './batch/UnopenedLines.tsx'
import { useBatch, useReviewedBatch, type UsedBatch } from './batch/use-batch.ts'
import { ChangeBar, useChangeDue } from './SaleCards.tsx'
import { AboveLimitDialog, OpenedSaleView } from './SalePage.tsx'
import { ARM_MS, GiveAndNext, SalePageLayout } from './SaleParts.tsx'
import type { KnownSale } from './use-sale.ts'

/** Its review and, after the first approval, the batch itself. */
export default function BatchPage() {
  const { batchId = '' } = useParams()
  return <BatchById key={batchId} id={batchId} />
}

/** The review of its first line counts for a whole quantity; lines of a basket or list are reviewed together. */
function BatchById({ id }: { id: string }) {
  const { batch, review, quantity } = useReviewedBatch(id)
  const { person } = useCurrentUser()
  const { request } = review
  if (batch && isMixed(batch)) return <Mixed id={id} />
  if (!batch && request?.lines) return <UnopenedLines opened={review} request={request} />
  const isReview = batch ? isFirstLineReviewed(batch, person.id) : ASKED.includes(review.known.kind)
  return isReview ? <OpenedSaleView opened={review} quantity={quantity} /> : <Quantity id={id} />
}

const Quantity = ({ id }: { id: string }) => <BatchView id={id} used={useBatch(id)} />

function Mixed({ id }: { id: string }) {
  const used = useBatch(id)
  const { person } = useCurrentUser()
  const { shown, failure } = used
  if (!shown || !isUnderReview(shown, person.id)) return <BatchView id={id} used={used} />
  return (
    <>
      <LinesReview batch={shown.batch} used={used} failure={used.aboveLimit ? undefined : failure} />
      <LimitOfBatch used={used} batch={shown.batch} />
    </>
  )
}

/** The server does not know the batch yet, but this tab has requested or approved it. */
const ASKED: readonly KnownSale['kind'][] = ['opening', 'open-lost', 'rejected', 'no-response']

/** Never approved, and this person is its cashier, so the result of its first line is shown. */
function isFirstLineReviewed({ state, approvedAt, stop, cashier }: BatchAnswer, me: string): boolean {
  if (cashier.id !== me || approvedAt !== undefined) return false
  return state === 'checked' || stop?.reason === 'not-sold' || (stop?.reason === 'requested' && stop.by?.id === me)
}

function BatchView({ id, used }: { id: string; used: UsedBatch }) {
  const t = useText()
  const formats = useFormats()
  const isOneColumn = useMedia(ONE_COLUMN)
  useShowSale('batch', id, undefined)
  const { shown, nothing, failure, ...batch } = used
  const me = useCurrentUser().person.id
  const delivery = useDelivery(shown ? salesOfBatch(shown.batch) : [], {
    quantity: { isSelling: shown?.step === 'selling', isEnded: shown?.step === 'ended' },
  })
  const change = useChangeDue({ change: shown?.batch.change, at: shown?.batch.approvedAt })
  if (!shown) return <NoBatch why={nothing} onReadAgain={batch.readAgain} />
  const { step, rest } = shown
  const deliveryButtons = step !== 'selling' && <DeliveryButtons delivery={delivery} isStopped={step === 'stopped'} />

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
            {step === 'ended' && rest.length > 0 && (
              <GoOnButton
                size="lg"
                variant="secondary"
                rest={formats.money(sumOf(shown.batch, rest))}
                onClick={batch.goOn}
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
          shown={shown}
          delivery={delivery}
          onAgain={shown.batch.cashier.id === me ? (line) => batch.sell({ lines: [line], again: [line] }) : undefined}
        />
        {!isOneColumn && deliveryButtons}
      </SalePageLayout>
      <LimitOfBatch used={used} batch={shown.batch} />
    </>
  )
}

function LimitOfBatch({ used, batch }: { used: UsedBatch; batch: BatchAnswer }) {
  const t = useText()
  const { aboveLimit, failure, isStepping, letGo, leaveLimit } = used
  if (!aboveLimit) return null
  const { cashier, limits, lines } = aboveLimit
  const count = lines.length
  const product = isMixed(batch) ? { serviceName: t('lines.count', { count }) } : batch
  return (
    <Suspense fallback={null}>
      <AboveLimitDialog
        sale={{ ...product, cashier, pays: sumOf(batch, lines) }}
        count={isMixed(batch) ? undefined : count}
        limits={limits}
        isAsking={isStepping}
        refusal={failure}
        onApprove={letGo}
        onBack={leaveLimit}
      />
    </Suspense>
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
  return (
    <>
      {!isStuck && <GoOnButton size="xl" variant="primary" rest={rest} isAgain={isAgain} onClick={onGoOn} />}
      <Button size="lg" onClick={onStop}>
        {t('batch.stopHere')}
      </Button>
    </>
  )
}

type GoOnButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'onClick'> & {
  rest: string
  isAgain?: boolean
}

function GoOnButton({ rest, isAgain = false, ...button }: GoOnButtonProps) {
  const t = useText()
  const stop = useSellingStop(false)
  return (
    <Button {...button} armDelayMs={ARM_MS} amount={<bdi>{rest}</bdi>} blocked={stop && t(stop)}>
      {t(isAgain ? 'sale.duplicate.again' : 'batch.goOn')}
    </Button>
  )
}
