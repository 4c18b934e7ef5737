import { useQuery } from '@tanstack/react-query'
import { Delete } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { ENROLLMENT_CODE, formatEnrollmentCode, readEnrollmentCode } from '#domain/enrollment-code.ts'
import { findShopOfCode, readCodeOfShop } from '#domain/shop-code.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { sessionQuery } from '../../api/session.ts'
import { useEnroll } from '../../api/terminals.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../lib/secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import { SignInPanel, WhatComesNext } from './SetupPanel.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** The code with every character missing: `____-____`. */
const EMPTY_CODE = formatEnrollmentCode('_'.repeat(ENROLLMENT_CODE.length))

/** A code is typed alone, or after the shop's id, whose length is not known here. */
const FORMS = {
  alone: {
    read: readEnrollmentCode,
    format: formatEnrollmentCode,
    maskAfter: (shown: string) => EMPTY_CODE.slice(shown.length),
    isWhole: (typed: string) => typed.length === ENROLLMENT_CODE.length,
    keys: ENROLLMENT_CODE.letters,
    size: 'text-6',
    rule: 'signIn.enroll.rule',
  },
  ofShop: {
    read: readCodeOfShop,
    format: (typed: string) => typed,
    maskAfter: () => '',
    isWhole: (typed: string) => findShopOfCode(typed, ENROLLMENT_CODE.length) !== undefined,
    keys: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-',
    size: 'text-4',
    rule: 'setup.codeOfShop',
  },
} as const

/** Makes this browser a terminal. No codes can be created before the first supervisor exists. */
export default function EnrollmentPage() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  if (session?.isNew) {
    return (
      <SignInLayout title={t('setup.new')} lead={t('setup.newNext')} panel={null}>
        <WhatComesNext steps={[t('setup.step.names'), t('setup.step.first'), t('setup.step.sell')]} current={0} />
      </SignInLayout>
    )
  }
  return <EnterCode hasShops={session?.hasShops === true} />
}

function EnterCode({ hasShops }: { hasShops: boolean }) {
  const t = useText()
  const form = hasShops ? FORMS.ofShop : FORMS.alone
  const [letters, setLetters] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const enroll = useEnroll()
  const isWhole = form.isWhole(letters)
  const shown = form.format(letters)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  const type = (typed: string) => {
    if (!enroll.isPending) enroll.reset()
    setLetters(form.read(typed))
  }
  const enter = () => {
    if (isWhole && !enroll.isPending) enroll.mutate(new Secret(shown))
  }
  return (
    <SignInLayout
      title={t('signIn.enroll.title')}
      lead={t('signIn.enroll.lead')}
      panel={
        <SignInPanel
          label={t('signIn.enroll.title')}
          onSubmit={enter}
          foot={
            <Button
              type="submit"
              variant="primary"
              size="xl"
              pending={enroll.isPending}
              blocked={isWhole ? undefined : t('signIn.enroll.notReady')}
              onBlocked={() => input.current?.focus()}
            >
              {t('signIn.enroll.enter')}
            </Button>
          }
        >
          <Field
            label={t('signIn.enroll.code')}
            hint={t(form.rule)}
            problem={enroll.isError ? t(failureMessage(enroll.error)) : undefined}
            isMet={isWhole}
          >
            {(control) => (
              <div className="cursor-text" dir="ltr" data-no-scan onClick={() => input.current?.focus()}>
                <InputBox size="lg">
                  <span className={`inline-flex items-baseline font-mono font-semibold tracking-code ${form.size}`}>
                    <MaskedInput
                      {...control}
                      ref={input}
                      className=""
                      shown={shown}
                      mask={form.maskAfter(shown)}
                      kept={form.read}
                      onType={type}
                      onEnter={enter}
                    />
                  </span>
                </InputBox>
              </div>
            )}
          </Field>
          <CodeKeys
            keys={form.keys}
            onLetter={(letter) => type(letters + letter)}
            onDelete={() => type(letters.slice(0, -1))}
          />
        </SignInPanel>
      }
    >
      {/* Hidden on a phone, which needs the space for the keys; the introduction has the essentials. */}
      <div className="max-sm:hidden">
        <WhatComesNext
          steps={[t('signIn.enroll.step.code'), t('signIn.enroll.step.enter'), t('signIn.enroll.step.signIn')]}
          current={letters === '' ? 0 : 1}
        />
      </div>
    </SignInLayout>
  )
}

const KEY =
  'grid min-h-hit place-items-center rounded-3 border border-b-3 font-medium transition duration-1 active:translate-y-[2px] active:border-b sm:min-h-[56px]'

type CodeKeysProps = { keys: string; onLetter: (letter: string) => void; onDelete: () => void }

/** Keys for the characters of the code, so a tablet needs no keyboard. The focus stays in the field. */
function CodeKeys({ keys, onLetter, onDelete }: CodeKeysProps) {
  const t = useText()
  return (
    <div
      className="grid grid-cols-[repeat(auto-fill,minmax(3rem,1fr))] gap-2 sm:grid-cols-5"
      dir="ltr"
      role="group"
      aria-label={t('shell.keypad')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {[...keys].map((letter) => (
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
        className={`${KEY} col-span-full border-line-strong`}
        aria-label={t('shell.key.delete')}
        onClick={onDelete}
      >
        <Delete size={28} aria-hidden />
      </button>
    </div>
  )
}
