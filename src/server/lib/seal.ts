import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Secrets in the journal, encrypted with a key outside it. */
export type Seal = {
  /** `place` names where the text is stored; it can be opened nowhere else. */
  close: (text: string, place: string) => string
  /** `undefined` if the text was closed with another key, was changed, or belongs to another place. */
  open: (sealed: string, place: string) => string | undefined
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived from the pepper, so a stolen journal or copy reveals no secret. */
export function createSeal(pepper: Buffer): Seal {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', 'toptill seal', 32))
  return {
    close: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
