import type { MessageId } from '../../i18n/locale.ts'

const NOON = 12
const EVENING = 18

export function greetingAt(time: Date): MessageId {
  const hour = time.getHours()
  if (hour < NOON) return 'signIn.morning'
  return hour < EVENING ? 'signIn.afternoon' : 'signIn.evening'
}
