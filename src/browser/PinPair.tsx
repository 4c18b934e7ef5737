import { useId } from 'react'

import type { Role } from '#domain/person.ts'
import { useText } from './i18n/use-text.ts'
import { findPinProblem, MAX_PIN, SHORTEST, type PinEntry } from './pin-entry.ts'

type PinPairProps = {
  entry: PinEntry
  /** Whose PIN: a supervisor has more digits. */
  of: Role
  onType: (entry: PinEntry) => void
}

/** A new PIN, typed twice: nobody sees what they type. */
export function PinPair({ entry, of: role, onType }: PinPairProps) {
  const t = useText()
  const [pinId, againId] = [useId(), useId()]
  const isDifferent = findPinProblem(entry, role) === 'different'
  const field = (id: string, value: string, isBad: boolean, type: (pin: string) => void) => (
    <input
      id={id}
      className={isBad ? 'pinbox num pinbox--bad' : 'pinbox num'}
      type="password"
      inputMode="numeric"
      autoComplete="new-password"
      aria-describedby={`${id}-rule`}
      aria-invalid={isBad}
      maxLength={MAX_PIN}
      value={value}
      onChange={(event) => type(event.currentTarget.value.replaceAll(/\D/g, ''))}
    />
  )
  return (
    <div className="pinpair">
      <div>
        <div className="field__top">
          <label htmlFor={pinId}>
            <b>{t('staff.pin')}</b>
          </label>
          <span id={`${pinId}-rule`}>{t('staff.pinRule', { shortest: SHORTEST[role] })}</span>
        </div>
        {field(pinId, entry.pin, false, (pin) => onType({ ...entry, pin }))}
      </div>
      <div>
        <div className="field__top">
          <label htmlFor={againId}>
            <b>{t('staff.pinAgain')}</b>
          </label>
          <span id={`${againId}-rule`} className={isDifferent ? 'field__rule field__rule--bad' : ''} role="status">
            {isDifferent && t('staff.pinDifferent')}
          </span>
        </div>
        {field(againId, entry.again, isDifferent, (again) => onType({ ...entry, again }))}
      </div>
    </div>
  )
}
