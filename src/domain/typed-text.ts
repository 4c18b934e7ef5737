/** What nobody sees in a text: control, format, unassigned and private characters, line separators, fillers, joiners and the blank of Braille. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

/** A character that cannot be seen: its code, such as `U+202E`, and its place in the text, counted from 1. */
export type HiddenCharacter = { code: string; position: number }

/** The first character of a typed text that cannot be seen. It is refused and never removed: the person has to know what they send. */
export function findHiddenCharacter(text: string): HiddenCharacter | undefined {
  const characters = Array.from(text)
  const index = characters.findIndex((character) => HIDDEN.test(character))
  const code = characters[index]?.codePointAt(0)
  if (code === undefined) return undefined
  return { code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, position: index + 1 }
}

/** What to say of it: `what` begins the sentence, such as `The account`. */
export const sayHidden = (what: string, { code, position }: HiddenCharacter): string =>
  `${what} has control characters or others that cannot be seen (${code}, at place ${position}). Type it without them.`

/** Whether there is at least one letter or digit. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(withoutHidden(text))

/**
 * A text as it is counted and compared: letter case, width, compatibility forms, spacing and hidden characters make no difference (NFKC and
 * full case folding). Letters of other scripts that only look alike stay different.
 */
export function foldText(text: string): string {
  const plain = withoutHidden(text.normalize('NFKC').replace(/[\t-\r\p{Z}]+/gu, ' '))
  // Up and down again: ß, ẞ and ss are one, and so are the two small sigmas.
  return plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

const withoutHidden = (text: string) => text.replace(ALL_HIDDEN, '')
