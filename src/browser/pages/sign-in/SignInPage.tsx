import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { Session } from '#contract/proxy/session.ts'
import { findSignOut } from '../../api/pending-sign-out.ts'
import { sessionQuery } from '../../api/session.ts'
import { isForgotten } from '../../presence.ts'
import { loadLazyMessages } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { PeopleGrid } from './PeopleGrid.tsx'
import { PinPanel } from './PinPanel.tsx'
import { SignInFoot } from './SignInFoot.tsx'
import { SignInHead } from './SignInHead.tsx'
import { waitOf, type PinWait } from '../../pin-wait.ts'

const SignOutTitle = lazy(async () => {
  try {
    const [{ SignOutTitle: Title }] = await Promise.all([import('./SignOutTitle.tsx'), loadLazyMessages()])
    return { default: Title }
  } catch {
    // The till is away: one can see that nobody is signed in.
    return { default: Title }
  }
})

export function SignInPage() {
  const { data: session } = useQuery(sessionQuery)
  return session ? <SignIn session={session} /> : null
}

type SignInProps = { session: Session }

function SignIn({ session }: SignInProps) {
  const t = useText()
  const { staff } = session
  // Who did not lock comes back, unless it was long ago; who locked makes room for the next.
  const [left] = useState(() => {
    const found = findSignOut()
    return found?.how === 'locked' || isForgotten() ? undefined : found
  })
  const [chosenId, setChosenId] = useState(staff.length === 1 ? staff[0]?.id : left?.personId)
  const [wait, setWait] = useState<PinWait>()
  const find = (id: string | undefined) => staff.find((person) => person.id === id)
  const chosen = find(chosenId)
  return (
    <div className="signin">
      <main className="signin__main">
        <SignInHead name={session.shop?.name ?? t('shell.title')} terminal={session.terminal?.name} />
        <div className="signin__title">
          <Suspense fallback={<Title />}>
            {left && staff.length > 0 ? <SignOutTitle how={left.how} person={find(left.personId)} /> : <Title />}
          </Suspense>
        </div>
        <PeopleGrid staff={staff} demoPins={session.demoPins} chosen={chosen} onChoose={({ id }) => setChosenId(id)} />
        <SignInFoot session={session} />
      </main>
      {/* A new person starts with an empty PIN. */}
      <PinPanel key={chosen?.id} person={chosen} staff={staff} wait={waitOf(wait, chosen?.id)} onWait={setWait} />
    </div>
  )
}

function Title() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const hasStaff = session === undefined || session.staff.length > 0
  return (
    <>
      <h1>{t(hasStaff ? 'signIn.title' : 'signIn.nobody')}</h1>
      <p className="muted">{t(hasStaff ? 'signIn.lead' : 'signIn.nobodyNext')}</p>
    </>
  )
}
