/** Invisible characters: control, format, unassigned and private characters, line separators, fillers, joiners and the blank of Braille. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

/** An invisible character: its code, such as `U+202E`, and its position in the text, from 1. */
export type HiddenCharacter = { code: string; position: number }

/** The first invisible character of a typed text. It is refused and never removed, because the person has to know what they send. */
export function findHiddenCharacter(text: string): HiddenCharacter | undefined {
  const characters = Array.from(text)
  const index = characters.findIndex((character) => HIDDEN.test(character))
  const code = characters[index]?.codePointAt(0)
  if (code === undefined) return undefined
  return { code: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, position: index + 1 }
}

/** The sentence about an invisible character. `what` is its subject, such as `The account`. */
export const sayHidden = (what: string, { code, position }: HiddenCharacter): string =>
  `${what} has control characters or others that cannot be seen (${code}, at place ${position}). Type it without them.`

/** Whether there is at least one letter or digit. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(withoutHidden(text))

/**
 * A text in the form in which texts are counted and compared: letter case, width, compatibility forms, spacing and hidden characters make no
 * difference (NFKC and full case folding). Similar-looking letters of other scripts stay different.
 */
export function foldText(text: string): string {
  // What is hidden may stand between two blanks.
  const plain = withoutHidden(text.normalize('NFKC').replace(/[\t-\r\p{Z}]/gu, ' ')).replace(/ +/g, ' ')
  // Upper case and lower case again: ß, ẞ and ss become equal, and so do the two small sigmas.
  return plain.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim()
}

/** Whether a person would read two names as the same one. */
export const isSameName = (one: string, other: string): boolean => foldText(one) === foldText(other)

/** A text without what nobody sees in it. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, '')

/** The first `longest` of a text, of which the last may not be half a character. */
export const cutText = (text: string, longest: number): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

let graphemes: Intl.Segmenter | undefined
/** What a reader takes for one letter each: a letter and its marks, and an emoji of many parts where the browser knows those. */
export function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  graphemes ??= new Intl.Segmenter()
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
