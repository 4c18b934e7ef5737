import { createHash } from 'node:crypto'

import * as v from 'valibot'

/** A point of sale account of the practice service. */
export type Account = { posId: string; token: string }

/** `staleKey`: the hash is right, the key is not greater than the one before. */
export type AuthVerdict = { ok: true; key: bigint } | { ok: false; reason: string; staleKey?: string }

const Digits = v.pipe(v.string(), v.regex(/^\d{1,30}$/))
/** Read from the exact text, where `20418` and `"20418"` are the same digits. */
const SignedRequest = v.object({ auth: v.object({ id: Digits, key: Digits, hash: v.string() }) })

/** MD5 of id, token and key, one after the other, in lowercase hexadecimal (spec 5). */
export function hashOf(id: string, token: string, key: string): string {
  return createHash('md5')
    .update(id + token + key, 'utf8')
    .digest('hex')
}

/** Whether a request may come in: our account, a hash over exactly the text that was sent, and a key above all before it (spec 5). */
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
