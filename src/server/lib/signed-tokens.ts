import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** 128 bits, as base64url. */
const MAC_LENGTH = 22

/** Derived from the pepper, so every process of a journal has it, and a stolen journal alone signs nothing. A token of one `purpose` has no other. */
export const tokenKeyOf = (pepper: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', `toptill ${purpose}`, 32))

export const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const isSameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The shop if there are several, the parts, the expiry (seconds, base 36), and the signature. `parts` matches each part and the dot after it. */
export const tokenForm = (parts = ''): RegExp =>
  new RegExp(`^(?:([a-z][a-z0-9]{0,19})\\.)?${parts}([0-9a-z]{1,8})\\.([\\w-]{${MAC_LENGTH}})$`)

/** Not verified here: the signature covers the shop. */
export const shopOfToken = (form: RegExp, token: string): string | undefined => form.exec(token)?.[1]

type Deps = {
  key: Buffer
  form: RegExp
  /** The id, if there are several shops. */
  shopId?: string | undefined
  /** Epoch ms. */
  now: () => number
}

/** Signed tokens for addresses. Nothing is stored. */
export function createSignedTokens({ key, form, shopId, now }: Deps) {
  const sign = (text: string) => signatureOf(key, text).toString('base64url').slice(0, MAC_LENGTH)
  return {
    /** `endsAt` is in epoch ms. */
    sign: (parts: readonly string[], endsAt: number): string => {
      const ends = Math.ceil(endsAt / 1000).toString(36)
      const signed = [...(shopId === undefined ? [] : [shopId]), ...parts, ends].join('.')
      return `${signed}.${sign(signed)}`
    },
    /** The parts; `undefined` unless the token is valid and from this shop. */
    read: (token: string): string[] | undefined => {
      const [, shop, ...parts] = form.exec(token) ?? []
      const mac = parts.pop()
      // A token from the time when this was the only shop names none.
      if (mac === undefined || (shop !== undefined && shop !== shopId)) return undefined
      if (!isSameText(sign(token.slice(0, -MAC_LENGTH - 1)), mac)) return undefined
      const ends = parts.pop() ?? ''
      return now() < Number.parseInt(ends, 36) * 1000 ? parts : undefined
    },
  }
}
