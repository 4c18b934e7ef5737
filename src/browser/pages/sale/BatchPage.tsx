import { Suspense } from 'react'
import { useParams } from 'react-router-dom'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import { timesMoney } from '#domain/money.ts'
import { salesOfBatch } from '../../api/batch.ts'
import { useSellingStop } from '../../api/status.ts'
import { useCurrentUser } from '../../current-user.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { useShowSale } from '../../sale/customer-display.ts'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { BatchDeliveryButtons } from '../../sale/delivery/DeliveryButtons.tsx'
import { useBatchDelivery } from '../../sale/delivery/use-batch-delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'
import { BatchLines } from './batch/BatchLines.tsx'
import { BatchBanner, BatchMoney, BatchSummary, NoBatch } from './batch/BatchState.tsx'
import { useBatch, useReviewedBatch } from './batch/use-batch.ts'
import { ChangeBar, useChangeDue } from './SaleCards.tsx'
import { AboveLimitDialog, OpenedSaleView } from './SalePage.tsx'
import { ARM_MS, GiveAndNext, SalePageLayout } from './SaleParts.tsx'

/** One quantity by the id in its address: its review, and from the first approval on the quantity itself. */
export default function BatchPage() {
  const { batchId = '' } = useParams()
  return <Quantity key={batchId} id={batchId} />
}

/** The first line is reviewed for all of them, with all that the review of a sale can show. */
function Quantity({ id }: { id: string }) {
  const { batch, review, quantity } = useReviewedBatch(id)
  const { person } = useCurrentUser()
  const isReview = batch ? isUnderReview(batch, person.id) : IS_ASKED[review.known.kind]
  return isReview ? <OpenedSaleView opened={review} quantity={quantity} /> : <BatchView id={id} />
}

/** While the proxy has not told the quantity: this tab asked for it, or approved it. */
const IS_ASKED: Record<ReturnType<typeof useReviewedBatch>['review']['known']['kind'], boolean> = {
  opening: true,
  'open-lost': true,
  'turned-down': true,
  silent: true,
  sale: false,
  looking: false,
  missing: false,
  lost: false,
  'not-mine': false,
  gone: false,
  away: false,
}

/** Never approved, and its cashier is the one who looks: what became of its first line is what there is to say. */
function isUnderReview({ state, approvedAt, stop, cashier }: BatchAnswer, me: string): boolean {
  if (cashier.id !== me || approvedAt !== undefined) return false
  return state === 'checked' || stop?.reason === 'not-sold' || (stop?.reason === 'requested' && stop.by?.id === me)
}

/** Several codes of the same, which the proxy sells one after the other: how far it came, and what is to be done where it stopped. */
export function BatchView({ id }: { id: string }) {
  const t = useText()
  const formats = useFormats()
  const isOneColumn = useMedia(ONE_COLUMN)
  useShowSale('batch', id, undefined)
  const { shown, nothing, failure, aboveLimit, ...batch } = useBatch(id)
  const handOut = useBatchDelivery({
    batchId: id,
    sales: shown ? salesOfBatch(shown.batch) : [],
    isSelling: shown?.step === 'selling',
    isEnded: shown?.step === 'ended',
  })
  const change = useChangeDue({ change: shown?.batch.change, at: shown?.batch.approvedAt })
  if (!shown) return <NoBatch why={nothing} onReadAgain={batch.readAgain} />
  const { step, money, rest } = shown
  const total = (lines: number) => timesMoney(money.each, lines)
  const deliveryButtons = step !== 'selling' && <BatchDeliveryButtons handOut={handOut} />

  return (
    <>
      <SalePageLayout
        label={t('batch.region')}
        panel={<BatchSummary shown={shown} />}
        foot={
          <>
            <DeliveryBar
              sales={salesOfBatch(shown.batch)}
              handing={handOut}
              canPrint={handOut.canPrint}
              onPrint={handOut.print}
              hasCode
              otherwise={t('batch.openEach')}
              onGiven={() => void handOut.confirmGiven()}
            />
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
                rest={formats.money(total(rest.length))}
                onGoOn={batch.goOn}
                onStop={batch.stopHere}
              />
            )}
            {step === 'ended' && (
              <GiveAndNext
                isDue={handOut.due > 0}
                canGive={handOut.due > 0 && handOut.canShareCode}
                isAsked={handOut.told?.kind === 'asked' || salesOfBatch(shown.batch).some(({ print }) => print)}
                isNoting={handOut.isNoting}
                onGive={handOut.confirmGiven}
              />
            )}
          </>
        }
      >
        <BatchBanner shown={shown} failure={failure} />
        {change && <ChangeBar change={change} />}
        {step !== 'selling' && <BatchMoney shown={shown} handOut={handOut} />}
        <BatchLines
          lines={shown.batch.lines}
          silent={shown.silent}
          isRestored={shown.batch.isRestored === true}
          handOut={handOut}
        />
        {!isOneColumn && deliveryButtons}
      </SalePageLayout>
      {aboveLimit && (
        <Suspense fallback={null}>
          <AboveLimitDialog
            sale={{ cashier: aboveLimit.cashier, pays: total(aboveLimit.lines) }}
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
  /** The same was sold a short while ago, and is wanted all the same. */
  isAgain: boolean
  rest: string
  onGoOn: () => void
  onStop: () => void
}

/** Neither way is the one without thinking: money is given back, or more is sold. */
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
