import UFuzzy from '@leeoniya/ufuzzy'

import { sorted } from '#domain/in-order.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { foldText } from '../../lib/find-by-words.ts'
import type { SearchIndex } from './search-index.ts'

export const MOST_SHOWN = 50

export type Found = {
  /** The best `MOST_SHOWN`, best first. */
  tiles: Tile[]
  count: number
  /** Only mistyped words were found. */
  isGuess?: boolean
}

const FIRST_LETTER_STAYS: [from: number, to: number] = [1, Infinity]

/** Tolerates one typing error from four letters on, one swap of letters from three letters on, and none in words with digits. */
const fuzzy = new UFuzzy({
  unicode: true,
  intraMode: 1,
  interSplit: '[^\\p{L}\\p{N}]+',
  intraSplit: null,
  intraChars: '[\\p{L}\\p{N}]',
  intraRules: (word) => {
    const length = /\d/.test(word) ? 0 : word.length
    const any = length >= 4 ? 1 : 0
    return {
      intraSlice: FIRST_LETTER_STAYS,
      intraIns: any,
      intraSub: any,
      intraDel: any,
      intraTrn: length >= 3 ? 1 : 0,
    }
  },
})

const RANK = { id: 0, start: 1, words: 2, beginnings: 3, elsewhere: 4, within: 5, mistyped: 6, mistypedElsewhere: 7 }
const RANKS = RANK.mistypedElsewhere + 1

/**
 * All words of `typed`, in any order. An exact service id comes first, then names that start with the words, whole words, beginnings of words, words elsewhere
 * and, if there is room, mistyped words. Blocked tiles come last; ties keep the wholesaler's order.
 */
export function findTiles(index: SearchIndex, typed: string): Found {
  const words = foldText(typed).split(' ').filter(Boolean)
  const found = findWords(index, words, typed.trim().toLowerCase())
  // "qamra 20": an amount is not part of a name.
  const names = words.filter((word) => !/^\d+$/.test(word))
  return found.count > 0 || names.length === words.length ? found : findWords(index, names)
}

function findWords(index: SearchIndex, words: readonly string[], id?: string): Found {
  if (words.length === 0) return { tiles: [], count: 0 }
  const needle = ` ${words.join(' ')}`

  const buckets: number[][] = Array.from({ length: 2 * RANKS }, () => [])
  const put = (at: number, rank: number) => buckets[rank + (index.isOff[at] ? RANKS : 0)]!.push(at)
  const found = findAll(index.texts, words, hasWord)
  for (const at of found)
    put(at, index.ids[at] === id ? RANK.id : rankOf(index.names[at]!, index.texts[at]!, needle, words))
  if (found.length < MOST_SHOWN) {
    const known = new Set(found)
    const mistyped = findAll(index.texts, words, hasMeant(index)).filter((at) => !known.has(at))
    const named = new Set(findAll(index.names, words, hasMeant(index), mistyped))
    for (const at of mistyped) put(at, named.has(at) ? RANK.mistyped : RANK.mistypedElsewhere)
  }
  return { ...best(buckets, index.tiles), isGuess: found.length === 0 }
}

/** A product in several categories is listed once, with its best tile. */
function best(buckets: readonly number[][], tiles: readonly Tile[]): Found {
  const sold = new Set<string>()
  const found: Found = { tiles: [], count: 0 }
  for (const bucket of buckets) {
    for (const at of bucket) {
      const tile = tiles[at]!
      if (tile.action.kind === 'sell') {
        if (sold.has(tile.action.serviceId)) continue
        sold.add(tile.action.serviceId)
      }
      found.count += 1
      if (found.tiles.length < MOST_SHOWN) found.tiles.push(tile)
    }
  }
  return found
}

type FindWord = (texts: string[], word: string, among?: number[]) => number[]

/** Looks for the longest word first, because it leaves the fewest candidates. */
function findAll(texts: string[], words: readonly string[], findWord: FindWord, among?: number[]): number[] {
  let left = among
  for (const word of sorted(words, (one, other) => other.length - one.length)) {
    left = findWord(texts, word, left)
    if (left.length === 0) break
  }
  return left ?? []
}

/** A single letter must begin a word; longer words may be anywhere. */
const hasWord: FindWord = (texts, word, among) => {
  const wanted = word.length === 1 ? ` ${word}` : word
  const found: number[] = []
  if (among) {
    for (const at of among) if (texts[at]!.includes(wanted)) found.push(at)
  } else {
    for (let at = 0; at < texts.length; at++) if (texts[at]!.includes(wanted)) found.push(at)
  }
  return found
}

/** A mistyped word matches wherever a similar known word occurs. */
const hasMeant =
  (index: SearchIndex): FindWord =>
  (texts, word, among) => {
    if (word.length === 1 || /\d/.test(word)) return hasWord(texts, word, among)
    const meant = wordsMeant(index.words, word)
    const isMeant = new Uint8Array(texts.length)
    for (const each of meant) for (const at of index.words.get(each)!) isMeant[at] = 1
    const isFound = (at: number) =>
      isMeant[at] === 1 && (texts === index.texts || meant.some((each) => texts[at]!.includes(` ${each} `)))
    return (among ?? [...texts.keys()]).filter(isFound)
  }

/** Searches the distinct words of all names. A different first letter is tried only if nothing else is similar. */
function wordsMeant(known: SearchIndex['words'], word: string): string[] {
  // Similar words differ little in length, and a pasted text of hundreds of letters would take seconds.
  const words = [...known.keys()].filter((each) => 2 * each.length >= word.length)
  if (words.length === 0) return []
  const alike = fuzzy.filter(words, word) ?? []
  if (alike.length > 0 || word.length < 5) return alike.map((at) => words[at]!)
  return words.filter((each) => each.includes(word.slice(1)))
}

function rankOf(name: string, text: string, needle: string, words: readonly string[]): number {
  if (name.startsWith(needle)) return RANK.start
  let rank = RANK.words
  for (const word of words) {
    if (rank === RANK.words && !name.includes(` ${word} `)) rank = RANK.beginnings
    if (rank === RANK.beginnings && !name.includes(` ${word}`)) rank = RANK.elsewhere
    if (rank === RANK.elsewhere && !text.includes(` ${word}`)) return RANK.within
  }
  return rank
}
