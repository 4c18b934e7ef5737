/** Characters that command a terminal, a printer or the direction of writing instead of being read; newline and tab are apart. */
const COMMANDS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
const COMMANDS_IN_LINES = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** One line of at most `longest` characters, or `undefined` when nothing is left to read. */
export function findLine(value: unknown, longest = 300): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = Array.from(value.replace(COMMANDS, ' ').replace(/\s+/g, ' ').trim()).slice(0, longest).join('').trim()
  return line === '' ? undefined : line
}

/** Text whose newlines are kept, as the receipt and the tiles need them. */
export function plainLines(value: string): string {
  return value.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').replace(COMMANDS_IN_LINES, '')
}

const LONGEST_CODE = 2_000

/** A code, serial or link as delivered, less what would command a printer or the direction of writing; nothing when there is nothing to read. */
export function findCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const code = value.replace(COMMANDS, '').trim()
  return code === '' || code.length > LONGEST_CODE ? undefined : code
}
