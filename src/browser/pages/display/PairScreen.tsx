import { useEffect, useRef, useState } from 'react'

import { MAX_CODE_LENGTH } from '#domain/shop-code.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { usePairDisplay } from '../../api/displays.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../lib/secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'

/** The code comes from a supervisor. */
export function PairScreen({ pair }: { pair: ReturnType<typeof usePairDisplay> }) {
  const t = useText()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  const missing = !navigator.cookieEnabled ? 'signIn.noCookies' : code.trim() === '' ? 'display.codeMissing' : undefined
  return (
    <form
      className="display__main mx-auto w-full max-w-dialog"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing && !pair.isPending) pair.mutate(new Secret(code.trim()))
      }}
    >
      <h1 className="text-6">{t('display.pairTitle')}</h1>
      <p className="text-3">{t('display.pairLead')}</p>
      <Field
        ref={input}
        label={t('display.code')}
        size="lg"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_CODE_LENGTH}
        problem={pair.isError ? t(failureMessage(pair.error)) : undefined}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="primary"
        size="xl"
        pending={pair.isPending}
        blocked={missing && !pair.isPending ? t(missing) : undefined}
      >
        {t('display.enter')}
      </Button>
      <p className="text-paper-ink">{t('display.noBoundary')}</p>
    </form>
  )
}
