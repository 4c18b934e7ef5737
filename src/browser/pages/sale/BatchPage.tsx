import { TicketCheck } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useParams } from 'react-router-dom'

import type { BatchAnswer } from '#contract/proxy/batches.ts'
import { salesOfBatch } from '../../api/batch.ts'
import { useSellingStop } from '../../api/status.ts'
import { useCurrentUser } from '../../current-user.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { DeliveryBar } from '../../sale/delivery/DeliveryBar.tsx'
import { BatchDeliveryButtons } from '../../sale/delivery/DeliveryButtons.tsx'
import { useBatchDelivery, type BatchDelivery } from '../../sale/delivery/use-batch-delivery.ts'
import { timesMoney } from '../../sale/quantity-total.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'
import { BatchLines } from './batch/BatchLines.tsx'
import { BatchBanner, BatchMoney, BatchSummary, NoBatch } from './batch/BatchState.tsx'
import { useBatch } from './batch/use-batch.ts'
import { OpenedSaleView } from './SaleView.tsx'
import { useReviewedBatch } from './use-reviewed-batch.ts'
import { useNewSale } from './use-sale-options.ts'

const AboveLimitDialog = lazy(async () => ({
  default: (await import('../../sale/limit/AboveLimitDialog.tsx')).AboveLimitDialog,
}))

/** Presses are ignored this long after the action appeared: they were meant for the page before. */
const ARM_MS = 600
/** The same where a press in a row would leave codes behind, or call some given that nobody has. */
const ARM_LATE_MS = 1_500

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
function BatchView({ id }: { id: string }) {
  const t = useText()
  const formats = useFormats()
  const isOneColumn = useMedia(ONE_COLUMN)
  const { shown, nothing, failure, aboveLimit, ...batch } = useBatch(id)
  const handOut = useBatchDelivery({
    batchId: id,
    sales: shown ? salesOfBatch(shown.batch) : [],
    isSelling: shown?.step === 'selling',
    isEnded: shown?.step === 'ended',
  })
  const isRead = shown !== undefined
  // A new step is told from its top; only narrow screens scroll at all.
  useEffect(() => {
    if (isRead) document.documentElement.scrollTop = 0
  }, [isRead])
  if (!shown) return <NoBatch why={nothing} onReadAgain={batch.readAgain} />
  const { step, counts, money, rest } = shown
  const total = (lines: number) => timesMoney(money.each, lines)
  const deliveryButtons = step !== 'selling' && <BatchDeliveryButtons handOut={handOut} />

  return (
    <div role="group" aria-label={t('batch.region')} className="contents">
      <PageLayout
        panel={
          <SidePanel
            foot={
              <>
                <DeliveryBar
                  handing={handOut}
                  canPrint={handOut.canPrint}
                  onPrint={handOut.print}
                  hasCode
                  otherwise={t('batch.openEach')}
                  onGiven={() => void handOut.confirmGiven()}
                />
                {isOneColumn && deliveryButtons}
                {step === 'selling' && (
                  <Button
                    size="lg"
                    aria-disabled={batch.isStepping}
                    onClick={() => !batch.isStepping && batch.stopHere()}
                  >
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
                {step === 'ended' && <NextCustomer handOut={handOut} />}
              </>
            }
          >
            <BatchSummary shown={shown} />
          </SidePanel>
        }
      >
        <BatchBanner shown={shown} failure={failure} />
        {step !== 'selling' && (
          <BatchMoney
            counts={counts}
            money={money}
            mayGoOn={step === 'stopped' && rest.length > 0}
            handsOutAll={handOut.due > 0}
          />
        )}
        <BatchLines lines={shown.batch.lines} silent={shown.silent} handOut={handOut} />
        {!isOneColumn && deliveryButtons}
      </PageLayout>
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
    </div>
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

/** To the next customer. Codes that are on screen, and neither printed nor shared, are given by it. */
function NextCustomer({ handOut }: { handOut: BatchDelivery }) {
  const t = useText()
  const newSale = useNewSale()
  const { due, isNoting, canShareCode, confirmGiven, told } = handOut
  const isGiving = due > 0 && canShareCode
  const giveAndLeave = async () => {
    // What could not be written down stays on screen.
    if (await confirmGiven()) newSale()
  }
  return (
    <>
      {due > 0 && (
        <p className="flex items-center gap-2 px-1 text-ink-2">
          <TicketCheck size={20} className="shrink-0" aria-hidden /> {t('delivery.notYet')}
        </p>
      )}
      <Button
        // Another meaning is armed anew.
        key={isGiving ? 'given' : 'next'}
        size="xl"
        variant="primary"
        autoFocus={told?.kind !== 'asked'}
        armDelayMs={due > 0 ? ARM_LATE_MS : ARM_MS}
        pending={isGiving && isNoting}
        amount={told?.kind === 'asked' ? undefined : <Kbd>Enter</Kbd>}
        onClick={isGiving ? () => void giveAndLeave() : newSale}
      >
        {t(isGiving ? 'delivery.givenNext' : 'sale.nextCustomer')}
      </Button>
    </>
  )
}
