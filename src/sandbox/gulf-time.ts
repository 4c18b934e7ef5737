const GULF_OFFSET_MS = 4 * 60 * 60 * 1000

/** `YYYY-MM-DD HH:MM:SS`, four hours ahead of UTC all year, without a zone (spec 2.10). */
export function gulfTime(epochMs: number): string {
  return new Date(epochMs + GULF_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
