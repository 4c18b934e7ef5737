import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { isReadable } from '#domain/typed-text.ts'
import { decodeEntities, decodeHtml } from './html.ts'

/** Characters that control a terminal, a printer or the direction of writing. Newline and tab are handled separately. */
const COMMANDS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const COMMANDS_IN_LINES = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** The first `longest` characters of a text that is only shown. No character is cut in half. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
}

/** An entity of HTML has up to so many characters for one. */
const ENTITY_LENGTH = 10

/** The first `longest` characters of a text that is only shown, without the HTML in it. */
const shown = (text: string, longest: number) => cut(decodeHtml(cut(text, ENTITY_LENGTH * longest)), longest)

/** One line of at most `longest` characters for a text that is only shown, or `undefined` if it has no visible character. */
export function findLine(value: unknown, longest: number = SHOWN.name): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = shown(value.trim(), longest).replace(COMMANDS, ' ').replace(/\s+/g, ' ').trim()
  return line === '' ? undefined : line
}

/** Whether a name has a letter, a digit or a picture in it. Most have one of the first kind, which is found fast. */
export const isName = (text: string): boolean =>
  /[a-z\d]/i.test(text) || isReadable(text) || /\p{Extended_Pictographic}/u.test(text)

/** Like `findLine`, for a text that identifies something: beyond `longest` characters it is unreadable and never shortened. */
export function findWhole(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length <= longest ? findLine(value, longest) : undefined
}

/** So that no text of a few bytes is meters of paper. */
const MOST_BREAKS = 120

/** The first `longest` characters of a text, with its first newlines, for receipts and tiles. */
export function plainLines(value: string, longest: number): string {
  let breaks = 0
  return withoutCommands(shown(value, longest)).replace(/\n/g, (newline) =>
    (breaks += 1) > MOST_BREAKS ? ' ' : newline,
  )
}

/** A text of the service that names a place or a page, as it was sent. */
export function withoutCommands(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(COMMANDS_IN_LINES, '')
}

/** A code or serial without characters that control a printer or the direction of writing, or `undefined` if none is visible. */
export function findCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > BOUNDS.code) return undefined
  const code = value.replace(COMMANDS, '').trim()
  return code === '' ? undefined : code
}

/** A link, like a code. One from a page of HTML has entities in it. */
export const findLink = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= BOUNDS.code ? findCode(decodeEntities(value)) : undefined
