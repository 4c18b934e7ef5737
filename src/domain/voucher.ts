/**
 * What the wholesaler gives for the customer (spec 2.11), as delivered: nothing is regrouped or shortened. `link` is its `redemption_url`
 * whatever it leads to; `readLink` says. Never at rest (DESIGN rule 12); `reference` alone is no secret.
 */
export type Voucher = { number?: string; serial?: string; link?: string; reference?: string }

/** How a code came into the customer's hands (DESIGN rule 12). */
export type DeliveryMethod = 'printed' | 'shared' | 'copied' | 'given'

export type VoucherLink =
  /** May be opened and drawn as a QR code. `host` is in punycode, so that no letter passes for another. */
  | { kind: 'safe'; href: string; host: string; rest: string }
  /** Text only. */
  | { kind: 'flagged'; text: string; reason: 'not-https' | 'credentials' | 'unreadable' }

/** Only https, without credentials, becomes a link; everything else is text and flagged. */
export function readLink(text: string): VoucherLink {
  const url = findUrl(text)
  if (!url) return { kind: 'flagged', text, reason: 'unreadable' }
  if (url.protocol !== 'https:') return { kind: 'flagged', text, reason: 'not-https' }
  if (url.username !== '' || url.password !== '') return { kind: 'flagged', text, reason: 'credentials' }
  return { kind: 'safe', href: url.href, host: url.host, rest: `${url.pathname}${url.search}${url.hash}` }
}

function findUrl(text: string): URL | undefined {
  // A parser would drop these in silence, and the link would not be the one that was sent.
  if (/[\p{Cc}\p{Zs}\p{Bidi_Control}]/u.test(text.trim())) return undefined
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The customer can use it: a number, or a link that may be opened (DESIGN rule 12). */
export function isUsable(voucher: Voucher | undefined): boolean {
  if (!voucher) return false
  return voucher.number !== undefined || (voucher.link !== undefined && readLink(voucher.link).kind === 'safe')
}

/** Has something of value that only its customer may see. */
export const hasSecret = ({ number, serial, link }: Voucher): boolean =>
  number !== undefined || serial !== undefined || link !== undefined

/**
 * Whether a reference holds the number, the serial or the link of a voucher, or is a part of one of them: some billers repeat the code there.
 * Compared without spaces, signs and case.
 */
export function repeatsCode(reference: string, { number, serial, link }: Voucher): boolean {
  const plain = plainCode(reference)
  return [number, serial, link, decodedLink(link)].some((secret) => {
    if (secret === undefined) return false
    const text = plainCode(secret)
    // Of signs alone nothing is left to compare: then they are compared as they are.
    if (text === '' || plain === '') return secret.trim() === reference.trim()
    return plain.includes(text) || text.includes(plain)
  })
}

const plainCode = (code: string) => lettersAndDigits(code.normalize('NFKC')).toLowerCase()

function decodedLink(link: string | undefined): string | undefined {
  try {
    return link === undefined ? undefined : decodeURIComponent(link)
  } catch {
    return undefined
  }
}

/** What tells one code from another: the wholesaler may group it now and not the next time. */
export const lettersAndDigits = (code: string): string => code.replace(/[^\p{L}\p{N}]/gu, '')

const GROUP = 4

/** A code in groups of four for reading; as delivered when it carries its own grouping. What is copied is the code itself. */
export function groupCode(code: string): string[] {
  if (!/^[\p{L}\p{N}]+$/u.test(code)) return [code]
  const characters = Array.from(code)
  return Array.from({ length: Math.ceil(characters.length / GROUP) }, (_, group) =>
    characters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  )
}
