import { readFileSync } from 'node:fs'

import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

import { isRightToLeft, WRITING } from '#browser/i18n/writing.ts'
import type { Locale, MessageId } from '#browser/i18n/locale.ts'

type Values = Record<string, string | number>

/**
 * The English text of the screen, so that a test names a message by its id and not by its words:
 * `text('sale.saleNumber', { number: '0001' })`.
 */
export const text = (id: MessageId, values?: Values): string => inLocale('en')._(id, values)

/**
 * For a control whose name begins with the text, followed by an amount or a key. A value that is not given may be
 * anything, wherever a language puts it.
 */
export function startingWith(id: MessageId, values: Values = {}, locale: Locale = 'en'): RegExp {
  const all = Object.fromEntries(namesIn(sourcesOf(locale)[id]).map((name) => [name, values[name] ?? ANYTHING]))
  const literal = textIn(locale, id, { ...values, ...all }).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${literal.replaceAll(ANYTHING, '.*')}`)
}

/** A character that no text contains. */
const ANYTHING = '\uFFFC'

const namesIn = (source: string): string[] => [...source.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The text in a language. Values are isolated in right-to-left text, as on the screen. */
export const textIn = (locale: Locale, id: MessageId, values: Values = {}): string =>
  inLocale(locale)._(id, isRightToLeft(locale) ? isolate(values) : values)

const isolate = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? `\u2068${value}\u2069` : value]),
  )

const catalogs = new Map<Locale, ReturnType<typeof setupI18n>>()

/** The sources are read, because the build and the tests of pages see compiled messages. */
function inLocale(locale: Locale) {
  const known = catalogs.get(locale)
  if (known) return known
  const messages = Object.fromEntries(
    Object.entries(sourcesOf(locale)).map(([id, source]) => [id, compileMessage(source)]),
  )
  const catalog = setupI18n({ locale, locales: WRITING[locale].tag, messages: { [locale]: messages } })
  catalogs.set(locale, catalog)
  return catalog
}

const sources = new Map<Locale, Record<MessageId, string>>()

function sourcesOf(locale: Locale): Record<MessageId, string> {
  const known = sources.get(locale) ?? JSON.parse(readFileSync(`src/browser/i18n/${locale}.json`, 'utf8'))
  sources.set(locale, known)
  return known
}
