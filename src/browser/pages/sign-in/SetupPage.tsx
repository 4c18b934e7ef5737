import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import { PIN_LENGTH } from '#domain/person.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ServerFailure } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { useSetUp } from '../../api/settings.ts'
import { useText } from '../../i18n/use-text.ts'
import { validateNewPin } from '../../lib/new-pin.ts'
import { paths } from '../../paths.ts'
import { Secret } from '../../lib/secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, NameField } from '../../ui/Field.tsx'
import { NewPinFields, NO_NEW_PIN } from '../../ui/NewPinFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/Select.tsx'
import { ownTimeZone, timeZoneOptions } from '../../lib/time-zones.ts'
import { useCodeOfAddress } from './code-of-address.ts'
import { SignInPanel, WhatComesNext } from './SetupPanel.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** The same limit as the server's. */
const MAX_CODE_LENGTH = 40
const FACTS = ['setup.fact.supervisor', 'setup.fact.others', 'setup.fact.once'] as const

/** Target of the set-up link: creates the first supervisor and this till. A refusal keeps all input. */
export default function SetupPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const codeOfLink = useCodeOfAddress(paths.setup())
  const setUp = useSetUp()
  const [typedCode, setTypedCode] = useState('')
  const code = codeOfLink || typedCode
  const [terminal, setTerminal] = useState('')
  const [name, setName] = useState('')
  const [pins, setPins] = useState(NO_NEW_PIN)
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  // A signed-in person has no shop to set up. After this form, the first steps follow.
  if (session?.person) return <Navigate to={setUp.isSuccess ? paths.firstSteps() : paths.sell()} replace />

  const pin = validateNewPin(pins, PIN_LENGTH.supervisor)
  const missing =
    code.trim() === ''
      ? 'signIn.enroll.notReady'
      : findHiddenCharacter(terminal + name)
        ? 'text.hidden'
        : !isReadable(terminal)
          ? 'setup.terminalMissing'
          : !isReadable(name)
            ? 'setup.nameMissing'
            : pin.missing
  const enter = () => {
    if (missing || setUp.isPending) return
    setUp.mutate({
      code: new Secret(code.trim()),
      name: name.trim(),
      pin: new Secret(pins.pin),
      terminal: terminal.trim(),
      ...(session?.asksTimeZone && { timeZone }),
    })
  }
  return (
    <SignInLayout
      title={t('setup.title')}
      lead={t('setup.lead')}
      panel={
        <SignInPanel
          label={t('setup.title')}
          onSubmit={enter}
          foot={
            <Button type="submit" variant="primary" size="xl" pending={setUp.isPending} blocked={missing && t(missing)}>
              {t('setup.enter')}
            </Button>
          }
        >
          {codeOfLink === '' && (
            <Field
              label={t('signIn.enroll.code')}
              size="lg"
              dir="ltr"
              maxLength={MAX_CODE_LENGTH}
              data-no-scan
              value={code}
              onChange={(event) => setTypedCode(event.currentTarget.value)}
            />
          )}
          <NameField label={t('setup.terminal')} name={terminal} onType={setTerminal} />
          <NameField label={t('setup.name')} name={name} onType={setName} />
          <NewPinFields
            entry={pins}
            length={PIN_LENGTH.supervisor}
            problem={pin.weakness && t(pin.weakness)}
            onChange={setPins}
          />
          <p className="-mt-2 text-1 text-ink-2">{t('setup.pinRules')}</p>
          {session?.asksTimeZone && (
            <SelectField
              label={t('setup.timeZone')}
              hint={t('setup.timeZoneHint')}
              value={timeZone}
              options={timeZoneOptions(timeZone)}
              onChange={setTimeZone}
            />
          )}
          {setUp.isError && (
            <Notice tone="bad" role="alert">
              {t(reasonOf(setUp.error))}
            </Notice>
          )}
          <div className="md:hidden">
            <Facts />
          </div>
        </SignInPanel>
      }
    >
      <WhatComesNext steps={[t('setup.step.names'), t('setup.step.first'), t('setup.step.sell')]} current={0} />
      <div className="mt-4 max-md:hidden">
        <Facts />
      </div>
    </SignInLayout>
  )
}

function Facts() {
  const t = useText()
  return (
    <ul className="flex flex-col gap-2 text-ink-2">
      {FACTS.map((fact) => (
        <li key={fact} className="flex gap-2">
          <Info className="mt-[2px]" size={20} aria-hidden />
          <span className="min-w-0">{t(fact)}</span>
        </li>
      ))}
    </ul>
  )
}

function reasonOf(error: unknown) {
  const code = error instanceof ServerFailure ? error.failure.code : undefined
  if (code === 'wrong-code') return 'setup.wrongCode'
  if (code === 'invalid-operation') return 'setup.refused'
  return failureMessage(error)
}
