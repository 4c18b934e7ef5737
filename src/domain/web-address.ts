/** A text as part of an address; half characters, which no address can hold, are replaced. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD'))

/** A text as an address, if it is one. The oldest browsers that sell have no `URL.parse`. */
export function findAddress(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
