import { useEffect } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleRequest } from '../../begin-sale.ts'
import { CheckingSale } from './CheckingSale.tsx'
import { isDuplicate } from './duplicate-failure.ts'
import { DuplicateAtReview } from './DuplicateAtReview.tsx'
import { NoSale } from './NoSale.tsx'
import { OldPage } from './OldPage.tsx'
import { SaleAtStep } from './SaleAtStep.tsx'
import { SilentSale } from './UnknownSale.tsx'
import { useSale } from './use-sale.ts'
import { useWaysOn } from './use-ways-on.ts'

/** A sale at the step it is at: check, review, sending, and what came of it. */
export function SaleOnScreen({ id }: { id: SaleId }) {
  const { known, request, ask, askAgain, send, isSending, sendFailure, forgetSend, readAgain } = useSale(id)

  switch (known.kind) {
    case 'opening':
      return <CheckingSale content={known.request.content} tileId={known.request.tileId} />
    case 'open-lost':
      return <CheckingSale content={known.request.content} tileId={known.request.tileId} onAskAgain={ask} />
    case 'turned-down': {
      const { failure, request: asked } = known
      if (failure.code === 'reload') return <OldPage content={asked.content} />
      return isDuplicate(failure) ? (
        <DuplicateAtReview request={asked} failure={failure} onSellAgain={askAgain} />
      ) : (
        <BackToTicket request={asked} code={failure.code} />
      )
    }
    case 'silent':
      return <SilentSale sale={known.sale} content={known.request?.content} told={known.told} onReadAgain={readAgain} />
    case 'looking':
    case 'missing':
    case 'not-mine':
    case 'gone':
    case 'away':
      return <NoSale why={known.kind} onReadAgain={readAgain} />
    case 'sale':
      return (
        <SaleAtStep
          sale={known.sale}
          tileId={request?.tileId}
          isSending={isSending}
          sendFailure={sendFailure}
          onSend={(duplicateOf) => send(known.sale, duplicateOf)}
          onForgetSend={forgetSend}
          onReadAgain={readAgain}
        />
      )
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
