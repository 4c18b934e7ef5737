import { useQuery } from '@tanstack/react-query'
import { Ban, KeyRound, LockKeyhole, LockKeyholeOpen, UserCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import type { StaffEntry } from '#api/staff.ts'
import { PERMISSIONS, type Permission } from '#domain/person.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { sessionQuery } from '../../api/session.ts'
import { useSetPermissions, useUnlockStaff } from '../../api/staff.ts'
import { formatDate } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { SaveButton } from './LimitFields.tsx'
import { PersonBadge } from './PersonBadge.tsx'
import { PersonShops } from './PersonShops.tsx'
import { BlockDialog, PersonLimits, PinDialog, usePersonLimits } from './PersonDialogs.tsx'

type PersonProps = { person: StaffEntry }

export function PersonPanel({ person }: PersonProps) {
  const t = useText()
  const formId = useId()
  const close = useClose()
  const { data: session } = useQuery(sessionQuery)
  const limits = usePersonLimits(person)
  const [dialog, setDialog] = useState<'pin' | 'block'>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const isBlocked = person.disabledAt !== undefined
  const isMe = session?.person?.id === person.id
  const isLimited = person.role === 'cashier' && !isBlocked
  return (
    <SidePanel
      label={person.name}
      foot={
        <>
          {isLimited && <FormProblem error={limits.save.error} />}
          <div className="grid auto-cols-fr grid-flow-col gap-3">
            {!isBlocked && (
              <Button size="lg" icon={KeyRound} onClick={() => setDialog('pin')}>
                {t('staff.newPin')}
              </Button>
            )}
            <Button
              size="lg"
              variant={isBlocked ? 'secondary' : 'danger'}
              icon={isBlocked ? UserCheck : Ban}
              onClick={() => setDialog('block')}
            >
              {t(isBlocked ? 'staff.unblock' : 'staff.block')}
            </Button>
          </div>
          {isLimited && (
            <SaveButton form={formId} {...limits}>
              {t('limits.save')}
            </SaveButton>
          )}
        </>
      }
    >
      <section className="flex flex-col gap-3 rounded-3 bg-surface p-4">
        <div className="flex items-center gap-3">
          <Avatar id={person.id} name={person.name} size="md" />
          <div className="min-w-0 flex-1">
            {/* Focused so that the name is read out; no ring, because it is not a control. */}
            <h2 ref={heading} tabIndex={-1} className="text-3 wrap-anywhere shadow-none outline-none">
              <bdi>{person.name}</bdi>
            </h2>
            <p className="text-1 text-ink-2">
              {t('staff.roleSince', {
                role: t(person.isOwner ? 'staff.owner' : `shell.role.${person.role}`),
                date: formatDate(person.createdAt).replaceAll('-', '\u2011'),
              })}
              {isMe && ` · ${t('staff.you')}`}
            </p>
          </div>
          <Button variant="quiet" onClick={close}>
            {t('shell.close')} <Kbd>Esc</Kbd>
          </Button>
        </div>
        <p className="text-1">
          <span className="text-ink-2">{t('staff.atTill')}: </span>
          <OfflineSnapshot {...person} />
        </p>
        {!isBlocked && <PersonBadge person={person} />}
        {person.disabledAt !== undefined && (
          <IconLine icon={<Ban size={20} aria-hidden />}>
            {t('staff.blockedSince', { date: formatDate(person.disabledAt) })}
          </IconLine>
        )}
        {person.pinLock && <PinLocked person={person} />}
        {person.role === 'supervisor' && !isBlocked && <p className="text-ink-2">{t('staff.supervisorMay')}</p>}
        {isLimited && <PersonLimits person={person} formId={formId} limits={limits} />}
      </section>
      {isLimited && <Permissions person={person} />}
      <PersonShops person={person} />
      {dialog === 'pin' && <PinDialog person={person} isMe={isMe} onClose={() => setDialog(undefined)} />}
      {dialog === 'block' && <BlockDialog person={person} isMe={isMe} onClose={() => setDialog(undefined)} />}
    </SidePanel>
  )
}

export function OfflineSnapshot({ terminal, lastSeenAt }: Pick<StaffEntry, 'terminal' | 'lastSeenAt'>) {
  const t = useText()
  const formatWhen = useFormatDate()
  if (terminal)
    return (
      <span>
        {t('staff.now')} <bdi className="text-1 text-ink-2">{terminal.name}</bdi>
      </span>
    )
  return <span className="text-ink-2">{lastSeenAt === undefined ? t('staff.neverSeen') : formatWhen(lastSeenAt)}</span>
}

const IconLine = ({ icon, children }: { icon: ReactNode; children: string }) => (
  <p className="flex items-center gap-2 font-semibold">
    {icon}
    {children}
  </p>
)

function PinLocked({ person: { id, name, pinLock } }: PersonProps) {
  const t = useText()
  const unlock = useUnlockStaff(id)
  return (
    <>
      <IconLine icon={<LockKeyhole size={20} aria-hidden />}>{t('staff.pinLocked')}</IconLine>
      <p>{t(pinLock?.until === undefined ? 'staff.pinLockedNext' : 'staff.pinSlowedNext', { name })}</p>
      <Button icon={LockKeyholeOpen} pending={unlock.isPending} onClick={() => unlock.mutate()}>
        {t('staff.unlock')}
      </Button>
      <FormProblem error={unlock.error} words={{ 'invalid-operation': 'staff.unlockRefused' }} />
    </>
  )
}

function Permissions({ person }: PersonProps) {
  const t = useText()
  const save = useSetPermissions(person.id)
  // Shows the wanted permissions until the server answers.
  const may = (save.isPending ? save.variables : person.permissions) ?? []

  // Two switches may be changed before the page shows the first change.
  const wanted = useRef<readonly Permission[]>(undefined)
  const turn = (permission: Permission, isOn: boolean) => {
    const before = wanted.current ?? person.permissions ?? []
    const next = PERMISSIONS.filter((each) => (each === permission ? isOn : before.includes(each)))
    wanted.current = next
    save.mutate(next, { onSettled: () => (wanted.current = undefined) })
  }
  return (
    <section aria-label={t('staff.permissions')} className="flex flex-col gap-2 px-1">
      {PERMISSIONS.map((permission) => (
        <Switch
          key={permission}
          isOn={may.includes(permission)}
          pending={save.isPending}
          onChange={(isOn) => turn(permission, isOn)}
        >
          <span className="block font-medium">{t(`staff.may.${permission}`)}</span>
          <span className="block text-1 text-ink-2">{t(`staff.may.${permission}.hint`)}</span>
        </Switch>
      ))}
      <FormProblem error={save.error} />
    </section>
  )
}

function useClose(): () => void {
  const navigate = useNavigate()
  const close = () => void navigate(paths.staff())
  useHotkeys([{ ...KEYS.escape, isAlways: true, run: close }])
  return close
}
