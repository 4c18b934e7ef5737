import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

import type { Role } from '#domain/person.ts'
import { InvalidOperation } from './invalid-operation.ts'

const derive = promisify<string | Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)

const SHORTEST: Record<Role, number> = { cashier: 4, supervisor: 6 }
const LONGEST = 12
/** What one try of a PIN costs, in scrypt's own measures. A hash names the cost it was made with, so it may rise without making old PINs useless. */
export type PinCost = { N: number; r: number; p: number }
/** 16 MiB and some 40 ms for one try. */
export const PIN_COST: PinCost = { N: 2 ** 14, r: 8, p: 1 }
const HASH_BYTES = 32

/** A PIN this role may have, or `InvalidOperation` with the rule. */
export function readPin(role: Role, text: string): string {
  if (!/^\d+$/.test(text) || text.length < SHORTEST[role] || text.length > LONGEST)
    throw new InvalidOperation(`The PIN of a ${role} has ${SHORTEST[role]} to ${LONGEST} digits and nothing else.`)
  const reason = whyTrivial(text)
  if (reason) throw new InvalidOperation(`This PIN is too easy to guess: ${reason}.`)
  return text
}

/** What those try first who guess. */
function whyTrivial(pin: string): string | undefined {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, index) => (digit - digits[index]! + 10) % 10)
  if (new Set(pin).size <= 2) return 'it has no more than two different digits'
  if (steps.every((step) => step === 1) || steps.every((step) => step === 9)) return 'its digits only run up or down'
  if (/^(\d+?)\1+$/.test(pin)) return 'it repeats itself'
  if (/^(19|20)\d\d$/.test(pin)) return 'it is a year'
  return undefined
}

/** What is stored of a PIN. The pepper lies outside the journal, so a stolen journal alone gives no PIN away. */
export async function hashPin(pin: string, pepper: Buffer, cost = PIN_COST): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(peppered(pin, pepper), salt, HASH_BYTES, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
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
