/** Control, format, unassigned and private characters, line separators, fillers, joiners and the Braille blank. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

/** `code` such as `U+202E`; `position` from 1. */
export type HiddenCharacter = { code: string; position: number }

/** An invisible character is rejected rather than removed, because the person has to know what they send. */
export function findHiddenCharacter(text: string): HiddenCharacter | undefined {
  const characters = Array.from(text)
  const index = characters.findIndex((character) => HIDDEN.test(character))
  const code = characters[index]?.codePointAt(0)
  if (code === undefined) return undefined
  return { code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, position: index + 1 }
}

/** `what` is the subject, such as `The account`. */
export const sayHidden = (what: string, { code, position }: HiddenCharacter): string =>
  `${what} has control characters or others that cannot be seen (${code}, at place ${position}). Type it without them.`

export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(withoutHidden(text))

/**
 * For counting and comparing: ignores case, width, compatibility forms, spacing and hidden characters (NFKC and full case folding). Similar letters of other
 * scripts stay different.
 */
export function foldText(text: string): string {
  // Hidden characters may be between two blanks.
  const plain = withoutHidden(text.normalize('NFKC').replace(/[\t-\r\p{Z}]/gu, ' ')).replace(/ +/g, ' ')
  // Upper and lower case again make ß, ẞ and ss equal, and both small sigmas.
  return plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

export const isSameName = (one: string, other: string): boolean => foldText(one) === foldText(other)

export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, '')

/** Does not split a surrogate pair. */
export const cutText = (text: string, longest: number): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

let graphemes: Intl.Segmenter | undefined
/** A letter with its marks, and a multi-part emoji where `Intl.Segmenter` exists. */
export function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  graphemes ??= new Intl.Segmenter()
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
