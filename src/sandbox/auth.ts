import { createHash } from 'node:crypto'

import * as v from 'valibot'

export type Account = { posId: string; token: string }

/** `staleKey`: the hash is right, but the key is not greater than the highest one before. */
export type AuthVerdict = { ok: true; key: bigint } | { ok: false; reason: string; staleKey?: string }

const Digits = v.pipe(v.string(), v.regex(/^\d{1,30}$/))
/** Parsed from the exact JSON, in which `20418` and `"20418"` are the same digits. */
const SignedRequest = v.object({ auth: v.object({ id: Digits, key: Digits, hash: v.string() }) })

/** MD5 of id, token and key, in lowercase hexadecimal (spec 5). */
export function hashOf(id: string, token: string, key: string): string {
  return createHash('md5')
    .update(id + token + key, 'utf8')
    .digest('hex')
}

/** Checks the POS id, the hash of the digits as sent, and a key greater than all before it (spec 5). */
export function verifyAuth(exactBody: unknown, account: Account, highestKey: bigint): AuthVerdict {
  const read = v.safeParse(SignedRequest, exactBody)
  if (!read.success) return { ok: false, reason: 'auth is missing or incomplete' }
  const { id, key, hash } = read.output.auth
  if (id !== account.posId) return { ok: false, reason: 'no such point of sale' }
  if (hash !== hashOf(id, account.token, key)) return { ok: false, reason: 'the hash does not match' }
  if (BigInt(key) <= highestKey)
    return { ok: false, reason: 'the key is not greater than the one before', staleKey: key }
  return { ok: true, key: BigInt(key) }
}

/** One JSON text parsed twice: normally, and with every number as its original text. */
export type ExactJson = { value: unknown; exact: unknown }

// Strings are matched whole, so digits inside them stay untouched.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/**
 * Throws `SyntaxError`. A key of 17 digits loses its last digits as a JavaScript number, but its hash covers the digits as sent (spec 5, rule 1), so `exact`
 * preserves them.
 */
export function readExactJson(text: string): ExactJson {
  const value: unknown = JSON.parse(text)
  const exact: unknown = JSON.parse(
    text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)),
  )
  return { value, exact }
}
