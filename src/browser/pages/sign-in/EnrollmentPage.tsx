import { Delete } from 'lucide-react'
import { useRef, useState } from 'react'

import { ENROLLMENT_CODE, formatEnrollmentCode, readEnrollmentCode } from '#domain/enrollment-code.ts'
import { useEnrol } from '../../api/enrol.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { SignInPanel } from './SignInPanel.tsx'
import { WhatComesNext } from './WhatComesNext.tsx'

/** What the code looks like with every letter open: `____-____`. */
const EMPTY_CODE = formatEnrollmentCode('_'.repeat(ENROLLMENT_CODE.length))

/** Makes this browser a terminal of the shop, with a one-time code. */
export default function EnrollmentPage() {
  const t = useText()
  const [letters, setLetters] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const enrol = useEnrol()
  const isWhole = letters.length === ENROLLMENT_CODE.length
  const shown = formatEnrollmentCode(letters)

  const type = (typed: string) => {
    if (!enrol.isPending) enrol.reset()
    setLetters(readEnrollmentCode(typed))
  }
  const enter = () => {
    if (isWhole && !enrol.isPending) enrol.mutate(new Secret(shown))
  }
  return (
    <SignInLayout
      title={t('signIn.enrol.title')}
      lead={t('signIn.enrol.lead')}
      panel={
        <SignInPanel
          label={t('signIn.enrol.title')}
          onSubmit={enter}
          foot={
            <Button
              type="submit"
              variant="primary"
              size="xl"
              pending={enrol.isPending}
              blocked={isWhole ? undefined : t('signIn.enrol.notReady')}
              onBlocked={() => input.current?.focus()}
            >
              {t('signIn.enrol.enter')}
            </Button>
          }
        >
          <Field
            label={t('signIn.enrol.code')}
            hint={t('signIn.enrol.rule')}
            problem={enrol.isError ? t(failureMessage(enrol.error)) : undefined}
            isMet={isWhole}
          >
            {({ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }) => (
              <div className="cursor-text" dir="ltr" data-no-scan onClick={() => input.current?.focus()}>
                <InputBox size="lg">
                  <span className="inline-flex items-baseline font-mono text-6 font-semibold tracking-code">
                    <MaskedInput
                      ref={input}
                      id={id}
                      className=""
                      shown={shown}
                      mask={EMPTY_CODE.slice(shown.length)}
                      isInvalid={isInvalid}
                      describedBy={describedBy}
                      kept={readEnrollmentCode}
                      onType={type}
                      onFocus={() => {}}
                      onEnter={enter}
                    />
                  </span>
                </InputBox>
              </div>
            )}
          </Field>
          <CodeKeys onLetter={(letter) => type(letters + letter)} onDelete={() => type(letters.slice(0, -1))} />
        </SignInPanel>
      }
    >
      {/* On a phone the keys need the room; what matters of it is said above. */}
      <div className="max-sm:hidden">
        <WhatComesNext
          steps={[t('signIn.enrol.step.code'), t('signIn.enrol.step.enter'), t('signIn.enrol.step.signIn')]}
          current={1}
        />
      </div>
    </SignInLayout>
  )
}

const KEY =
  'grid min-h-hit place-items-center rounded-3 border border-b-3 font-medium transition duration-1 active:translate-y-[2px] active:border-b sm:min-h-[56px]'

type CodeKeysProps = { onLetter: (letter: string) => void; onDelete: () => void }

/** The letters and digits a code can have: a tablet needs no keyboard for it. The focus stays in the field. */
function CodeKeys({ onLetter, onDelete }: CodeKeysProps) {
  const t = useText()
  return (
    <div
      className="grid grid-cols-5 gap-2"
      dir="ltr"
      role="group"
      aria-label={t('shell.keypad')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {[...ENROLLMENT_CODE.letters].map((letter) => (
        <button
          key={letter}
          type="button"
          className={`${KEY} border-line bg-surface text-4`}
          onClick={() => onLetter(letter)}
        >
          {letter}
        </button>
      ))}
      <button
        type="button"
        className={`${KEY} col-span-5 border-line-strong`}
        aria-label={t('shell.key.delete')}
        onClick={onDelete}
      >
        <Delete size={28} aria-hidden />
      </button>
    </div>
  )
}
