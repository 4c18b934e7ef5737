import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'

import type { Session } from '#contract/proxy/session.ts'
import type { Person } from '#domain/person.ts'
import { findSignOut, type SignOut } from '../../api/pending-sign-out.ts'
import { sessionQuery } from '../../api/session.ts'
import { isForgotten } from '../../presence.ts'
import { firstName, shortName } from '../../i18n/person-name.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { waitOf, type PinWait } from '../../pin-wait.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { PHONE, useMedia } from '../../use-media.ts'
import { PinPanel } from './PinPanel.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Who is at the till: a name, then their PIN. */
export function SignInPage() {
  const { data: session } = useQuery(sessionQuery)
  return session ? <SignIn session={session} /> : null
}

function SignIn({ session: { staff, demoPins } }: { session: Session }) {
  const t = useText()
  const isPhone = useMedia(PHONE)
  // A person who did not lock comes back, unless it was long ago; one who locked makes room for the next.
  const [left] = useState(() => {
    const found = findSignOut()
    return found?.how === 'locked' || isForgotten() ? undefined : found
  })
  const [chosenId, setChosenId] = useState(staff.length === 1 ? staff[0]?.id : left?.personId)
  const [wait, setWait] = useState<PinWait>()
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
            onWait={setWait}
            onBack={isPhone ? () => setChosenId(undefined) : undefined}
          />
        )
      }
    >
      {/* As far out as the ring around a card. */}
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
            onChoose={() => setChosenId(person.id)}
          />
        ))}
      </div>
    </SignInLayout>
  )
}

/** Whom the till asks for, and why, although nobody may have pressed *Lock*. The person is absent when they cannot sign in any more. */
function textsOf(t: Text, staff: Person[], left: { how: SignOut['how']; person: Person | undefined } | undefined) {
  if (staff.length === 0) return { title: t('signIn.nobody'), lead: t('signIn.nobodyNext') }
  if (!left) return { title: t('signIn.title'), lead: t('signIn.lead') }
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
  /** Somebody else has the same first name. */
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
