import { createHash, randomBytes, randomInt } from 'node:crypto'

import { ENROLLMENT_CODE, formatEnrollmentCode } from '#domain/enrollment-code.ts'
import { findHiddenCharacter, isReadable, sayHidden } from '#domain/text/typed-text.ts'
import { InvalidOperation } from './failures.ts'

const ID_LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
export const MAX_NAME_LENGTH = 60

export const newId = () => pick(ID_LETTERS, 8)

/** 32 random bytes. Only the hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Without a salt, because the text is random and not chosen by a person. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** People type it: `K7QF-M2XD`. */
export const newCode = () => formatEnrollmentCode(pick(ENROLLMENT_CODE.letters, ENROLLMENT_CODE.length))

/** 74 bits, because anyone may try it for an hour. */
export const newLongCode = () => `${newCode()}-${newCode()}`

const pick = (letters: string, length: number) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** Returns one line with single spaces, 1 to 60 visible characters, and a letter or digit. Throws `InvalidOperation`. */
export function readName(text: string): string {
  // First, because normalizing the spaces would remove some of them.
  const hidden = findHiddenCharacter(text)
  if (hidden) throw new InvalidOperation(sayHidden('The name', hidden))
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (name === '') throw new InvalidOperation('A name is needed.')
  if (!isReadable(name)) throw new InvalidOperation('A name needs a letter or a digit.')
  if (name.length > MAX_NAME_LENGTH) throw new InvalidOperation(`A name has at most ${MAX_NAME_LENGTH} characters.`)
  return name
}
