import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'

import { FIRST_MESSAGES } from '../../../tools/compile-messages.ts'
import { LOCALES } from '#browser/i18n/writing.ts'

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/browser/i18n/${locale}.json`, 'utf8'))
const english = read('en')
const ids = Object.keys(english)

/** The values that a message fills in, and the forms of each of its plurals. */
function partsOf(message: string) {
  const values = new Set<string>()
  const plurals: string[][] = []
  const look = (tokens: unknown): void => {
    for (const token of Array.isArray(tokens) ? tokens : []) {
      if (!Array.isArray(token)) continue
      const [name, , format] = token as [string, unknown, unknown]
      values.add(name)
      if (typeof format !== 'object' || format === null) continue
      const { offset: _, ...forms } = format as Record<string, unknown>
      plurals.push(Object.keys(forms))
      Object.values(forms).forEach(look)
    }
  }
  look(compileMessage(message))
  return { values: [...values].toSorted(), plurals }
}

/** The plural forms that cover exactly one number in languages that have a form for that number alone. */
const EXACTLY: Partial<Record<string, string>> = { zero: '0', one: '1', two: '2' }

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = read(locale)
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()

  it('each language has the same ids as the English texts, each with words', () => {
    expect(Object.keys(texts).toSorted()).toEqual(ids.toSorted())
    expect(ids.length).toBeGreaterThan(100)
    expect(ids.filter((id) => !texts[id]?.trim())).toEqual([])
  })

  it('each language uses the same values as the English texts', () => {
    const valuesOf = (from: Record<string, string>) => ids.map((id) => [id, partsOf(from[id] ?? '').values])
    expect(valuesOf(texts)).toEqual(valuesOf(english))
  })

  it('each language has exactly the plural forms that it needs', () => {
    const faults = ids.flatMap((id) =>
      partsOf(texts[id] ?? '').plurals.flatMap((forms) => [
        ...pluralCategories
          .filter((form) => !forms.includes(form) && !forms.includes(EXACTLY[form] ?? form))
          .map((form) => `${id} lacks ${form}`),
        ...forms
          .filter((form) => !/^\d+$/.test(form) && !pluralCategories.some((category) => category === form))
          .map((form) => `${id} has ${form}`),
      ]),
    )
    expect(faults).toEqual([])
  })
})

it('each language has a file of texts, and no other file exists', () => {
  const files = readdirSync('src/browser/i18n').filter((file) => file.endsWith('.json'))
  expect(files.toSorted()).toEqual(LOCALES.map((locale) => `${locale}.json`).toSorted())
})

describe('the messages of the first load', () => {
  const first = new Set<string>()
  const add = (file: string) => {
    if (first.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return
    first.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type )[^'\n]*'(\.[^']+)'/gm)
    for (const [, path = ''] of imports) add(join(dirname(file), path))
  }
  add('src/browser/main.tsx')

  it('no file of the first load shows a message that comes with a lazy page', () => {
    const named = [...first]
      .filter((file) => file !== 'src/browser/lib/hotkeys.ts')
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/'([a-z]\w*(?:\.[\w-]+)+)'/gi)]
          .filter(([, id = '']) => id in english)
          .map(([, id = '']) => [file, id]),
      )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(([, id = '']) => !FIRST_MESSAGES.test(id))).toEqual([])
  })
})
