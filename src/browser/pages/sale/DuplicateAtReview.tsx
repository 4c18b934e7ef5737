import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRequest } from '../../sale/sale-request.ts'
import type { DuplicateFailure } from './duplicate-failure.ts'
import { DuplicateSale } from './DuplicateSale.tsx'
import { contentOfRequest } from './content.ts'
import { useEditSale } from './use-sale-options.ts'

type DuplicateAtReviewProps = { request: SaleRequest; failure: DuplicateFailure; onSellAgain: (other: SaleId) => void }

/** No sale was opened yet. */
export function DuplicateAtReview({ request, failure: { code, sale: other }, onSellAgain }: DuplicateAtReviewProps) {
  const content = contentOfRequest(request)
  const change = useEditSale(content, request.tileId)
  return (
    <DuplicateSale
      content={content}
      other={other}
      kind={code}
      onSellAgain={() => onSellAgain(other.id)}
      onCancel={() => change()}
    />
  )
}
