import { sorted } from '#domain/in-order.ts'

/** The one of this computer. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All that this browser knows, for a choice that begins with `current`. */
export function timeZoneOptions(current: string): { value: string; text: string }[] {
  const names = new Set([current, ...Intl.supportedValuesOf('timeZone')])
  return sorted(names).map((value) => ({ value, text: value.replaceAll('_', ' ') }))
}
