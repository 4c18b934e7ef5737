// What a reader takes for one letter: an emoji of many parts, a letter and its marks.
const graphemes = new Intl.Segmenter()
const lettersOf = (word: string) => Array.from(graphemes.segment(word), ({ segment }) => segment)

/** Two letters stand at the beginning, and taking a text apart into letters is slow. */
const LONGEST_NAME = 300

/** `KP` for Kestrel Pay, `PI` for Pixelmoor; what is no letter, digit or emoji does not begin a word. */
export function findLetters(name: string): string {
  const [first = [], second] = name
    .slice(0, LONGEST_NAME)
    .split(/\s+/)
    .map((word) => lettersOf(word).filter((letter) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(letter)))
    .filter((word) => word.length > 0)
  const [one = '', two = ''] = first
  return (one + (second?.[0] ?? two)).toUpperCase()
}
