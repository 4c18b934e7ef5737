import { NotPossible } from './not-possible.ts'

const LONGEST = 60

/** The name of a person or a terminal as it is kept: one line, single spaces, 1 to 60 characters. */
export function readName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (name === '') throw new NotPossible('A name is needed.')
  if (name.length > LONGEST) throw new NotPossible(`A name has at most ${LONGEST} characters.`)
  if (/\p{Cc}/u.test(name)) throw new NotPossible('A name has no control characters.')
  return name
}

/** Whether two names are one to a person: case and spacing say nothing. */
export const isSameName = (one: string, other: string) => sameForm(one) === sameForm(other)

const sameForm = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
