import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { FIRST_MESSAGES } from '#browser/i18n/compile-messages-plugin.ts'

// As they are written, before the build compiles them.
const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/browser/i18n/${locale}.json`, 'utf8'))
const english = read('en')
const arabic = read('ar')
const ids = Object.keys(english)

/** `{amount}` and `{count, plural, …}` alike. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted()

describe('the Arabic texts', () => {
  it('the Arabic texts have the ids of the English ones', () => {
    expect(Object.keys(arabic).toSorted()).toEqual(ids.toSorted())
  })

  it('the Arabic texts fill in the same values as the English ones', () => {
    const valuesOf = (texts: Record<string, string>) => ids.map((id) => [id, placeholders(texts[id] ?? '')])
    expect(valuesOf(arabic)).toEqual(valuesOf(english))
  })
})

it('every message has a text in both languages', () => {
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id) => !english[id]?.trim() || !arabic[id]?.trim())).toEqual([])
})

describe('the messages of the first load', () => {
  /** The files that `main.tsx` reaches by imports that are not lazy. */
  const first = new Set<string>()
  const add = (file: string) => {
    if (first.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return
    first.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type )[^'\n]*'(\.[^']+)'/gm)
    for (const [, path = ''] of imports) add(join(dirname(file), path))
  }
  add('src/browser/main.tsx')

  it('no file of the first load shows a message that comes with a lazy page', () => {
    // Help, which is lazy, shows the texts of the keys.
    const named = [...first]
      .filter((file) => file !== 'src/browser/keys.ts')
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/'([a-z]\w*(?:\.[\w-]+)+)'/gi)]
          .filter(([, id = '']) => id in english)
          .map(([, id = '']) => [file, id]),
      )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(([, id = '']) => !FIRST_MESSAGES.test(id))).toEqual([])
  })
})
