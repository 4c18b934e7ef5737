import { formatTime } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'

const NOON = 12
const EVENING = 18

/** By the shop's clock: what this machine takes for its time zone is often wrong. */
export function greetingAt(at: number): MessageId {
  const hour = Number(formatTime(at).slice(0, 2))
  if (hour < NOON) return 'signIn.morning'
  return hour < EVENING ? 'signIn.afternoon' : 'signIn.evening'
}
