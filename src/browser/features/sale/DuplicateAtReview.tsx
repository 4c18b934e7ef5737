import type { SaleId } from '#domain/sale-id.ts'
import type { SaleRequest } from '../../begin-sale.ts'
import type { DuplicateFailure } from './duplicate-failure.ts'
import { DuplicateSale } from './DuplicateSale.tsx'
import { useWaysOn } from './use-ways-on.ts'

type DuplicateAtReviewProps = { request: SaleRequest; failure: DuplicateFailure; onSellAgain: (other: SaleId) => void }

/** No sale was opened yet. */
export function DuplicateAtReview({ request, failure: { code, sale: other }, onSellAgain }: DuplicateAtReviewProps) {
  const { change } = useWaysOn(request.content, request.tileId)
  return (
    <DuplicateSale
      content={request.content}
      other={other}
      kind={code}
      onSellAgain={() => onSellAgain(other.id)}
      onCancel={() => change()}
    />
  )
}
