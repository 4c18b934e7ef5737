import { sorted } from '#domain/in-order.ts'
import { foldLetters } from '#domain/text/search-text.ts'
import type { MessageId } from '../i18n/locale.ts'
import type { Text } from '../i18n/use-text.ts'

const IS_PLAIN = /^[\x20-\x7e]*$/

/** Lower case, no marks, one form of Arabic letters, Western digits, and single spaces between words and between digits and letters ("5GB" is "5 gb"). */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (IS_PLAIN.test(lower))
    return lower
      .replace(/[^a-z\d]+/g, ' ')
      .replace(/\d(?=[a-z])|[a-z](?=\d)/g, '$& ')
      .trim()
  return foldLetters(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\p{N}(?=\p{L})|\p{L}(?=\p{N})/gu, '$& ')
    .trim()
}

export type Findable = {
  title: MessageId
  /** Texts that are searched but not shown. */
  words: readonly MessageId[]
}

/** Shorter words are in nearly every text. */
const MIN_LETTERS_IN_TEXT = 3

/** Entries in which every typed word begins a word of the title or, after these, of the other texts. */
export function findByWords<Entry extends Findable>(entries: readonly Entry[], typed: string, t: Text): Entry[] {
  const wanted = foldText(typed).split(' ').filter(Boolean)
  if (wanted.length === 0) return []
  const begins = (text: string) => wanted.every((word) => text.includes(` ${word}`))
  const isLong = wanted.every((word) => word.length >= MIN_LETTERS_IN_TEXT)
  const ranked = entries.flatMap((entry) => {
    const title = ` ${foldText(t(entry.title))}`
    if (begins(title)) return [{ entry, rank: title.startsWith(` ${wanted.join(' ')}`) ? 0 : 1 }]
    const isInText = isLong && begins(` ${foldText([entry.title, ...entry.words].map((id) => t(id)).join(' '))}`)
    return isInText ? [{ entry, rank: 2 }] : []
  })
  return sorted(ranked, (a, b) => a.rank - b.rank).map(({ entry }) => entry)
}
