import { useQuery } from '@tanstack/react-query'
import { Clock, Ticket, Undo2 } from 'lucide-react'
import { useState } from 'react'

import { statusQuery } from '../../api/status.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { OpenSales } from './OpenSales.tsx'

/** What of this kiosk waits, has a code to hand over or money to give back. F8 shows it, as elsewhere. */
export function OpenSalesBadge() {
  const t = useText()
  const locale = useLocale()
  const { data: status } = useQuery(statusQuery)
  const [isShown, setIsShown] = useState(false)
  const { waiting = 0, undelivered = 0, refundsDue = 0, unread = 0 } = status ?? {}
  const isAny = waiting + undelivered + refundsDue + unread > 0

  useHotkeys([{ ...KEYS.openItems, run: isAny ? () => setIsShown(true) : undefined }])

  if (!isAny) return null
  const said = [
    waiting > 0 && t('alerts.waiting', { count: waiting }),
    undelivered > 0 && t('alerts.undelivered', { count: undelivered }),
    refundsDue > 0 && t('alerts.refund', { count: refundsDue }),
    unread > 0 && t('alerts.updates', { count: unread }),
  ].filter((words) => words !== false)
  const label = new Intl.ListFormat(locale, { type: 'unit' }).format(said)

  return (
    <>
      <button
        type="button"
        className="bar__item deskbadge"
        aria-keyshortcuts="F8"
        aria-label={label}
        title={label}
        onClick={() => setIsShown(true)}
      >
        {waiting > 0 && (
          <span className="deskbadge__wait">
            <Clock className="ic" size={18} aria-hidden="true" />
            <span className="deskbadge__words">{t('alerts.waiting', { count: waiting })}</span>
            <span className="deskbadge__count num">{waiting}</span>
          </span>
        )}
        {(undelivered + refundsDue > 0 || waiting === 0) && (
          <span className="deskbadge__more">
            {(undelivered > 0 || refundsDue === 0) && (
              <span>
                <Ticket className="ic" size={16} aria-hidden="true" />
                {undelivered || unread}
              </span>
            )}
            {refundsDue > 0 && (
              <span>
                <Undo2 className="ic" size={16} aria-hidden="true" />
                {refundsDue}
              </span>
            )}
          </span>
        )}
      </button>
      {isShown && <OpenSales onClose={() => setIsShown(false)} />}
    </>
  )
}
