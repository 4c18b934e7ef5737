import { Ban, Check, LockKeyhole } from 'lucide-react'
import { Link } from 'react-router-dom'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { hasPermission } from '#domain/person.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { useFormatDate } from '../use-format-date.ts'
import { LimitText, SoldToday } from './SoldToday.tsx'

/** Where focus goes back to when the panel closes. */
export const rowIdOf = (staffId: string) => `staff-${staffId}`

type StaffTableProps = { people: readonly StaffEntry[]; currency: string | undefined; chosenId: string | undefined }

export function StaffTable({ people, currency, chosenId }: StaffTableProps) {
  const t = useText()
  return (
    <div className="staff__list">
      <table className="stafftable">
        <thead>
          <tr>
            <th scope="col">{t('staff.name')}</th>
            <th scope="col" className="stafftable__figure">
              {t('staff.perSale')}
            </th>
            <th scope="col">{t('staff.soldToday')}</th>
            <th scope="col">{t('staff.international')}</th>
            <th scope="col">{t('staff.atTill')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((entry) => (
            <StaffRow key={entry.id} entry={entry} currency={currency} isChosen={entry.id === chosenId} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type StaffRowProps = { entry: StaffEntry; currency: string | undefined; isChosen: boolean }

/** The whole row leads to the person. */
function StaffRow({ entry, currency, isChosen }: StaffRowProps) {
  const t = useText()
  const isBlocked = entry.disabledAt !== undefined
  return (
    <tr className={isChosen ? 'stafftable__row stafftable__row--sel' : 'stafftable__row'}>
      <td>
        <span className="row stafftable__who">
          <Avatar id={entry.id} name={entry.name} size={32} />
          <span className="grow">
            <Link
              id={rowIdOf(entry.id)}
              className="stafftable__name"
              to={paths.person(entry.id)}
              aria-current={isChosen ? 'true' : undefined}
            >
              <bdi>{entry.name}</bdi>
            </Link>
            <span className="small muted">{t(`shell.role.${entry.role}`)}</span>
          </span>
          {entry.pinLock && (
            <span className="tag">
              <LockKeyhole className="ic" size={16} aria-hidden="true" />
              {t('staff.pinLocked')}
            </span>
          )}
          {isBlocked && (
            <span className="tag">
              <Ban className="ic" size={16} aria-hidden="true" />
              {t('staff.blocked')}
            </span>
          )}
        </span>
      </td>
      <td className="stafftable__figure" data-head={t('staff.perSale')}>
        <LimitText entry={entry} kind="perSale" />
      </td>
      <td data-head={t('staff.soldToday')}>
        <SoldToday entry={entry} currency={currency} />
      </td>
      <td data-head={t('staff.international')}>
        {hasPermission(entry, 'international') ? (
          <span className="row">
            <Check className="ic" size={18} aria-hidden="true" /> {t('staff.allowed')}
          </span>
        ) : (
          <span className="row muted">
            <Ban className="ic" size={18} aria-hidden="true" /> {t('staff.notAllowed')}
          </span>
        )}
      </td>
      <td data-head={t('staff.atTill')}>
        <LastSeen entry={entry} />
      </td>
    </tr>
  )
}

/** Where they are signed in now, or when they last were. */
export function LastSeen({ entry: { terminal, lastSeenAt } }: { entry: StaffEntry }) {
  const t = useText()
  const when = useFormatDate()
  if (terminal)
    return (
      <span>
        {t('staff.now')}
        <bdi className="small muted stafftable__where">{terminal.name}</bdi>
      </span>
    )
  return <span className="muted">{lastSeenAt === undefined ? t('staff.neverSeen') : when(lastSeenAt)}</span>
}
