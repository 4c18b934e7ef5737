import type { FailureCode } from '#contract/proxy/failure.ts'
import type { Text } from './i18n/use-text.ts'
import type { PinRefusal } from './ui/PinForm.tsx'

const SOON_MS = 5_000

type Refused = { code: FailureCode | 'no-answer'; retryAfterMs?: number }

/** Why a PIN was not accepted, as PinForm shows it: that none is accepted for a while, and until when, or else `text`. */
export function pinRefusalOf(refused: Refused | undefined, text: string, t: Text): PinRefusal {
  const until = Date.now() + (refused?.retryAfterMs ?? SOON_MS)
  // The one wrong PIN too many says itself how long.
  const isLocked =
    refused?.code === 'pin-locked' || (refused?.code === 'wrong-pin' && refused.retryAfterMs !== undefined)
  if (isLocked) return { text: t('signIn.locked'), until }
  return refused?.code === 'rate-limited' ? { text: t('signIn.tooMany'), until } : { text }
}
