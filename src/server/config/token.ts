import { createHash } from 'node:crypto'
import { inspect } from 'node:util'

/** The `auth` of a signed request (spec 5): digit strings, exactly as they were hashed. */
export type SignedAuth = { id: string; key: string; hash: string }

const HIDDEN = '[token]'

/** No other module can read its text, and printing never shows it. */
export class Token {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** True if brute force could find it from one signed call. */
  get isShort(): boolean {
    return this.#text.length < 16
  }

  /** MD5 over id, token and key, joined without separators (spec 5). */
  sign(id: string, key: string): SignedAuth {
    const hash = createHash('md5')
      .update(id + this.#text + key, 'utf8')
      .digest('hex')
    return { id, key, hash }
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
