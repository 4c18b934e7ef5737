import { Ban, KeyRound, LockKeyhole, LockKeyholeOpen, UserCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { useCurrentUser } from '../../../current-user.ts'
import { useUnlockStaff } from '../../../api/staff.ts'
import { formatDate } from '../../../i18n/format-time.ts'
import { useHotkeys } from '../../../hotkeys.ts'
import { KEYS } from '../../../keys.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { FormProblem } from '../FormProblem.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { PersonLimits } from './PersonLimits.tsx'
import { PersonPermissions } from './PersonPermissions.tsx'
import { PinDialog } from './PinDialog.tsx'
import { LastSeen } from './StaffTable.tsx'

type PersonPanelProps = { entry: StaffEntry; currency: string | undefined }

/** One person: what they may do, up to how much, and whether they get in. */
export function PersonPanel({ entry, currency }: PersonPanelProps) {
  const t = useText()
  const { person } = useCurrentUser()
  const [dialog, setDialog] = useState<'pin' | 'block'>()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useClose()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const isBlocked = entry.disabledAt !== undefined
  const isMe = person.id === entry.id
  const since = t('staff.since', { date: formatDate(entry.createdAt) })
  return (
    <aside className="staff__panel" aria-label={entry.name}>
      <section className="card staff__card">
        <div className="slip__head">
          <Avatar id={entry.id} name={entry.name} size={32} />
          <span className="grow">
            <h2 ref={heading} tabIndex={-1} className="ttl">
              <bdi>{entry.name}</bdi>
            </h2>
            <span className="sub">
              {t(`shell.role.${entry.role}`)}
              {t('shell.comma')}
              {since}
              {isMe && ` · ${t('staff.you')}`}
            </span>
          </span>
          <button type="button" className="btn btn--quiet" onClick={close}>
            <X className="ic" size={20} aria-hidden="true" />
            {t('shell.close')}
          </button>
        </div>
        <p className="small">
          <span className="muted">{t('staff.atTill')}: </span>
          <LastSeen entry={entry} />
        </p>
        {isBlocked && (
          <p className="row font-semibold">
            <Ban className="ic" size={20} aria-hidden="true" />
            {t('staff.blockedSince', { date: formatDate(entry.disabledAt ?? 0) })}
          </p>
        )}
        {entry.pinLock && <PinLocked entry={entry} isForGood={entry.pinLock.until === undefined} />}
        {entry.role === 'supervisor' && !isBlocked && <p className="muted">{t('staff.supervisorMay')}</p>}
      </section>
      {entry.role === 'cashier' && !isBlocked && (
        <>
          <PersonPermissions entry={entry} />
          {currency !== undefined && <PersonLimits entry={entry} currency={currency} />}
        </>
      )}
      <div className="staff__deeds">
        {!isBlocked && (
          <button type="button" className="btn btn--lg" onClick={() => setDialog('pin')}>
            <KeyRound className="ic" size={20} aria-hidden="true" />
            {t('staff.newPin')}
          </button>
        )}
        <button
          type="button"
          className={isBlocked ? 'btn btn--lg' : 'btn btn--lg btn--bad'}
          onClick={() => setDialog('block')}
        >
          {isBlocked ? (
            <UserCheck className="ic" size={20} aria-hidden="true" />
          ) : (
            <Ban className="ic" size={20} aria-hidden="true" />
          )}
          {t(isBlocked ? 'staff.unblock' : 'staff.block')}
        </button>
      </div>
      {dialog === 'pin' && <PinDialog entry={entry} isMe={isMe} onClose={() => setDialog(undefined)} />}
      {dialog === 'block' && <BlockDialog entry={entry} isMe={isMe} onClose={() => setDialog(undefined)} />}
    </aside>
  )
}

/** Too many wrong PINs at all tills: what it means, and the way out of it. */
function PinLocked({ entry: { id, name }, isForGood }: { entry: StaffEntry; isForGood: boolean }) {
  const t = useText()
  const unlock = useUnlockStaff(id)
  return (
    <>
      <p className="row font-semibold">
        <LockKeyhole className="ic" size={20} aria-hidden="true" />
        {t('staff.pinLocked')}
      </p>
      <p>{t(isForGood ? 'staff.pinLockedNext' : 'staff.pinSlowedNext', { name })}</p>
      <button
        type="button"
        className="btn btn--lg"
        aria-busy={unlock.isPending}
        aria-disabled={unlock.isPending}
        onClick={() => !unlock.isPending && unlock.mutate()}
      >
        <LockKeyholeOpen className="ic" size={20} aria-hidden="true" />
        {t('staff.unlock')}
      </button>
      <FormProblem error={unlock.error} />
    </>
  )
}

/** Back to the list; Esc does the same. */
function useClose(): () => void {
  const navigate = useNavigate()
  const close = () => void navigate(paths.staff())
  useHotkeys([{ ...KEYS.escape, isAlways: true, run: close }])
  return close
}
