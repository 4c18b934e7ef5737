import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'

import * as v from 'valibot'

import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { textOf } from './dot-env.ts'

// For the environment and SHOPS_FILE. A message that begins with a colon or a lowercase letter lacks its subject, the name of the setting.

/** Values in the environment are always text, but not those in a JSON file. */
export const TEXT = v.string('is not text in quotation marks.')

/** If `read` returns `undefined`, `message` says what is wrong, as a sentence without its subject. */
export const setting = <T>(read: (text: string) => T | undefined, message: string) =>
  v.pipe(
    TEXT,
    v.rawTransform(({ dataset, addIssue, NEVER }): T => {
      const value = read(dataset.value)
      if (value !== undefined) return value
      addIssue({ message })
      return NEVER
    }),
  )
export const matching = (pattern: RegExp, message: string) => v.pipe(TEXT, v.regex(pattern, message))
export const namedFile = v.pipe(
  TEXT,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return { file: dataset.value, text: textOf(readFileSync(dataset.value)) }
    } catch (error) {
      // A shell expands `~`; a settings file doesn't.
      const hint = dataset.value.startsWith('~') ? ' “~” is not supported here: write the full path.' : ''
      addIssue({ message: `: ${dataset.value} ${whyNotRead(error)}${hint}` })
      return NEVER
    }
  }),
)

/** Completes a sentence that begins with the file's name. */
export function whyNotRead(error: unknown): string {
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? 'does not exist.' : `cannot be read (${code}).`
}

/** Some programs that set the environment leave quotation marks. */
export const unquoted = (text: string): string => /^(["'])(.*)\1$/s.exec(text)?.[2]?.trim() ?? text

/** A copied token may contain an invisible character, and then every request would be refused. */
const isPlain = (text: string) => findHiddenCharacter(text.replaceAll(/[\r\n]/g, '')) === undefined
const hiddenIn = (text: string) => {
  const { code, position } = findHiddenCharacter(text) ?? { code: '', position: 0 }
  return `contains an invisible character (${code}, at position ${position}). Copy the token without it.`
}
export const TOKEN = v.pipe(
  TEXT,
  v.check(isPlain, ({ input }) => hiddenIn(input)),
)

export const TOKEN_FILE = v.pipe(
  namedFile,
  v.transform(({ file, text }) => ({ file, text: unquoted(text.trim()) })),
  v.check(
    ({ text }) => text !== '',
    ({ input: { file } }) => `: ${file} is empty. Put the token of the account in it.`,
  ),
  v.check(
    ({ text }) => !/[\r\n]/.test(text),
    ({ input: { file } }) => `: ${file} has more than one line. Put only the token in it.`,
  ),
  v.check(
    ({ text }) => isPlain(text),
    ({ input: { file, text } }) => `: ${file} ${hiddenIn(text)}`,
  ),
  v.check(
    ({ text }) => !/^(export\s+)?TOPUP_TOKEN\s*=/.test(text),
    ({ input: { file } }) => `: ${file} begins with TOPUP_TOKEN=. Put only the token in it.`,
  ),
)

export const BASE_URL = v.pipe(
  TEXT,
  v.check((text) => isHttpUrl(text), 'is not an address such as https://host/path.'),
  v.transform((text) => new URL(text)),
  v.check(
    ({ username, password, search, hash }) => !(username || password || search || hash),
    'must not contain a user, a query or a fragment.',
  ),
  v.check(
    ({ protocol, hostname }) => protocol === 'https:' || isLoopback(hostname),
    'is plain HTTP, so anyone on the way could spend the wallet. Use https.',
  ),
  v.transform(({ href }) => href.replace(/\/+$/, '')),
)
export const POS_ID = matching(/^\d{1,20}$/, 'is not a number of up to 20 digits.')
export const KEY_FLOOR = v.pipe(
  matching(/^\d{1,18}$/, 'is not a whole number of up to 18 digits.'),
  v.transform((text) => BigInt(text)),
)
export const TIME_ZONE = setting(findTimeZone, 'is not a time zone such as Asia/Dubai.')

export const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function findTimeZone(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))
}
