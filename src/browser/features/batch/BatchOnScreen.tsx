import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import { useSellingStop } from '../../api/status.ts'
import { useHandOutAll } from '../../codes/use-hand-out-all.ts'
import { useDraft } from '../../draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { isDeadEnd } from './batch-plan.ts'
import { useBatchMoney } from './use-batch-money.ts'
import { BatchBanner } from './BatchBanner.tsx'
import { BatchLines } from './BatchLines.tsx'
import { BatchMoney } from './BatchMoney.tsx'
import { BatchSlip } from './BatchSlip.tsx'
import { HandOutAllActions } from './HandOutAllActions.tsx'
import { HandOutAllBar } from './HandOutAllBar.tsx'
import { NoBatch } from './NoBatch.tsx'
import { useBatch } from './use-batch.ts'

const AboveLimitDialog = lazy(async () => ({
  default: (await import('../../limit/AboveLimitDialog.tsx')).AboveLimitDialog,
}))

type BatchOnScreenProps = {
  id: string
  /** Somebody just pressed *Sell*. */
  sellsAtOnce: boolean
}

/** Several codes of the same, sold one after the other: how far it came, and what is to be done where it stopped. */
export function BatchOnScreen({ id, sellsAtOnce }: BatchOnScreenProps) {
  const t = useText()
  const batch = useBatch(id, sellsAtOnce)
  const { known, plan, failure, silent, aboveLimit } = batch
  const money = useBatchMoney(known.kind === 'batch' ? known : undefined)
  const step = batch.isEnded ? 'ended' : batch.isGoing ? 'selling' : 'stopped'
  const handOut = useHandOutAll({
    batchId: id,
    sales: known.kind === 'batch' ? known.lines.flatMap(({ sale }) => sale ?? []) : [],
    isSelling: step === 'selling',
    isEnded: step === 'ended',
  })

  if (known.kind !== 'batch' || !money) {
    return <NoBatch why={known.kind === 'batch' ? 'looking' : known.kind} onReadAgain={batch.readAgain} />
  }
  const isStuck = !batch.isMine || (plan.do === 'stop' && isDeadEnd(plan.why))

  return (
    <main className="contents">
      <section className="contents" aria-label={t('batch.region')}>
        <div className="stage stage--sale">
          <BatchBanner
            step={step}
            known={known}
            money={money}
            plan={plan}
            failure={failure}
            isSilent={silent !== undefined}
          />
          {step !== 'selling' && (
            <>
              <BatchMoney
                counts={known.counts}
                money={money}
                mayGoOn={step === 'stopped' && !isStuck}
                handsOutAll={handOut.due > 0}
              />
              <HandOutAllActions handOut={handOut} />
            </>
          )}
          <BatchLines lines={known.lines} silent={silent} />
        </div>
        <div className="tray">
          <BatchSlip known={known} money={money} isEnded={step === 'ended'} />
          <div className="tray__gap" />
          <div className="stack">
            <HandOutAllBar handOut={handOut} />
            {step === 'selling' && (
              <button type="button" className="btn btn--lg btn--block" onClick={batch.pause}>
                {t('batch.pause')}
              </button>
            )}
            {step === 'stopped' && (
              <StoppedActions
                isStuck={isStuck}
                isAgain={failure?.otherSale !== undefined}
                rest={money.giveBack}
                onGoOn={batch.goOn}
                onStop={() => void batch.stopHere()}
              />
            )}
            {step === 'ended' && <NewSale isShy={handOut.told?.kind === 'asked'} />}
          </div>
        </div>
      </section>
      {aboveLimit && (
        <Suspense fallback={null}>
          <AboveLimitDialog
            {...aboveLimit}
            isAsking={batch.isGoing}
            refusal={failure}
            onLetGo={batch.letGo}
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
      {t('sale.newSale')}
    </FocusedAction>
  )
}
