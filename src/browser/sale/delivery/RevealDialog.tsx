import { useId, useState } from 'react'

import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { RevealReason } from '../../api/sale.ts'
import { ProxyFailure } from '../../api/request.ts'
import { Secret } from '../../secret.ts'
import { useText } from '../../i18n/use-text.ts'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WordsField } from '../../ui/Field.tsx'

const MAX_REASON = 300
const MAX_PIN = 12
const SHORTEST_PIN = 4

type RevealDialogProps = {
  isAsking: boolean
  /** Why it was not shown. */
  error: unknown
  onShow: (why: RevealReason) => void
  onClose: () => void
}

/** Anyone who shows a code that is not theirs to hand out says why, and signs once more when they signed in a while ago (DESIGN rule 12). */
export function RevealDialog({ isAsking, error, onShow, onClose }: RevealDialogProps) {
  const t = useText()
  const pinId = useId()
  const [reason, setReason] = useState('')
  const [pin, setPin] = useState('')
  const code = error instanceof ProxyFailure ? error.failure.code : undefined
  const [needsPin, setNeedsPin] = useState(false)
  if (code === 'step-up-required' && !needsPin) setNeedsPin(true)
  const isPinMissing = needsPin && pin.length < SHORTEST_PIN
  const hidden = findHiddenCharacter(reason) && 'text.hidden'
  const missing = hidden
    ? hidden
    : !isReadable(reason)
      ? 'delivery.reasonMissing'
      : isPinMissing
        ? 'delivery.yourPinMissing'
        : undefined
  // That the PIN is wanted is said by its field.
  const isFailure = error !== undefined && !isAsking && !(code === 'step-up-required' && isPinMissing)

  return (
    <DialogForm
      heading={t('delivery.reasonHeading')}
      action={t('delivery.show')}
      missing={missing && t(missing)}
      isPending={isAsking}
      onSubmit={() => {
        onShow({ reason: reason.trim(), ...(needsPin && { pin: new Secret(pin) }) })
        setPin('')
      }}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('delivery.reasonHint')}</p>
      <WordsField
        label={t('delivery.reason')}
        rows={2}
        longest={MAX_REASON}
        text={reason}
        problem={hidden && t(hidden)}
        onType={setReason}
      />
      {needsPin && (
        <>
          <label htmlFor={pinId}>
            <b>{t('delivery.yourPin')}</b>
          </label>
          <input
            id={pinId}
            className="min-h-hit rounded-2 border-1 border-line-strong bg-surface px-3 text-5 tracking-[0.2em]"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={MAX_PIN}
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, ''))}
          />
        </>
      )}
      {isFailure && (
        <Notice tone="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
    </DialogForm>
  )
}
