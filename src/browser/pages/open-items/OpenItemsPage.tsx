import '../../styles/sales.css'
import '../../styles/desk.css'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'

import { useCurrentUser } from '../../current-user.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { groupOpenItems } from './sections.ts'
import { OpenItemsTable } from './OpenItemsTable.tsx'

/** The pending desk of the shop: what waits, what needs a person, money to give back, and news. All of it is what the proxy says. */
export default function OpenItemsPage() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const { data: sales, error } = useQuery({ ...openItemsQuery, select: (page) => page.sales })

  return (
    <div className="sales desk">
      <div className="head">
        <h1>{t('openItems.title')}</h1>
        <span className="muted grow">{t('openItems.lead')}</span>
      </div>
      {error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      {sales === undefined ? (
        !error && (
          <p className="muted" role="status">
            {t('openItems.loading')}
          </p>
        )
      ) : sales.length === 0 ? (
        <div className="plain">
          <CircleCheck className="ic" size={56} aria-hidden="true" />
          <h2>{t('openItems.empty')}</h2>
          <p>{t('openItems.emptyNext')}</p>
        </div>
      ) : (
        <div className="desk__sections">
          {groupOpenItems(sales, isSupervisor).map((each) => (
            <OpenItemsTable key={each.section} section={each.section} sales={each.sales} />
          ))}
        </div>
      )}
    </div>
  )
}
