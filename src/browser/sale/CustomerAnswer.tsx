import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import { useText } from '../i18n/use-text.ts'
import { useCustomerDisplay } from './customer-display.ts'

type CustomerAnswerProps = {
  onChange: () => void
  /** The answer was given earlier and led to this page. */
  isLedHere?: boolean
}

/** The customer's answer on the display; hidden until there is one. */
export function CustomerAnswer({ onChange, isLedHere = false }: CustomerAnswerProps) {
  const t = useText()
  const answer = useCustomerDisplay(({ reply }) => reply?.answer)
  const isChanged = answer === 'number-changed'
  const [wasChanged, setWasChanged] = useState(isChanged && !isLedHere)
  if (!isChanged && wasChanged) setWasChanged(false)
  const isNew = isChanged && !wasChanged
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (isNew) change()
  }, [isNew])
  return (
    <p role="status" className="flex items-center gap-2 text-2 font-semibold empty:hidden">
      {answer === 'number-correct' && (
        <>
          <Check className="text-ok" size={20} aria-hidden /> {t('display.confirmed')}
        </>
      )}
      {isChanged && (
        <>
          <CircleAlert className="text-bad" size={20} aria-hidden /> {t('display.changed')}
        </>
      )}
    </p>
  )
}
