import { createHash, randomBytes, randomInt } from 'node:crypto'

const ID_LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
// Read from one screen and typed on another: nothing that looks like something else (0 O, 1 I L, 5 S, 8 B, 2 Z, U V).
const CODE_LETTERS = '234679ACDEFGHJKMNPQRTVWXY'
const CODE_LENGTH = 8

/** A secret of 32 random bytes for a cookie; only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is stored of a token or a code. No salt: what is hashed here is random, not chosen by a person. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A short id for a person or a terminal. */
export const newId = () => pick(ID_LETTERS, 8)

/** A one-time code for people to read and type, such as `K7QF-M2XD`. */
export function newCode(): string {
  const letters = pick(CODE_LETTERS, CODE_LENGTH)
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`
}

/** As a code, with 74 bits: for a door that stands open to everybody for an hour. */
export const newLongCode = () => `${newCode()}-${newCode()}`

/** A code as it was typed, with or without its dash, in any case, said in one way. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

const pick = (letters: string, length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
