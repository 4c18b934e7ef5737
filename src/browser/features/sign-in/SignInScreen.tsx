import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Session } from '#contract/proxy/session.ts'
import type { Person } from '#domain/person.ts'
import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { PeopleGrid } from './PeopleGrid.tsx'
import { PinTray } from './PinTray.tsx'
import { SignInFoot } from './SignInFoot.tsx'
import { SignInHead } from './SignInHead.tsx'

export function SignInScreen() {
  const { data: session } = useQuery(sessionQuery)
  return session ? <SignIn session={session} /> : null
}

type SignInProps = { session: Session }

function SignIn({ session }: SignInProps) {
  const t = useText()
  const { staff } = session
  const [chosen, setChosen] = useState<Person | undefined>(staff.length === 1 ? staff[0] : undefined)
  return (
    <div className="signin">
      <main className="signin__main">
        <SignInHead name={session.shop?.name ?? t('shell.title')} terminal={session.terminal?.name} />
        <div className="signin__title">
          <h1>{staff.length > 0 ? t('signIn.title') : t('signIn.nobody')}</h1>
          <p className="muted">{staff.length > 0 ? t('signIn.lead') : t('signIn.nobodyNext')}</p>
        </div>
        <PeopleGrid staff={staff} demoPins={session.demoPins} chosen={chosen} onChoose={setChosen} />
        <SignInFoot isPractice={session.practice} />
      </main>
      {/* A new person starts with an empty PIN. */}
      <PinTray key={chosen?.id} person={chosen} staff={staff} />
    </div>
  )
}
