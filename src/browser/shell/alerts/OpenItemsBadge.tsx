import '../../styles/watch.css'

import { useQuery } from '@tanstack/react-query'
import { Bell, Clock, Ticket, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'

import { useCurrentUser } from '../../current-user.ts'
import { statusQuery } from '../../api/status.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

/** What lies on the pending desk, in the status bar: what waits, and beside it what a person has to do. F8 leads there in any case. */
export function OpenItemsBadge() {
  const t = useText()
  const locale = useLocale()
  const { isSupervisor } = useCurrentUser()
  const { data: status } = useQuery(statusQuery)
  useOpenItemsKey()
  if (!status) return null

  const { waiting, undelivered, refundsDue, unread } = status
  const attention = isSupervisor ? status.attention : 0
  const said = [
    waiting > 0 && t('alerts.waiting', { count: waiting }),
    attention > 0 && t('alerts.attention', { count: attention }),
    undelivered > 0 && t('alerts.undelivered', { count: undelivered }),
    refundsDue > 0 && t('alerts.refund', { count: refundsDue }),
    unread > 0 && t('alerts.updates', { count: unread }),
  ].filter((words) => words !== false)
  if (said.length === 0) return null
  const label = new Intl.ListFormat(locale, { type: 'unit' }).format(said)

  return (
    <Link
      to={paths.openItems()}
      className="bar__item deskbadge"
      aria-keyshortcuts="F8"
      aria-label={label}
      title={label}
    >
      {waiting > 0 && (
        <span className="deskbadge__wait">
          <Clock className="ic" size={18} aria-hidden="true" />
          <span className="deskbadge__words">{t('alerts.waiting', { count: waiting })}</span>
          <span className="deskbadge__count num">{waiting}</span>
        </span>
      )}
      {attention + undelivered + refundsDue + unread > 0 && (
        <span className="deskbadge__more">
          <Mark Icon={TriangleAlert} count={attention} />
          <Mark Icon={Ticket} count={undelivered} />
          <Mark Icon={Undo2} count={refundsDue} />
          <Mark Icon={Bell} count={unread} />
        </span>
      )}
    </Link>
  )
}

type MarkProps = { Icon: LucideIcon; count: number }

function Mark({ Icon, count }: MarkProps) {
  if (count === 0) return null
  return (
    <span>
      <Icon className="ic" size={16} aria-hidden="true" />
      {count}
    </span>
  )
}

function useOpenItemsKey(): void {
  const navigate = useNavigate()
  useHotkeys([{ ...KEYS.openItems, run: () => void navigate(paths.openItems()) }])
}
