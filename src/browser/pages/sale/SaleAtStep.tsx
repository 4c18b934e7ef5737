import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

import type { Exceeded } from '#domain/sales-limits.ts'
import { isProviderUnconfirmed, isComplete, type Sale } from '#domain/sale/sale.ts'
import { batchQuery } from '../../api/batch.ts'
import type { RetryableFailure } from '../../api/request.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { isAboutApprover } from '../../sale/limit/tell-limit.ts'
import { paths } from '../../paths.ts'
import { timesMoney } from '#domain/money.ts'
import { contentOfSale } from './content.ts'
import { SupervisorNeeded } from './SupervisorNeeded.tsx'
import { CheckingSale } from './CheckingSale.tsx'
import { isDuplicate } from './duplicate-failure.ts'
import { DuplicateAtSend } from './DuplicateAtSend.tsx'
import { NotExecutedSale } from './NotExecutedSale.tsx'
import { NoSale } from './NoSale.tsx'
import { OperatorDiffers } from './OperatorDiffers.tsx'
import { ReviewedSale } from './ReviewedSale.tsx'
import { CompleteSale } from './CompleteSale.tsx'
import { UnknownSale } from './UnknownSale.tsx'
import { useAcknowledgeShown } from './use-acknowledge.ts'
import type { ReviewedQuantity } from './use-reviewed-batch.ts'
import type { SendOptions } from './use-sale.ts'
import { WaitingSale } from './WaitingSale.tsx'

const AboveLimitDialog = lazy(async () => ({
  default: (await import('../../sale/limit/AboveLimitDialog.tsx')).AboveLimitDialog,
}))

type SaleAtStepProps = {
  sale: Sale
  tileId: string | undefined
  /** The sale is the first line of a quantity, and what is done here is done with all of them. */
  quantity?: ReviewedQuantity | undefined
  isSending: boolean
  /** Why the last *Send* was turned down before anything left. */
  sendFailure: RetryableFailure | undefined
  onSend: (wish: SendOptions) => void
  onForgetSend: () => void
  onReadAgain: () => void
}

/** A sale the journal knows, at the step it is at. */
export function SaleAtStep({ sale, tileId, quantity, onReadAgain, ...sending }: SaleAtStepProps) {
  useAcknowledgeShown(sale)
  // What a supervisor has to say or has said comes before the state the service left it in.
  if (sale.conflicting || hasOtherWord(sale)) return <SupervisorNeeded key="word" sale={sale} />
  switch (sale.state) {
    case 'opened':
      return <CheckingSale content={contentOfSale(sale, quantity?.count)} tileId={tileId} />
    case 'checked':
      return sale.batch && !quantity ? (
        <CheckedLine sale={sale} batchId={sale.batch.id}>
          <SendableSale sale={sale} tileId={tileId} {...sending} />
        </CheckedLine>
      ) : (
        <SendableSale sale={sale} tileId={tileId} quantity={quantity} {...sending} />
      )
    case 'not-executed':
      return <SendableSale sale={sale} tileId={tileId} {...sending} />
    case 'confirming':
      return <WaitingSale sale={sale} isLeaving />
    case 'pending':
      return <WaitingSale sale={sale} />
    case 'unknown':
      return <UnknownSale sale={sale} onReadAgain={onReadAgain} />
    default:
      return <CompleteSale key={sale.state} sale={sale} tileId={tileId} count={quantity?.count} />
  }
}

type CheckedLineProps = { sale: Sale; batchId: string; children: ReactNode }

/** A checked line is sold with its quantity, unless somebody took it over: then it is a sale like any other. */
function CheckedLine({ sale, batchId, children }: CheckedLineProps) {
  const { data: batch, isPending, refetch } = useQuery(batchQuery(batchId))
  if (isPending) return <NoSale why="looking" onReadAgain={() => void refetch()} />
  return batch?.cashier.id === sale.cashier.id ? <Navigate to={paths.batch(batchId)} replace /> : children
}

/** A supervisor said otherwise than the state would: that word is the last one. */
const hasOtherWord = ({ state, resolution }: Sale) =>
  resolution !== undefined && (!isComplete({ state }) || (resolution.outcome === 'sold') !== (state === 'succeeded'))

type SendableSaleProps = Omit<SaleAtStepProps, 'onReadAgain'>

function SendableSale({ sale, tileId, quantity, isSending, sendFailure, onSend, onForgetSend }: SendableSaleProps) {
  const clearDraft = useDraft((draft) => draft.clear)
  // Said here and now: after a reload it is asked again.
  const [saidSame, setSaidSame] = useState(false)
  const [wished, setWished] = useState<SendOptions>({})
  const [limits, setLimits] = useState<readonly Exceeded[]>()
  /** What the person went back from. */
  const [leftLimits, setLeftLimits] = useState<readonly Exceeded[]>()
  // Each time one goes back the action takes the focus anew.
  const [timesBack, setTimesBack] = useState(0)
  const told = sendFailure?.limits
  if (told && told !== limits && told !== leftLimits) setLimits(told)
  if (limits && sendFailure && !isAboutApprover(sendFailure.code)) setLimits(undefined)
  const pays = timesMoney(sale.pays, quantity?.count ?? 1)
  if (isSending && !limits) return <WaitingSale sale={{ ...sale, pays }} isLeaving />
  const send = (wish: SendOptions = {}) => {
    if (sale.kind === 'international') useInternationalDraft.getState().clear()
    else clearDraft()
    const wholeWish: SendOptions = { ...wish, ...(saidSame ? { accept: 'operator' } : {}) }
    setWished(wholeWish)
    setLimits(undefined)
    onSend(wholeWish)
  }
  if (isDuplicate(sendFailure)) {
    return (
      <DuplicateAtSend
        sale={sale}
        tileId={tileId}
        quantity={quantity}
        failure={sendFailure}
        onSellAgain={() => send({ duplicateOf: sendFailure.sale.id })}
        onStay={onForgetSend}
      />
    )
  }
  if (sale.state === 'checked' && isProviderUnconfirmed(sale) && !saidSame) {
    return <OperatorDiffers sale={sale} onSame={() => setSaidSame(true)} />
  }
  const refusal = limits ? undefined : sendFailure?.code
  return (
    <>
      {sale.state === 'checked' ? (
        <ReviewedSale
          key={timesBack}
          sale={sale}
          tileId={tileId}
          quantity={quantity}
          refusal={refusal}
          saidSame={saidSame}
          onSend={() => send()}
        />
      ) : (
        <NotExecutedSale key={timesBack} sale={sale} refusal={refusal} onFinish={() => send()} />
      )}
      {limits && (
        <Suspense fallback={null}>
          <AboveLimitDialog
            sale={{ cashier: sale.cashier, pays }}
            limits={limits}
            isAsking={isSending}
            refusal={sendFailure}
            onApprove={(approver) => onSend({ ...wished, approver })}
            onBack={() => {
              setLeftLimits(limits)
              setLimits(undefined)
              setTimesBack((times) => times + 1)
              onForgetSend()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
