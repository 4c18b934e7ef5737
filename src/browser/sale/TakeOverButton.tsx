import { Handshake } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../api/failure-message.ts'
import { useTakeOverSale } from '../api/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/Notice.tsx'

/** Goes on with a sale in a colleague's place. */
export function TakeOverButton({ sale }: { sale: Sale }) {
  const t = useText()
  const take = useTakeOverSale(sale.id)
  return (
    <>
      <button
        type="button"
        className="btn btn--lg"
        aria-disabled={take.isPending}
        onClick={() => !take.isPending && take.mutate()}
      >
        <Handshake className="ic" size={20} aria-hidden="true" /> {t('sale.takeOver')}
      </button>
      {take.error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(take.error))}
        </Notice>
      )}
    </>
  )
}
