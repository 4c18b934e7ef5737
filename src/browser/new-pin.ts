import { findPinWeakness } from '#domain/pin.ts'
import { findNewPinProblem, type NewPin } from './ui/NewPinFields.tsx'
import { tooShort } from './ui/PinForm.tsx'

/** Why nobody can set this PIN yet. `weakness`, for which it is too easy to guess, is told beside it at once, and by the proxy. */
export function judgeNewPin(entry: NewPin, length: { min: number; max: number }) {
  // One that is not long enough yet may still become a good one.
  const found = entry.pin.length < length.min ? undefined : findPinWeakness(entry.pin)
  const weakness = found && (`staff.pinWeak.${found}` as const)
  const problem = findNewPinProblem(entry, length)
  // One that was begun is not missing, but too short.
  const missing =
    problem === 'short' && entry.pin !== '' ? tooShort(length.min) : problem && (`staff.pinMissing.${problem}` as const)
  return { weakness, missing: weakness ?? missing }
}
