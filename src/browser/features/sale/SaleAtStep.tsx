import { Navigate } from 'react-router-dom'

import type { Failure } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { isSettled, type Sale } from '#domain/sale.ts'
import { useDraft } from '../../draft.ts'
import { paths } from '../../paths.ts'
import { AskSupervisorSale } from './AskSupervisorSale.tsx'
import { CheckingSale } from './CheckingSale.tsx'
import { isDuplicate } from './duplicate-failure.ts'
import { DuplicateAtSend } from './DuplicateAtSend.tsx'
import { NotExecutedSale } from './NotExecutedSale.tsx'
import { ReviewedSale } from './ReviewedSale.tsx'
import { SettledSale } from './SettledSale.tsx'
import { UnknownSale } from './UnknownSale.tsx'
import { useMarkShownSeen } from './use-mark-shown-seen.ts'
import { WaitingSale } from './WaitingSale.tsx'

type SaleAtStepProps = {
  sale: Sale
  tileId: string | undefined
  isSending: boolean
  /** Why the last *Send* was turned down before anything left. */
  sendFailure: Failure | undefined
  onSend: (duplicateOf?: SaleId) => void
  onForgetSend: () => void
  onReadAgain: () => void
}

/** A sale the journal knows, at the step it is at. */
export function SaleAtStep({ sale, tileId, onReadAgain, ...sending }: SaleAtStepProps) {
  useMarkShownSeen(sale)
  // What a supervisor has to say or has said comes before the state the service left it in.
  if (sale.disputed || hasOtherWord(sale)) return <AskSupervisorSale key="word" sale={sale} />
  switch (sale.state) {
    case 'opened':
      return <CheckingSale content={{ ...sale, amount: sale.amount.amount }} tileId={tileId} />
    case 'checked':
      // The first line of a quantity was reviewed for all; a later one goes on there.
      if (sale.batch && sale.batch.line > 1) return <Navigate to={paths.batch(sale.batch.id)} replace />
      return <SendableSale sale={sale} tileId={tileId} {...sending} />
    case 'not-executed':
      return <SendableSale sale={sale} tileId={tileId} {...sending} />
    case 'confirming':
      return <WaitingSale sale={sale} tileId={tileId} isLeaving />
    case 'pending':
      return <WaitingSale sale={sale} tileId={tileId} />
    case 'unknown':
      return <UnknownSale sale={sale} onReadAgain={onReadAgain} />
    default:
      return <SettledSale key={sale.state} sale={sale} tileId={tileId} />
  }
}

/** A supervisor said otherwise than the state would: that word is the last one. */
const hasOtherWord = ({ state, closed }: Sale) =>
  closed !== undefined && (!isSettled({ state }) || (closed.as === 'sold') !== (state === 'succeeded'))

type SendableSaleProps = Omit<SaleAtStepProps, 'onReadAgain'>

function SendableSale({ sale, tileId, isSending, sendFailure, onSend, onForgetSend }: SendableSaleProps) {
  const clearDraft = useDraft((draft) => draft.clear)
  if (isSending) return <WaitingSale sale={sale} tileId={tileId} isLeaving />
  const send = (duplicateOf?: SaleId) => {
    clearDraft()
    onSend(duplicateOf)
  }
  if (isDuplicate(sendFailure)) {
    return (
      <DuplicateAtSend
        sale={sale}
        tileId={tileId}
        failure={sendFailure}
        onSellAgain={() => send(sendFailure.sale.id)}
        onStay={onForgetSend}
      />
    )
  }
  const refusal = sendFailure?.code
  return sale.state === 'checked' ? (
    <ReviewedSale sale={sale} tileId={tileId} refusal={refusal} onSend={() => send()} />
  ) : (
    <NotExecutedSale sale={sale} refusal={refusal} onFinish={() => send()} />
  )
}
