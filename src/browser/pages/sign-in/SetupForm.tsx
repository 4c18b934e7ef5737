import '../../styles/staff.css'

import { useId, useState } from 'react'

import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useSetUp } from '../../api/set-up.ts'
import { useText } from '../../i18n/use-text.ts'
import { NameField } from '../../NameField.tsx'
import { findPinProblem, NO_PIN } from '../../pin-entry.ts'
import { Secret } from '../../secret.ts'
import { PinPair } from '../../PinPair.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { EnterSubmits } from '../../ui/EnterSubmits.tsx'
import { Notice } from '../../ui/Notice.tsx'

const LONGEST_CODE = 40

type SetupFormProps = { codeOfLink: string }

/** Code, names and PIN; nothing typed is lost when it is refused. */
export function SetupForm({ codeOfLink }: SetupFormProps) {
  const t = useText()
  const codeId = useId()
  const setUp = useSetUp()
  const [code, setCode] = useState(codeOfLink)
  const [terminal, setTerminal] = useState('')
  const [name, setName] = useState('')
  const [pins, setPins] = useState(NO_PIN)
  const pinProblem = findPinProblem(pins, 'supervisor')
  const missing =
    code.trim() === ''
      ? 'signIn.enrol.notReady'
      : findHiddenCharacter(terminal + name)
        ? 'text.hidden'
        : !isReadable(terminal)
          ? 'setup.terminalMissing'
          : !isReadable(name)
            ? 'setup.nameMissing'
            : pinProblem && (`staff.pinMissing.${pinProblem}` as const)

  const enter = () => {
    if (missing || setUp.isPending) return
    setUp.mutate({
      code: new Secret(code.trim()),
      name: name.trim(),
      pin: new Secret(pins.pin),
      terminal: terminal.trim(),
    })
  }
  return (
    <form
      className="signin__tray setup"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <section className="card setup__fields" aria-label={t('setup.title')}>
        {codeOfLink === '' && (
          <div className="field">
            <div className="field__top">
              <label htmlFor={codeId}>
                <b>{t('signIn.enrol.code')}</b>
              </label>
            </div>
            <div className="field__box" data-no-scan>
              <input
                id={codeId}
                className="field__plain mono num"
                autoComplete="off"
                spellCheck={false}
                maxLength={LONGEST_CODE}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
            </div>
          </div>
        )}
        <NameField label={t('setup.terminal')} name={terminal} onType={setTerminal} />
        <NameField label={t('setup.name')} name={name} onType={setName} />
        <PinPair entry={pins} of="supervisor" onType={setPins} />
        {setUp.isError && (
          <Notice kind="info" role="alert">
            {t(wordsOf(setUp.error))}
          </Notice>
        )}
      </section>
      <div className="mt-auto">
        <EnterSubmits />
        <ActionButton isBusy={setUp.isPending} notReady={missing && t(missing)} onPress={enter}>
          {t('setup.enter')}
        </ActionButton>
      </div>
    </form>
  )
}

function wordsOf(error: unknown) {
  const code = error instanceof ProxyFailure ? error.failure.code : undefined
  if (code === 'wrong-code') return 'setup.wrongCode'
  if (code === 'invalid-operation') return 'setup.refused'
  return failureMessage(error)
}
