/** Replaces lone surrogates, which no URL can contain. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'))

/** The oldest supported browsers lack `URL.parse`. */
export function findAddress(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
