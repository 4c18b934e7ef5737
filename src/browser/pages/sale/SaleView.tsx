import { useEffect } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { CheckingSale } from './CheckingSale.tsx'
import { contentOfRequest, contentOfSale, type Content } from './content.ts'
import { isDuplicate } from './duplicate-failure.ts'
import { DuplicateAtReview } from './DuplicateAtReview.tsx'
import { NoSale } from './NoSale.tsx'
import { OutdatedPage } from './OutdatedPage.tsx'
import { SaleAtStep } from './SaleAtStep.tsx'
import { RejectedInternational } from './RejectedInternational.tsx'
import { NoReplySale } from './UnknownSale.tsx'
import type { ReviewedQuantity } from './use-reviewed-batch.ts'
import { useSale, type OpenedSale } from './use-sale.ts'
import { useEditSale } from './use-sale-options.ts'

/** A sale at the step it is at: check, review, sending, and what came of it. */
export function SaleView({ id }: { id: SaleId }) {
  return <OpenedSaleView opened={useSale(id)} />
}

type OpenedSaleProps = {
  opened: OpenedSale
  /** The sale is the first line of a quantity, and what is done here is done with all of them. */
  quantity?: ReviewedQuantity | undefined
}

export function OpenedSaleView({ opened, quantity }: OpenedSaleProps) {
  const { known, request, open, openAgain, openAtPrice, send, isSending, sendFailure, forgetSend, readAgain } = opened

  switch (known.kind) {
    case 'opening':
      return <CheckingSale content={contentOfRequest(known.request)} tileId={known.request.tileId} />
    case 'open-lost':
      return <CheckingSale content={contentOfRequest(known.request)} tileId={known.request.tileId} onAskAgain={open} />
    case 'turned-down': {
      const { failure, request: asked } = known
      const content = contentOfRequest(asked)
      if (failure.code === 'page-outdated') return <OutdatedPage content={content} />
      if (isDuplicate(failure)) return <DuplicateAtReview request={asked} failure={failure} onSellAgain={openAgain} />
      return content.kind === 'international' ? (
        <RejectedInternational content={content} failure={failure} onAgain={open} onAtPrice={openAtPrice} />
      ) : (
        <BackToTicket content={content} tileId={asked.tileId} code={failure.code} />
      )
    }
    case 'silent': {
      const { sale, request: sent } = known
      return (
        <NoReplySale
          sale={quantity ? undefined : sale}
          content={sent ? contentOfRequest(sent) : sale && contentOfSale(sale, quantity?.count)}
          told={known.told}
          onReadAgain={readAgain}
        />
      )
    }
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
          quantity={quantity}
          isSending={isSending}
          sendFailure={sendFailure}
          onSend={(wish) => send(known.sale, wish)}
          onForgetSend={forgetSend}
          onReadAgain={readAgain}
        />
      )
  }
}

type BackToTicketProps = { content: Content; tileId: string | undefined; code: FailureCode }

/** No sale was opened: the ticket says why, with everything still on it. */
function BackToTicket({ content, tileId, code }: BackToTicketProps) {
  const change = useEditSale(content, tileId)
  // Once, on the way out.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => change(code), [])
  return null
}
