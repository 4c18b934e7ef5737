import '../../styles/sales.css'
import '../../styles/desk.css'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { deskQuery } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { sortDesk } from './desk-sections.ts'
import { DeskTable } from './DeskTable.tsx'

/** The pending desk of the shop: what waits, what needs a person, money to give back, and news. All of it is what the proxy says. */
export function DeskStage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: sales, error } = useQuery({ ...deskQuery, select: (page) => page.sales })
  const isSupervisor = session?.person?.role === 'supervisor'

  return (
    <div className="sales desk">
      <div className="head">
        <h1>{t('desk.title')}</h1>
        <span className="muted grow">{t('desk.lead')}</span>
      </div>
      {error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      {sales === undefined ? (
        !error && (
          <p className="muted" role="status">
            {t('desk.loading')}
          </p>
        )
      ) : sales.length === 0 ? (
        <div className="plain">
          <CircleCheck className="ic" size={56} aria-hidden="true" />
          <h2>{t('desk.empty')}</h2>
          <p>{t('desk.emptyNext')}</p>
        </div>
      ) : (
        <div className="desk__sections">
          {sortDesk(sales, isSupervisor).map((each) => (
            <DeskTable key={each.section} section={each.section} sales={each.sales} />
          ))}
        </div>
      )}
    </div>
  )
}
