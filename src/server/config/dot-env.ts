import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

type DotEnv = { values: Record<string, string>; warnings: string[] }

/** The settings in the file `.env` of a folder; none where there is no such file. Throws an error of the file system if it cannot be read. */
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

/** In which line of that file each name is, from 1: of one that is there twice the last, which counts. */
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

/** The text of a file. Programs of Windows begin it with a mark of its encoding, which would become a part of what stands first, or write UTF-16. */
export function textOf(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '')
}

const valuesOf = (parsed: NodeJS.Dict<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parsed).map(([name, value = '']) => [name, value]))
