import { isAscii } from 'node:buffer'

import secureJsonParse from 'secure-json-parse'

import type { LostReason } from '#domain/wallet/transaction.ts'
import type { Chunks } from '../cooperative.ts'
import { withExactText } from './exact-json.ts'
import { scanLists, type ScannedList } from './scan-lists.ts'

export type JsonObject = { [key: string]: unknown }
export type ParsedJson = { ok: true; value: JsonObject } | { ok: false; reason: LostReason; detail?: string }

/**
 * Characters outside strings plus backslashes inside them, the length of a string, and the number of bytes beyond ASCII, which take five times as long to
 * decode.
 */
type Bounds = { maxSigns: number; maxText: number; maxBeyondAscii: number }
const UNBOUNDED: Bounds = { maxSigns: Infinity, maxText: Infinity, maxBeyondAscii: Infinity }

/** Before anything is built or decoded, so lengths of strings are then in bytes. Keys such as `__proto__` make the JSON unreadable. */
export function parseJsonObject(json: string | Buffer, maxDepth: number, bounds = UNBOUNDED): ParsedJson {
  const isBytes = typeof json !== 'string'
  // In UTF-8, every structural character of JSON is one byte that is part of no other character.
  const plain = isBytes ? json.toString('latin1') : json
  const excess = findExcess(plain, maxDepth, bounds)
  if (excess) return excess
  const isPlain = !isBytes || isAscii(json)
  if (!isPlain && hasMoreBeyondAscii(json, bounds.maxBeyondAscii)) return TOO_LARGE
  const parsed = parseText(isPlain ? plain : json.toString())
  if (!parsed.ok) return parsed
  const { value } = parsed
  return isJsonObject(value) ? { ok: true, value } : NO_OBJECT
}

/**
 * Like `parseJsonObject`, in pieces. The elements of lists that are direct members are counted first, at most `maxElements` in total. Each is parsed to verify
 * it and stored as text, an `UnparsedElement`.
 */
export function* parseInPieces(text: string, maxDepth: number, maxElements: number): Chunks<ParsedJson> {
  const scan = yield* scanLists(text, { maxDepth, maxElements, maxValues: MAX_VALUES })
  if (!scan.ok) return scan
  const rest = restOf(text, scan.lists)
  if (rest.length > MAX_CHARACTERS) return { ok: false, reason: 'wrong-shape', detail: 'too large beside its list' }
  yield rest.length
  const parsed = parseText(rest)
  if (parsed === NOT_JSON) return parsed

  // Broken JSON is reported before a prototype key, as when parsing at once, because the answer may be damaged after that key.
  const lists: { elements: UnparsedElement[]; hasPrototypeKey: boolean }[] = []
  for (const list of scan.lists) {
    const elements: UnparsedElement[] = []
    let hasPrototypeKey = false
    for (const { start, end, values } of list.elements) {
      const element = new UnparsedElement(text.slice(start, end), values)
      if (!element.isTooLarge) {
        // A byte order mark is allowed only before a whole answer.
        const read = element.text.startsWith(BYTE_ORDER_MARK) ? NOT_JSON : parseText(element.text)
        if (read === NOT_JSON) return read
        hasPrototypeKey ||= !read.ok
      }
      elements.push(element)
      yield element.work
    }
    lists.push({ elements, hasPrototypeKey })
  }

  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!isJsonObject(value)) return NO_OBJECT
  // The lists were replaced by their numbers. The parser has read the keys and chosen between duplicates.
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(member)) continue
    const list = lists[Number(member[0])]
    if (list?.hasPrototypeKey) return PROTOTYPE_KEY
    value[key] = list?.elements
  }
  return { ok: true, value }
}

/** Parsing a larger element would delay all other work. */
const MAX_VALUES = 20_000
const MAX_CHARACTERS = 4 * 1024 * 1024
const BYTE_ORDER_MARK = '\ufeff'
/** The cost of an element in addition to its characters, as a number of characters. */
const ELEMENT_WORK = 2_000

/** Parsed only when it is used, so a large list is never in memory as a whole. */
export class UnparsedElement {
  readonly text: string
  readonly isTooLarge: boolean

  constructor(text: string, values: number) {
    this.isTooLarge = values > MAX_VALUES || text.length > MAX_CHARACTERS
    this.text = this.isTooLarge ? '' : withExactText(text)
  }

  get work(): number {
    return this.text.length + ELEMENT_WORK
  }

  /** Doesn't throw, because the text was parsed before. */
  parse(): unknown {
    return JSON.parse(this.text)
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Absent, null, blank, or an empty PHP value. */
export function isAbsent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '')
}

const TOO_DEEP = { ok: false, reason: 'too-deep' } as const
const TOO_LARGE = { ok: false, reason: 'wrong-shape', detail: 'too large' } as const
const NOT_JSON = { ok: false, reason: 'not-json' } as const
const NO_OBJECT = { ok: false, reason: 'wrong-shape', detail: 'not an object' } as const
const PROTOTYPE_KEY = { ok: false, reason: 'wrong-shape', detail: 'a prototype key' } as const

function parseText(text: string): { ok: true; value: unknown } | typeof NOT_JSON | typeof PROTOTYPE_KEY {
  let value: unknown
  try {
    // Only if the text may contain a prototype key, so large answers are parsed fast. Returns null for one.
    value = secureJsonParse.parse(withExactText(text), undefined, { safe: true })
  } catch {
    return NOT_JSON
  }
  return value === null && text.trim() !== 'null' ? PROTOTYPE_KEY : { ok: true, value }
}

/** Lists become `[0]`, `[1]` and so on. */
function restOf(text: string, lists: readonly ScannedList[]): string {
  let rest = ''
  let from = 0
  for (const [number, { start, end }] of lists.entries()) {
    rest += `${text.slice(from, start)}[${number}]`
    from = end
  }
  return rest + text.slice(from)
}

const QUOTE = 0x22
const isOpening = (sign: number) => sign === 0x5b || sign === 0x7b
const isClosing = (sign: number) => sign === 0x5d || sign === 0x7d

function hasMoreBeyondAscii(bytes: Buffer, most: number): boolean {
  let found = 0
  for (let index = 0; index < bytes.length; index += 1) if (bytes[index]! > 0x7f && ++found > most) return true
  return false
}

function findExcess(
  text: string,
  maxDepth: number,
  { maxSigns, maxText }: Bounds,
): typeof TOO_DEEP | typeof TOO_LARGE | undefined {
  let depth = 0
  let signs = 0
  let escapeAt = text.indexOf('\\')
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === QUOTE) {
      const start = index
      let end = text.indexOf('"', index + 1)
      while (escapeAt !== -1 && escapeAt < end) {
        if (++signs > maxSigns) return TOO_LARGE
        if (end <= escapeAt + 1) end = text.indexOf('"', escapeAt + 2)
        escapeAt = text.indexOf('\\', escapeAt + 2)
      }
      if (end === -1) return undefined
      if (end - start > maxText) return TOO_LARGE
      index = end
    } else if (isOpening(sign) && ++depth > maxDepth) return TOO_DEEP
    else if (isClosing(sign)) depth -= 1
    if (++signs > maxSigns) return TOO_LARGE
  }
  return undefined
}
