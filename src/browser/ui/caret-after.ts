/** Where the caret goes in `shown` so that `count` of the characters that are kept stand before it. */
export function caretAfter(shown: string, count: number, kept: (text: string) => string): number {
  let left = count
  for (let at = 0; at < shown.length; at++) {
    if (left === 0) return at
    if (kept(shown.charAt(at)) !== '') left--
  }
  return shown.length
}
