import secureJsonParse from 'secure-json-parse'

import type { LostReason } from '#domain/transaction.ts'

export type JsonObject = { [key: string]: unknown }
export type ParsedJson = { ok: true; value: JsonObject } | { ok: false; reason: LostReason; detail?: string }

/** The JSON object in `text`. Depth is counted before anything is built; keys that reach for a prototype make it unreadable. */
export function parseJsonObject(text: string, maxDepth: number): ParsedJson {
  if (isDeeperThan(text, maxDepth)) return { ok: false, reason: 'too-deep' }
  let value: unknown
  try {
    // Looks for such keys only where the text may name one, and answers null for it: a large answer is read soon.
    value = secureJsonParse.parse(text, undefined, { safe: true })
  } catch {
    return { ok: false, reason: 'not-json' }
  }
  if (isJsonObject(value)) return { ok: true, value }
  const isPlain = value !== null || text.trim() === 'null'
  return { ok: false, reason: 'wrong-shape', detail: isPlain ? 'not an object' : 'a prototype key' }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const isOpening = (sign: number) => sign === 0x5b || sign === 0x7b
const isClosing = (sign: number) => sign === 0x5d || sign === 0x7d

function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (isInText) {
      if (sign === BACKSLASH) index += 1
      else if (sign === QUOTE) isInText = false
    } else if (sign === QUOTE) isInText = true
    else if (isOpening(sign) && ++depth > maxDepth) return true
    else if (isClosing(sign)) depth -= 1
  }
  return false
}
