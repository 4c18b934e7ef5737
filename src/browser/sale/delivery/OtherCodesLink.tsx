import { useQuery } from '@tanstack/react-query'
import { ListOrdered } from 'lucide-react'

import { isUndelivered, type Batch, type Sale } from '#domain/sale/sale.ts'
import { batchQuery, salesOfBatch } from '../../api/batch.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'

/** Which code of its quantity this is, and the way back to the others while one of them is in nobody's hands. */
export function OtherCodesLink({ sale: { id, batch } }: { sale: Sale }) {
  return batch && <ToQuantity id={id} batch={batch} />
}

function ToQuantity({ id, batch }: Pick<Sale, 'id'> & { batch: Batch }) {
  const t = useText()
  const { data: sales } = useQuery({ ...batchQuery(batch.id), select: salesOfBatch })
  const hasOthers = sales?.some((sale) => sale.id !== id && (isUndelivered(sale) || sale.voucher === 'coming'))
  if (!hasOthers) return null
  return (
    <ButtonLink
      to={paths.batch(batch.id)}
      size="lg"
      icon={ListOrdered}
      amount={t('sale.lineOf', { line: batch.line, of: batch.of })}
    >
      {t('sale.toQuantity')}
    </ButtonLink>
  )
}
