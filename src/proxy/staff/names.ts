import { findHiddenCharacter, foldText, isReadable, sayHidden } from '#domain/typed-text.ts'
import { InvalidOperation } from './invalid-operation.ts'

const LONGEST = 60

/** The name of a person or a terminal as it is kept: one line, single spaces, 1 to 60 characters that can be seen, and one of them a letter or a digit. */
export function readName(text: string): string {
  // Spacing is tidied only afterwards: some of what is refused would go with it.
  const hidden = findHiddenCharacter(text)
  if (hidden) throw new InvalidOperation(sayHidden('The name', hidden))
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (name === '') throw new InvalidOperation('A name is needed.')
  if (!isReadable(name)) throw new InvalidOperation('A name needs a letter or a digit.')
  if (name.length > LONGEST) throw new InvalidOperation(`A name has at most ${LONGEST} characters.`)
  return name
}

/** Whether two names are one to a person. */
export const isSameName = (one: string, other: string) => foldText(one) === foldText(other)
