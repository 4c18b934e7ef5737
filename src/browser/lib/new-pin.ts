import { findPinWeakness } from '#domain/pin.ts'
import { findNewPinProblem, type NewPin } from '../ui/NewPinFields.tsx'
import { tooShort } from '../ui/PinForm.tsx'

/** `weakness` (too easy to guess) is shown at once next to the field and is also checked by the server. */
export function validateNewPin(entry: NewPin, length: { min: number; max: number }) {
  // Too short to judge yet.
  const found = entry.pin.length < length.min ? undefined : findPinWeakness(entry.pin)
  const weakness = found && (`staff.pinWeak.${found}` as const)
  const problem = findNewPinProblem(entry, length)
  // A partly typed PIN is too short, not missing.
  const missing =
    problem === 'short' && entry.pin !== '' ? tooShort(length.min) : problem && (`staff.pinMissing.${problem}` as const)
  return { weakness, missing: weakness ?? missing }
}
