import { NotPossible } from './not-possible.ts'

const LONGEST = 60
// Joiners belong to the writing of some languages; the rest of the unseen could make one name look like another.
const UNSEEN = /[^\P{C}\u200c\u200d]/u

/** The name of a person or a terminal as it is kept: one line, single spaces, 1 to 60 characters that can be seen. */
export function readName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (plain(name) === '') throw new NotPossible('A name is needed.')
  if (name.length > LONGEST) throw new NotPossible(`A name has at most ${LONGEST} characters.`)
  if (UNSEEN.test(name)) throw new NotPossible('A name has no control characters.')
  return name
}

/** Whether two names are one to a person: case, spacing and joiners say nothing. */
export const isSameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
