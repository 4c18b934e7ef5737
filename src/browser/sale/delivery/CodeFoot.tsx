import { CircleCheck, TicketCheck } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'

/** How it stands with the customer: handed over, how, when and by whom; and how often the code was shown. */
export function CodeFoot({ sale: { delivered, voucher, revealCount } }: { sale: Sale }) {
  const t = useText()
  return (
    <p className="codecard__foot muted">
      {delivered ? (
        <span className="row">
          <CircleCheck className="ic" size={20} aria-hidden="true" />
          {t(`delivery.delivered.${delivered.method}`, {
            time: formatTime(delivered.at),
            name: firstName(delivered.by),
          })}
        </span>
      ) : (
        voucher === 'ready' && (
          <span className="row">
            <TicketCheck className="ic" size={20} aria-hidden="true" />
            {t('delivery.undelivered')}
          </span>
        )
      )}
      <span>{t('delivery.shownTimes', { count: revealCount })}</span>
    </p>
  )
}
