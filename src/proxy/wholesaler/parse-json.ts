import secureJsonParse from 'secure-json-parse'

import type { LostReason } from '#domain/transaction.ts'

export type JsonObject = { [key: string]: unknown }
export type ParsedJson = { ok: true; value: JsonObject } | { ok: false; reason: LostReason; detail?: string }

/** The JSON object in `text`. Depth is counted before anything is built; keys that reach for a prototype make it unreadable. */
export function parseJsonObject(text: string, maxDepth: number): ParsedJson {
  if (isDeeperThan(text, maxDepth)) return { ok: false, reason: 'too-deep' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not-json' }
  }
  if (!isJsonObject(value)) return { ok: false, reason: 'wrong-shape', detail: 'not an object' }
  try {
    secureJsonParse.scan(value)
  } catch {
    return { ok: false, reason: 'wrong-shape', detail: 'a prototype key' }
  }
  return { ok: true, value }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (isInText) {
      if (sign === BACKSLASH) index += 1
      else if (sign === QUOTE) isInText = false
    } else if (sign === QUOTE) isInText = true
    else if (OPENING.has(sign) && ++depth > maxDepth) return true
    else if (CLOSING.has(sign)) depth -= 1
  }
  return false
}
