import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'

import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SetupForm } from './SetupForm.tsx'
import { SignInFoot } from './SignInFoot.tsx'
import { SignInHead } from './SignInHead.tsx'

/** Where the link of the first start leads: the shop's first supervisor, and this till. */
export default function SetupPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const code = useCodeOfAddress()
  if (session?.person) return <Navigate to={paths.sell()} replace />
  return (
    <div className="signin">
      <main className="signin__main">
        <SignInHead name={t('shell.title')} />
        <div className="signin__title">
          <h1>{t('setup.title')}</h1>
          <p className="muted">{t('setup.lead')}</p>
        </div>
        <ul className="setup__facts">
          <li>{t('setup.fact.once')}</li>
          <li>{t('setup.fact.supervisor')}</li>
          <li>{t('setup.fact.others')}</li>
        </ul>
        <SignInFoot session={session} />
      </main>
      <SetupForm codeOfLink={code} />
    </div>
  )
}

/** The code behind the `#`, which is taken out of the address before anybody can read it there. */
function useCodeOfAddress(): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [code] = useState(() => hash.slice(1))
  useLayoutEffect(() => {
    if (hash !== '') void navigate(paths.setup(), { replace: true })
  }, [hash, navigate])
  return code
}
