import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { isReadable } from '#domain/text/typed-text.ts'
import { decodeEntities, decodeHtml } from './html.ts'

/** Characters that control a terminal, a printer or the text direction. Newline and tab are handled separately. */
const COMMANDS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const COMMANDS_IN_LINES = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
}

/** The maximum characters of an HTML entity. */
const ENTITY_LENGTH = 10

/** For text that is only shown: truncates it, and decodes its HTML. */
const shown = (text: string, longest: number) => cut(decodeHtml(cut(text, ENTITY_LENGTH * longest)), longest)

/** Returns text that is only shown as one line, or `undefined` if nothing is visible. */
export function findLine(value: unknown, longest: number = SHOWN.name): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = shown(value.trim(), longest).replace(COMMANDS, ' ').replace(/\s+/g, ' ').trim()
  return line === '' ? undefined : line
}

/** A name has a letter, a digit or an emoji. The first check covers most names fast. */
export const isName = (text: string): boolean =>
  /[a-z\d]/i.test(text) || isReadable(text) || /\p{Extended_Pictographic}/u.test(text)

/** Like `findLine`, for identifying text, which is never shortened: if it is longer, it is unreadable. */
export function findWhole(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length <= longest ? findLine(value, longest) : undefined
}

/** Limits the paper that a few bytes can use. */
const MOST_BREAKS = 120

/** Truncates text for receipts and tiles, and keeps only the first newlines. */
export function plainLines(value: string, longest: number): string {
  let breaks = 0
  return withoutCommands(shown(value, longest)).replace(/\n/g, (newline) =>
    (breaks += 1) > MOST_BREAKS ? ' ' : newline,
  )
}

/** Used for text that names a place or a page; makes no other change. */
export function withoutCommands(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(COMMANDS_IN_LINES, '')
}

/** Removes control characters; `undefined` if nothing is visible. */
export function findCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > BOUNDS.code) return undefined
  const code = value.replace(COMMANDS, '').trim()
  return code === '' ? undefined : code
}

/** Like `findCode`, with HTML entities decoded. */
export const findLink = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= BOUNDS.code ? findCode(decodeEntities(value)) : undefined
