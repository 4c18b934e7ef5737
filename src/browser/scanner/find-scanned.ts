import type { Scan } from './burst.ts'

/** The service id that was scanned: the very same, or the only one that differs in capitals. */
export function findScanned(ids: Iterable<string>, { text, onLatinKeys }: Scan): string | undefined {
  const wanted = new Set([text.trim(), onLatinKeys.trim()].map((code) => code.toLowerCase()))
  const alike = [...ids].filter((id) => wanted.has(id.toLowerCase()))
  return alike.find((id) => id === text.trim()) ?? (alike.length === 1 ? alike[0] : undefined)
}
