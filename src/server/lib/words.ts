import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

import { LANGUAGES, type Language } from '#domain/language.ts'
import ar from './words/ar.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import hi from './words/hi.json' with { type: 'json' }
import ur from './words/ur.json' with { type: 'json' }

type WordId = keyof typeof en
export type Say = (id: WordId, values?: Record<string, string | number>) => string

const WORDS: Record<Language, Record<WordId, string>> = { en, ar, ur, hi }

/** Emails, messages and the status page: ICU messages, with Western digits in every language. */
export const SAY = Object.fromEntries(
  LANGUAGES.map((language): [Language, Say] => {
    const texts = { locale: language, locales: `${language}-u-nu-latn`, messages: { [language]: WORDS[language] } }
    const i18n = setupI18n(texts).setMessagesCompiler(compileMessage)
    return [language, (id, values) => i18n._(id, asTyped(values))]
  }),
) as Record<Language, Say>

/** Lingui decodes escapes even in inserted names. */
const asTyped = (values: Parameters<Say>[1] = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\u005c') : value,
    ]),
  )
