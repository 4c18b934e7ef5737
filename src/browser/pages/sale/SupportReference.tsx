import { Headset } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { useText } from '../../i18n/use-text.ts'

/** The number support asks for; nothing while there is none. */
export function SupportReference({ sale }: { sale: Sale }) {
  const t = useText()
  if (sale.transactionId === undefined) return null
  return (
    <div className="row muted">
      <Headset className="ic" size={20} aria-hidden="true" /> {t('sale.askHelp', { id: sale.transactionId })}
    </div>
  )
}
