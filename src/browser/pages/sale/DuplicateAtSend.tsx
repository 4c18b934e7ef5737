import type { Sale } from '#domain/sale/sale.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { contentOfSale } from './content.ts'
import type { DuplicateFailure } from './duplicate-failure.ts'
import { DuplicateSale } from './DuplicateSale.tsx'
import type { ReviewedQuantity } from './use-reviewed-batch.ts'
import { useEditSale } from './use-sale-options.ts'

type DuplicateAtSendProps = {
  sale: Sale
  tileId: string | undefined
  quantity: ReviewedQuantity | undefined
  failure: DuplicateFailure
  onSellAgain: () => void
  onStay: () => void
}

/** Somebody else was quicker between review and send. A sale that was sent before stays as it is, a new one is left. */
export function DuplicateAtSend({ sale, tileId, quantity, failure, onSellAgain, onStay }: DuplicateAtSendProps) {
  const content = contentOfSale(sale, quantity?.count)
  const change = useEditSale(content, tileId)
  const abandon = useAbandonSale(sale.id)
  const leave = () => {
    if (quantity) quantity.onLeave()
    else abandon.mutate()
    change()
  }
  return (
    <DuplicateSale
      content={content}
      other={failure.sale}
      kind={failure.code}
      onSellAgain={onSellAgain}
      onCancel={sale.state === 'checked' ? leave : onStay}
    />
  )
}
