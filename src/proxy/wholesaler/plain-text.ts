import { BOUNDS, SHOWN } from '#contract/wholesaler/loose.ts'

/** Characters that command a terminal, a printer or the direction of writing instead of being read; newline and tab are apart. */
const COMMANDS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const COMMANDS_IN_LINES = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** The first `longest` characters of what is only shown; none is cut in half. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')
}

/** One line of at most `longest` characters, or `undefined` when nothing is left to read. For what is only shown. */
export function findLine(value: unknown, longest: number = SHOWN.name): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = cut(value.trim(), longest).replace(COMMANDS, ' ').replace(/\s+/g, ' ').trim()
  return line === '' ? undefined : line
}

/** As `findLine`, for what means something: beyond `longest` it is unreadable, never a shorter one. */
export function findWhole(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value.length <= longest ? findLine(value, longest) : undefined
}

/** Text whose newlines are kept, as the receipt and the tiles need them: its first `longest` characters. */
export function plainLines(value: string, longest: number): string {
  return cut(value, longest).replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(COMMANDS_IN_LINES, '')
}

/** A code, serial or link as delivered, less what would command a printer or the direction of writing; nothing when there is nothing to read. */
export function findCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > BOUNDS.code) return undefined
  const code = value.replace(COMMANDS, '').trim()
  return code === '' ? undefined : code
}
