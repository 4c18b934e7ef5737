import { sorted } from '#domain/in-order.ts'

/** The one of this computer. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All that this browser knows, and `current`. The city comes first, because people look for it: `Dubai (Asia)`. */
export function timeZoneOptions(current: string): { value: string; text: string }[] {
  const names = new Set([current, ...Intl.supportedValuesOf('timeZone')])
  const byText = new Map([...names].map((value) => [nameOf(value), value]))
  return sorted(byText.keys()).map((text) => ({ value: byText.get(text)!, text }))
}

function nameOf(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/')
  const city = parts.pop()!
  return parts.length === 0 ? city : `${city} (${parts.join(', ')})`
}
