import * as v from 'valibot'

import { optionalText } from '../schema-parts.ts'
import { findAddress } from '../web-address.ts'

/** The voucher as received (spec 2.11). `link` is its `redemption_url`, which `readLink` verifies. Never stored (rule 12); only `reference` is not secret. */
export const Voucher = v.strictObject({
  number: optionalText,
  serial: optionalText,
  link: optionalText,
  reference: optionalText,
})
export type Voucher = v.InferOutput<typeof Voucher>

export const DELIVERY_METHODS = ['printed', 'shared', 'copied', 'given'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export type VoucherLink =
  /** `host` is in punycode, so no letter can be mistaken for another. */
  | { kind: 'safe'; href: string; host: string; rest: string }
  /** Shown as text only. */
  | { kind: 'flagged'; text: string; reason: 'not-https' | 'credentials' | 'unreadable' }

/** Only https without credentials becomes a link. */
export function readLink(text: string): VoucherLink {
  const url = findUrl(text)
  if (!url) return { kind: 'flagged', text, reason: 'unreadable' }
  if (url.protocol !== 'https:') return { kind: 'flagged', text, reason: 'not-https' }
  if (url.username !== '' || url.password !== '') return { kind: 'flagged', text, reason: 'credentials' }
  return { kind: 'safe', href: url.href, host: url.host, rest: `${url.pathname}${url.search}${url.hash}` }
}

function findUrl(text: string): URL | undefined {
  // A parser would silently drop these characters, and the link would differ from the one received.
  if (/[\p{Cc}\p{Zs}\p{Bidi_Control}]/u.test(text.trim())) return undefined
  return findAddress(text)
}

/** A URL counts even if it is only shown as text. */
export function isUsable(voucher: Voucher | undefined): boolean {
  if (!voucher) return false
  return voucher.number !== undefined || (voucher.link !== undefined && isAddress(voucher.link))
}

/** Without a scheme, the host must look like a real one: `N/A` is not an address. */
function isAddress(text: string): boolean {
  if (/^https?:/i.test(text.trim())) return findUrl(text) !== undefined
  return (
    /^(\/\/)?[\w-]+(\.[\w-]+)*\.[a-z]{2,}(:\d+)?([/?#]|$)/i.test(text.trim()) &&
    findUrl(`https://${text.trim()}`) !== undefined
  )
}

export const hasSecret = ({ number, serial, link }: Voucher): boolean =>
  number !== undefined || serial !== undefined || link !== undefined

/** Some billers repeat the code in the reference, in full or in part. Ignores spaces, signs and case. */
export function repeatsCode(reference: string, { number, serial, link }: Voucher): boolean {
  const plain = plainCode(reference)
  return [number, serial, link, decodedLink(link)].some((secret) => {
    if (secret === undefined) return false
    const text = plainCode(secret)
    // Text that consists only of signs would become empty, so it is compared as it is.
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

/** The wholesaler may group a code in one answer and not in the next. */
export const lettersAndDigits = (code: string): string => code.replace(/[^\p{L}\p{N}]/gu, '')

const GROUP = 4

/** Groups of four, or unchanged if the code is already grouped. Only the code itself is ever copied. */
export function groupCode(code: string): string[] {
  if (!/^[\p{L}\p{N}]+$/u.test(code)) return [code]
  const characters = Array.from(code)
  return Array.from({ length: Math.ceil(characters.length / GROUP) }, (_, group) =>
    characters.slice(group * GROUP, (group + 1) * GROUP).join(''),
  )
}
