import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, GraduationCap, Info } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Navigate } from 'react-router-dom'

import type { FoundAccount, Refused } from '#api/account.ts'
import { ACCOUNT_PROBLEMS } from '#domain/catalog/account-problem.ts'
import { useConnectAccount, useTryAccount, waitForStart } from '../../api/account.ts'
import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Secret } from '../../lib/secret.ts'
import { Problem } from '../../ui/Async.tsx'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Money } from '../../ui/Money.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCodeOfAddress } from './code-of-address.ts'
import { SignInPanel, WhatComesNext } from './SetupPanel.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** The server's limits. */
const MAX_CODE_LENGTH = 40
const MAX_LENGTH = 500

const WORDS = { 'wrong-code': 'setup.wrongCode', 'invalid-operation': 'connect.notKept' } as const

/** Only in the memory of this page: a person may practice first and come back. */
let lastCode = ''

/** Target of the link on the console where nothing is set. Leads on to the setup of the shop. */
export default function ConnectPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const codeOfLink = useCodeOfAddress(paths.connect())
  const [before] = useState(() => lastCode)
  useEffect(() => {
    if (codeOfLink !== '') lastCode = codeOfLink
  }, [codeOfLink])
  const [setupCode, setSetupCode] = useState<Secret>()
  if (setupCode) return <Starting setupCode={setupCode} />
  if (!session) return null
  if (session.canConnect === undefined) return <Navigate to={paths.sell()} replace />
  if (session.canConnect === 'elsewhere')
    return <SignInLayout isNeutral title={t('connect.title')} lead={t('connect.elsewhere')} panel={null} />
  return <ConnectAccount codeOfLink={codeOfLink || before} onConnected={setSetupCode} />
}

const NOTHING = { baseUrl: '', posId: '', token: '', keyFloor: '' }
type Typed = typeof NOTHING

type ConnectProps = { codeOfLink: string; onConnected: (setupCode: Secret) => void }

function ConnectAccount({ codeOfLink, onConnected }: ConnectProps) {
  const t = useText()
  const attempt = useTryAccount()
  const connect = useConnectAccount()
  const [typedCode, setTypedCode] = useState('')
  const code = codeOfLink || typedCode
  const [typed, setTyped] = useState(NOTHING)
  const answer = attempt.data
  const found = answer && 'name' in answer ? answer : undefined
  const refused = answer && 'problem' in answer ? answer : undefined

  const isComplete = [code, typed.baseUrl, typed.posId, typed.token].every((text) => text.trim() !== '')
  const check = () => {
    if (!isComplete || attempt.isPending) return
    const { token, keyFloor, ...address } = typed
    const floor = keyFloor.trim() === '' ? {} : { keyFloor }
    attempt.mutate({ ...address, ...floor, code: new Secret(code.trim()), token: new Secret(token) })
  }
  const keep = ({ attempt: id }: FoundAccount) => {
    if (connect.isPending) return
    connect.mutate({ code: new Secret(code.trim()), attempt: id }, { onSuccess: onConnected })
  }
  const panel = found ? (
    <FoundPanel
      found={found}
      isPending={connect.isPending}
      error={connect.error}
      onConnect={() => keep(found)}
      onChange={attempt.reset}
    />
  ) : (
    <SignInPanel
      label={t('connect.title')}
      onSubmit={check}
      foot={
        <Button
          type="submit"
          variant="primary"
          size="xl"
          pending={attempt.isPending}
          blocked={isComplete ? undefined : t(code.trim() === '' ? 'connect.missingCode' : 'connect.missing')}
        >
          {t('connect.check')}
        </Button>
      }
    >
      {codeOfLink === '' && (
        <Field
          label={t('connect.code')}
          hint={t('connect.codeHint')}
          dir="ltr"
          maxLength={MAX_CODE_LENGTH}
          data-no-scan
          value={code}
          onChange={({ currentTarget: { value } }) => setTypedCode(value)}
        />
      )}
      <AccountFields typed={typed} refused={refused} onType={(change) => setTyped({ ...typed, ...change })} />
      <div aria-live="polite" className="contents">
        {refused && <WhyRefused refused={refused} />}
      </div>
      <Problem error={attempt.error} words={WORDS} />
    </SignInPanel>
  )
  return (
    <SignInLayout isNeutral title={t('connect.title')} lead={t('connect.lead')} panel={panel}>
      <WhatComesNext
        steps={[t('connect.step.enter'), t('connect.step.compare'), t('connect.step.setUp')]}
        current={found ? 1 : 0}
      />
      <p className="flex gap-2 text-ink-2 max-sm:hidden">
        <Info className="mt-[2px] shrink-0" size={20} aria-hidden />
        <span className="min-w-0">{t('connect.stored')}</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink icon={GraduationCap} to={paths.signIn()}>
          {t('connect.practice')}
        </ButtonLink>
        <span className="min-w-[14rem] flex-1 text-ink-2">{t('connect.practiceLead')}</span>
      </div>
    </SignInLayout>
  )
}

type FieldsProps = { typed: Typed; refused: Refused | undefined; onType: (change: Partial<Typed>) => void }

function AccountFields({ typed, refused, onType }: FieldsProps) {
  const t = useText()
  const [isTokenShown, setIsTokenShown] = useState(false)
  const wrong = refused && ACCOUNT_PROBLEMS[refused.problem]
  const isSignature = refused?.problem === 'signature'
  const field = (name: keyof Typed, isWrong = wrong === name) => ({
    dir: 'ltr',
    maxLength: MAX_LENGTH,
    autoCapitalize: 'none',
    'data-no-scan': true,
    problem: isWrong ? t('connect.compare') : undefined,
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onType({ [name]: value }),
  })
  return (
    <>
      <Field {...field('baseUrl')} label={t('account.address')} inputMode="url" placeholder="https://" />
      <Field {...field('posId', wrong === 'posId' || isSignature)} label={t('support.till')} inputMode="numeric" />
      <Field
        {...field('token')}
        label={t('connect.token')}
        type={isTokenShown ? 'text' : 'password'}
        autoComplete="off"
        end={
          <span className="-me-3">
            <IconButton
              icon={isTokenShown ? EyeOff : Eye}
              label={t(isTokenShown ? 'connect.hideToken' : 'connect.showToken')}
              onClick={() => setIsTokenShown(!isTokenShown)}
            />
          </span>
        }
      />
      {(isSignature || typed.keyFloor !== '') && (
        <Field
          {...field('keyFloor')}
          label={t('connect.keyFloor')}
          hint={t('connect.keyFloorHint')}
          inputMode="numeric"
        />
      )}
    </>
  )
}

function WhyRefused({ refused: { problem, code = 0 } }: { refused: Refused }) {
  const t = useText()
  return <Notice tone="bad">{t(`connect.problem.${problem}`, { code })}</Notice>
}

type FoundProps = {
  found: FoundAccount
  isPending: boolean
  error: unknown
  onConnect: () => void
  onChange: () => void
}

function FoundPanel({ found: { name, balance }, isPending, error, onConnect, onChange }: FoundProps) {
  const t = useText()
  return (
    <SignInPanel
      label={t('connect.title')}
      onSubmit={onConnect}
      foot={
        <div className="flex flex-col gap-2">
          <Button type="submit" variant="primary" size="xl" pending={isPending} autoFocus>
            {t('connect.connect')}
          </Button>
          <Button size="lg" onClick={onChange}>
            {t('connect.change')}
          </Button>
        </div>
      }
    >
      <div role="status" className="flex flex-col gap-3 wrap-anywhere">
        <p className="text-3 font-semibold">{t('connect.found', { name })}</p>
        <p className="text-2">
          {t('connect.balance')}: {balance ? <Money money={balance} size="figure" /> : t('connect.noBalance')}
        </p>
      </div>
      <p className="text-ink-2">{t('connect.foundNext')}</p>
      <Problem error={error} words={WORDS} />
    </SignInPanel>
  )
}

/** Leaves by loading the page again: nothing of practice stays in it. */
function Starting({ setupCode }: { setupCode: Secret }): ReactNode {
  const t = useText()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    void waitForStart(leaving.signal).then((session) => {
      if (leaving.signal.aborted) return
      lastCode = ''
      if (!session) setHasFailed(true)
      else window.location.replace(session.isNew ? `${paths.setup()}#${setupCode.take()}` : '/')
    })
    return () => leaving.abort()
  }, [setupCode])
  return (
    <SignInLayout
      isNeutral
      title={t(hasFailed ? 'connect.notStarted' : 'connect.starting')}
      lead={t(hasFailed ? 'connect.notStartedNext' : 'connect.startingNext')}
      panel={null}
    />
  )
}
