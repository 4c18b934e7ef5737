import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

type DotEnv = { values: Record<string, string>; warnings: string[] }

/** Throws file system errors. */
export function readDotEnv(folder: string): DotEnv {
  try {
    return { values: valuesOf(parseEnv(textOf(readFileSync(join(folder, '.env'))))), warnings: [] }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const warnings = existsSync(join(folder, '.env.txt'))
      ? [
          'There is a file .env.txt but no .env, so its settings are not used. Rename it to .env. Windows hides .txt until file name extensions are shown.',
        ]
      : []
    return { values: {}, warnings }
  }
}

/** Line numbers start at 1. If a name is repeated, its last line counts. */
export function findLines(folder: string): ReadonlyMap<string, number> {
  const file = join(folder, '.env')
  const lines = existsSync(file) ? textOf(readFileSync(file)).split(/\r\n?|\n/) : []
  return new Map(
    lines.flatMap((line, at) => {
      const [, name] = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line) ?? []
      return name === undefined ? [] : [[name, at + 1] as const]
    }),
  )
}

/** Windows programs may write UTF-16, or a byte order mark that would become part of the first name. */
export function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

const valuesOf = (parsed: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parsed).map(([name, value = '']) => [name, value]))
