import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { sessionQuery } from '../../../api/session.ts'
import { useDraft } from '../../../sale/draft.ts'
import { formatAccount } from '../../../i18n/format-sale.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Slip, SlipHead, SlipLine } from '../../../ui/Slip.tsx'
import { readNumberEntry } from './number-entry.ts'

/** The slip between two sales: what comes, and what came last. */
export function EmptyTicket({ foot }: { foot?: ReactNode }) {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { number } = readNumberEntry(useDraft((draft) => draft.number))
  const account = 'account' in number ? number.account : undefined

  return (
    <>
      <Slip label={t('ticket.region')}>
        <SlipHead
          title={t('ticket.ready')}
          sub={t('ticket.readyHint')}
          end={session?.isPractice ? <span className="tag tag--paper">{t('ticket.practice')}</span> : undefined}
        />
        <hr />
        {account !== undefined && (
          <dl className="lines">
            <SlipLine label={t('ticket.mobileNumber')}>
              <span className="num">{formatAccount(account)}</span>
            </SlipLine>
          </dl>
        )}
        <Step place={1}>{t('ticket.step.product')}</Step>
        <Step place={2}>{t('ticket.step.details')}</Step>
        <Step place={3}>{t('ticket.step.review')}</Step>
        <Step place={4}>{t('ticket.step.receipt')}</Step>
        {foot}
      </Slip>
      <div className="tray__gap" />
    </>
  )
}

function Step({ place, children }: { place: number; children: string }) {
  return (
    <div className="ghost">
      <span>{place}</span>
      {children}
    </div>
  )
}
