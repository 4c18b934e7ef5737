import { useQuery } from '@tanstack/react-query'
import { Check, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'

import type { Session } from '#api/session.ts'
import { type Person, PIN_LENGTH } from '#domain/person.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ServerFailure } from '../../api/request.ts'
import { sessionQuery, useSignIn } from '../../api/session.ts'
import { formatTime } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { firstName, shortName } from '../../lib/current-user.ts'
import { useText, type Text, useLocale } from '../../i18n/use-text.ts'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { findSignOut, findVisit, isErased, type SignOut } from '../../lib/presence.ts'
import { Secret } from '../../lib/secret.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { waitOf, type PinWait, PinForm, readPinWait, refusalOfWait } from '../../ui/PinForm.tsx'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { SignInLayout } from './SignInLayout.tsx'

const BadgeSignIn = lazyPart(async () => (await import('./BadgeSignIn.tsx')).BadgeSignIn)
const ConnectOffer = lazyPart(async () => (await import('./ConnectOffer.tsx')).ConnectOffer)

export function SignInPage() {
  const { data: session } = useQuery(sessionQuery)
  return session ? <SignIn session={session} /> : null
}

/** For how long (ms) a scanned badge waits for its person's PIN. */
const BADGE_WAITS_MS = 60_000

function SignIn({ session: { staff, demoPins, canConnect, hasBadges } }: { session: Session }) {
  const t = useText()
  const isPhone = useMedia(PHONE)
  // After a supervisor's visit, the cashier is preselected; after an idle lock, the same person unless it was long ago; after a sign-out, no one.
  const [left] = useState(() => {
    const found = findSignOut()
    const visit = found && findVisit(found.personId)
    if (visit) return { how: 'idle', personId: visit.instead } as const
    return found?.how === 'locked' || isErased() ? undefined : found
  })
  const [chosenId, setChosenId] = useState(staff.length === 1 ? staff[0]?.id : left?.personId)
  const [wait, setWait] = useState<PinWait>()
  const isKiosk = useIsKiosk()
  const [badge, setBadge] = useState<{ personId: string; code: Secret }>()
  useEffect(() => {
    if (!badge) return
    const timer = setTimeout(() => setBadge(undefined), BADGE_WAITS_MS)
    return () => clearTimeout(timer)
  }, [badge])
  const choose = (id: string | undefined) => {
    setChosenId(id)
    setBadge(undefined)
  }
  const find = (id: string | undefined) => staff.find((person) => person.id === id)
  const chosen = find(chosenId)
  const { title, lead } = textsOf(t, staff, left && { how: left.how, person: find(left.personId) })
  return (
    <SignInLayout
      title={title}
      lead={lead}
      panel={
        isPhone && !chosen ? null : (
          <PinPanel
            key={chosen?.id} // another person begins with an empty PIN
            person={chosen}
            staff={staff}
            wait={waitOf(wait, chosen?.id)}
            badge={badge?.personId === chosen?.id ? badge?.code : undefined}
            onWait={setWait}
            onTried={() => setBadge(undefined)}
            onBack={isPhone ? () => choose(undefined) : undefined}
          />
        )
      }
    >
      <div
        className="-m-2 grid min-h-0 auto-rows-min gap-2 p-2 sm:grid-cols-2 sm:gap-3 md:grid-cols-3 md:gap-4 md:overflow-y-auto"
        role="group"
        aria-label={t('signIn.people')}
      >
        {staff.map((person) => (
          <PersonCard
            key={person.id}
            person={person}
            isShared={staff.filter(({ name }) => firstName(name) === firstName(person.name)).length > 1}
            demoPin={demoPins?.[person.id]}
            isChosen={person.id === chosenId}
            onChoose={() => choose(person.id)}
          />
        ))}
      </div>
      {hasBadges && !isKiosk && (
        <BadgeSignIn
          staff={staff}
          onPinNeeded={(personId, code) => {
            setChosenId(personId)
            setBadge({ personId, code })
          }}
          onRefused={() => isPhone && choose(undefined)}
        />
      )}
      {canConnect && <ConnectOffer />}
    </SignInLayout>
  )
}

/** `person` is absent if they can no longer sign in. */
function textsOf(t: Text, staff: Person[], left: { how: SignOut['how']; person: Person | undefined } | undefined) {
  if (staff.length === 0) return { title: t('signIn.nobody'), lead: t('signIn.nobodyNext') }
  if (!left) return { title: t('signIn.title') }
  const isIdle = left.how === 'idle'
  return {
    title: t(isIdle ? 'signIn.idle' : 'signIn.ended'),
    lead: left.person
      ? t(isIdle ? 'signIn.idleLead' : 'signIn.endedLead', { name: firstName(left.person.name) })
      : t('signIn.endedNobody'),
  }
}

type PersonCardProps = {
  person: Person
  isShared: boolean
  /** Practice only. */
  demoPin: string | undefined
  isChosen: boolean
  onChoose: () => void
}

function PersonCard({ person, isShared, demoPin, isChosen, onChoose }: PersonCardProps) {
  const t = useText()
  return (
    <button
      type="button"
      className={`relative flex min-h-9 items-center gap-3 rounded-3 border px-3 py-2 md:min-h-[168px] md:flex-col md:justify-center md:text-center lg:min-h-[196px] lg:low:min-h-[168px] ${isChosen ? 'border-act bg-act-tint shadow-act' : 'border-line bg-surface'}`}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {isChosen && (
        <span className="absolute end-3 top-3 hidden size-5 place-items-center rounded-full bg-act text-act-on md:grid">
          <Check size={16} aria-hidden />
        </span>
      )}
      <Avatar id={person.id} name={person.name} size="face" />
      <span className="min-w-0 flex-1 wrap-anywhere md:flex-none">
        <b className="block text-3 font-semibold">
          <bdi>{isShared ? shortName(person.name) : firstName(person.name)}</bdi>
        </b>
        <span className="block text-1 text-ink-2">{t(`shell.role.${person.role}`)}</span>
      </span>
      {demoPin !== undefined && (
        <span className="rounded-1 border border-line-strong px-2 text-1 font-medium whitespace-nowrap text-ink-2">
          {t('signIn.demoPin', { pin: demoPin })}
        </span>
      )}
    </button>
  )
}

type PinPanelProps = {
  person: Person | undefined
  staff: Person[]
  /** Until this wait is over, no PIN is accepted for this person. */
  wait?: PinWait | undefined
  /** The person's badge was scanned, and signs in together with the PIN. */
  badge?: Secret | undefined
  onWait: (wait: PinWait | undefined) => void
  onTried?: () => void
  /** Goes back to the names on a phone, where the panel covers them. */
  onBack?: (() => void) | undefined
}

export function PinPanel({ person, staff, wait, badge, onWait, onTried, onBack }: PinPanelProps) {
  const t = useText()
  const [hasForgotten, setHasForgotten] = useState(false)
  const signIn = useSignIn()

  const enter = (pin: string) => {
    if (!person) return
    const onError = (error: unknown) =>
      onWait(error instanceof ServerFailure ? readPinWait(error.failure, person.id) : undefined)
    signIn.mutate({ staffId: person.id, pin: new Secret(pin), badge }, { onError })
    onTried?.()
  }
  const refusal = wait ? refusalOfWait(wait, t) : signIn.error ? { text: t(failureMessage(signIn.error)) } : undefined
  const greeting = person ? t(greetingAt(Date.now()), { name: firstName(person.name) }) : t('signIn.welcome')
  const form = (
    <PinForm
      isPanel={!onBack}
      length={PIN_LENGTH[person?.role ?? 'cashier']}
      action={t(signIn.isPending ? 'signIn.checking' : 'signIn.enter')}
      head={onBack ? undefined : greeting}
      lead={t('signIn.enterPin')}
      refusal={refusal}
      pending={signIn.isPending}
      blocked={person ? undefined : t('signIn.chooseName')}
      cancel={
        onBack && (
          <Button size="lg" onClick={onBack}>
            {t('signIn.back')}
          </Button>
        )
      }
      onSubmit={enter}
    />
  )
  const forgot = (
    <Button variant="quiet" icon={KeyRound} onClick={() => setHasForgotten(true)}>
      {t('signIn.forgot')}
    </Button>
  )
  const help = hasForgotten && <ForgottenPin staff={staff} onClose={() => setHasForgotten(false)} />

  if (onBack)
    return (
      <Dialog size="sheet" heading={greeting} onClose={onBack}>
        {form}
        {forgot}
        {help}
      </Dialog>
    )
  return (
    <aside className="flex flex-col gap-4 bg-tray px-4 py-4 sm:px-6 md:overflow-y-auto lg:px-[56px] lg:py-6 low:gap-2 low:py-4">
      {form}
      <div className="mt-auto flex flex-col">{forgot}</div>
      {help}
    </aside>
  )
}

/** Names who can reset the PIN, because a PIN cannot be read back. */
function ForgottenPin({ staff, onClose }: { staff: Person[]; onClose: () => void }) {
  const t = useText()
  const supervisors = staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name))
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(supervisors)
  return (
    <Dialog
      heading={t('signIn.forgot')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      <p>{supervisors.length > 0 ? t('signIn.forgotAsk', { names }) : t('signIn.forgotAskAdministrator')}</p>
    </Dialog>
  )
}

const NOON = 12
const EVENING = 18

/** By the shop's clock, because a device's time zone is often wrong. */
export function greetingAt(at: number): MessageId {
  const hour = Number(formatTime(at).slice(0, 2))
  if (hour < NOON) return 'signIn.morning'
  return hour < EVENING ? 'signIn.afternoon' : 'signIn.evening'
}
