import { Handshake } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../api/failure-message.ts'
import { useTakeOverSale } from '../api/sale.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Goes on with a sale in a colleague's place. */
export function TakeOverButton({ sale }: { sale: Sale }) {
  const t = useText()
  const take = useTakeOverSale(sale.id)
  return (
    <>
      <Button icon={Handshake} pending={take.isPending} onClick={() => take.mutate()}>
        {t('sale.takeOver')}
      </Button>
      {take.error && (
        <Notice tone="info" role="alert">
          {t(failureMessage(take.error))}
        </Notice>
      )}
    </>
  )
}
