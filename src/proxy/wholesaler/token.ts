import { createHash } from 'node:crypto'
import { inspect } from 'node:util'

/** What a signed request carries (spec 5): digit strings, the very text that was hashed. */
export type SignedAuth = { id: string; key: string; hash: string }

const HIDDEN = '[token]'

/** The secret of the POS account. No other module holds its text, and no way of printing it shows it. */
export class Token {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Whether it could be tried through by somebody who has seen one signed call. */
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
