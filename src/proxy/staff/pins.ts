import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

import type { Role } from '#domain/person.ts'
import { NotPossible } from './not-possible.ts'

const derive = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

const SHORTEST: Record<Role, number> = { cashier: 4, supervisor: 6 }
const LONGEST = 12
// 16 MiB and some 40 ms for one try. A hash names the cost it was made with, so it may rise without making old PINs useless.
const COST = { N: 2 ** 14, r: 8, p: 1 }
const HASH_BYTES = 32

/** A PIN this role may have, or `NotPossible` with the rule. */
export function readPin(role: Role, text: string): string {
  if (/^\d+$/.test(text) && text.length >= SHORTEST[role] && text.length <= LONGEST) return text
  throw new NotPossible(`The PIN of a ${role} has ${SHORTEST[role]} to ${LONGEST} digits and nothing else.`)
}

/** What is stored of a PIN. The pepper lies outside the journal, so a stolen journal alone gives no PIN away. */
export async function hashPin(pin: string, pepper: Buffer): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(peppered(pin, pepper), salt, HASH_BYTES, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether `pin` is the one `stored` was made from. Takes the same time wherever they differ. */
export async function isPin(pin: string, stored: string, pepper: Buffer): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('a PIN hash in the journal is of an unknown kind')
  const expected = Buffer.from(hash, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await derive(peppered(pin, pepper), Buffer.from(salt, 'base64url'), expected.length, cost)
  return timingSafeEqual(found, expected)
}

const peppered = (pin: string, pepper: Buffer) => createHmac('sha256', pepper).update(pin).digest()
