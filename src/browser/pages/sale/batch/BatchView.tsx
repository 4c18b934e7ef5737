import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import { salesOfBatch } from '../../../api/batch.ts'
import { useSellingStop } from '../../../api/status.ts'
import { DeliveryBar } from '../../../sale/delivery/DeliveryBar.tsx'
import { BatchDeliveryButtons } from '../../../sale/delivery/DeliveryButtons.tsx'
import { useBatchDelivery } from '../../../sale/delivery/use-batch-delivery.ts'
import { useDraft } from '../../../sale/draft.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { timesMoney } from '../../../sale/quantity-total.ts'
import { FocusedAction } from '../../../ui/FocusedAction.tsx'
import { BatchBanner } from './BatchBanner.tsx'
import { BatchLines } from './BatchLines.tsx'
import { BatchMoney } from './BatchMoney.tsx'
import { BatchSummary } from './BatchSummary.tsx'
import { NoBatch } from './NoBatch.tsx'
import { useBatch } from './use-batch.ts'

const AboveLimitDialog = lazy(async () => ({
  default: (await import('../../../sale/limit/AboveLimitDialog.tsx')).AboveLimitDialog,
}))

/** Several codes of the same, which the proxy sells one after the other: how far it came, and what is to be done where it stopped. */
export function BatchView({ id }: { id: string }) {
  const t = useText()
  const formats = useFormats()
  const { shown, nothing, failure, aboveLimit, ...batch } = useBatch(id)
  const handOut = useBatchDelivery({
    batchId: id,
    sales: shown ? salesOfBatch(shown.batch) : [],
    isSelling: shown?.step === 'selling',
    isEnded: shown?.step === 'ended',
  })
  if (!shown) return <NoBatch why={nothing} onReadAgain={batch.readAgain} />
  const { step, counts, money, rest } = shown
  const total = (lines: number) => timesMoney(money.each, lines)

  return (
    <main className="contents">
      <section className="contents" aria-label={t('batch.region')}>
        <div className="stage stage--sale">
          <BatchBanner shown={shown} failure={failure} />
          {step !== 'selling' && (
            <>
              <BatchMoney
                counts={counts}
                money={money}
                mayGoOn={step === 'stopped' && rest.length > 0}
                handsOutAll={handOut.due > 0}
              />
              <BatchDeliveryButtons handOut={handOut} />
            </>
          )}
          <BatchLines lines={shown.batch.lines} silent={shown.silent} />
        </div>
        <div className="tray">
          <BatchSummary shown={shown} />
          <div className="tray__gap" />
          <div className="stack">
            <DeliveryBar
              handing={handOut}
              canPrint={handOut.canPrint}
              onPrint={handOut.print}
              hasCode
              otherwise={t('batch.openEach')}
              onGiven={handOut.confirmGiven}
            />
            {step === 'selling' && (
              <button
                type="button"
                className="btn btn--lg btn--block"
                aria-disabled={batch.isStepping}
                onClick={() => !batch.isStepping && batch.stopHere()}
              >
                {t('batch.pause')}
              </button>
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
            {step === 'ended' && <NewSale isShy={handOut.told?.kind === 'asked'} />}
          </div>
        </div>
      </section>
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
    </main>
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
  const stopHere = (
    <button type="button" className="btn btn--lg btn--block" onClick={onStop}>
      {t('batch.stopHere')}
    </button>
  )
  if (isStuck) return stopHere
  return (
    <>
      <FocusedAction isShy amount={rest} notReady={stop && t(stop)} onPress={onGoOn}>
        {t(isAgain ? 'sale.duplicate.again' : 'batch.goOn')}
      </FocusedAction>
      {stopHere}
    </>
  )
}

function NewSale({ isShy }: { isShy: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const clearDraft = useDraft((draft) => draft.clear)
  return (
    <FocusedAction
      isShy={isShy}
      icon={<kbd className="kbd">Enter</kbd>}
      onPress={() => {
        clearDraft()
        void navigate(paths.sell())
      }}
    >
      {t('sale.nextCustomer')}
    </FocusedAction>
  )
}
