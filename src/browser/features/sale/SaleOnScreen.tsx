import { useEffect } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { useDraft } from '../../draft.ts'
import type { SaleRequest } from '../../begin-sale.ts'
import { CheckingSale } from './CheckingSale.tsx'
import { NoSale } from './NoSale.tsx'
import { NotExecutedSale } from './NotExecutedSale.tsx'
import { ReviewedSale } from './ReviewedSale.tsx'
import { SettledSale } from './SettledSale.tsx'
import { SilentSale, UnknownSale } from './UnknownSale.tsx'
import { useSale } from './use-sale.ts'
import { useWaysOn } from './use-ways-on.ts'
import { WaitingSale } from './WaitingSale.tsx'

/** A sale at the step it is at: check, review, sending, and what came of it. */
export function SaleOnScreen({ id }: { id: SaleId }) {
  const { known, request, ask, send, isSending, sendRefusal, readAgain } = useSale(id)
  const clearDraft = useDraft((draft) => draft.clear)

  switch (known.kind) {
    case 'opening':
      return <CheckingSale content={known.request.content} tileId={known.request.tileId} />
    case 'open-lost':
      return <CheckingSale content={known.request.content} tileId={known.request.tileId} onAskAgain={ask} />
    case 'turned-down':
      return <BackToTicket request={known.request} code={known.code} />
    case 'silent':
      return <SilentSale sale={known.sale} content={known.request?.content} onReadAgain={readAgain} />
    case 'looking':
    case 'missing':
    case 'not-mine':
    case 'away':
      return <NoSale why={known.kind} onReadAgain={readAgain} />
    case 'sale':
      break
  }

  const { sale } = known
  const tileId = request?.tileId
  if (sale.disputed) return <SettledSale key="disputed" sale={sale} tileId={tileId} />
  switch (sale.state) {
    case 'opened':
      return <CheckingSale content={{ ...sale, amount: sale.amount.amount }} tileId={tileId} />
    case 'checked':
    case 'not-executed': {
      if (isSending) return <WaitingSale sale={sale} tileId={tileId} isLeaving />
      const onSend = () => {
        clearDraft()
        send(sale)
      }
      return sale.state === 'checked' ? (
        <ReviewedSale sale={sale} tileId={tileId} refusal={sendRefusal} onSend={onSend} />
      ) : (
        <NotExecutedSale sale={sale} refusal={sendRefusal} onFinish={onSend} />
      )
    }
    case 'confirming':
      return <WaitingSale sale={sale} tileId={tileId} isLeaving />
    case 'pending':
      return <WaitingSale sale={sale} tileId={tileId} />
    case 'unknown':
      return <UnknownSale sale={sale} onReadAgain={readAgain} />
    default:
      return <SettledSale key={sale.state} sale={sale} tileId={tileId} />
  }
}

/** No sale was opened: the ticket says why, with everything still on it. */
function BackToTicket({ request, code }: { request: SaleRequest; code: FailureCode }) {
  const { change } = useWaysOn(request.content, request.tileId)
  // Once, on the way out.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => change(code), [])
  return null
}
