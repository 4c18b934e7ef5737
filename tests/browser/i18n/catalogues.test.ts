import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

// As they are written, before the build compiles them.
const read = (file: string): Record<string, string> => JSON.parse(readFileSync(`src/browser/i18n/${file}.json`, 'utf8'))
const laterEnglish = read('en-later')
const english = { ...read('en'), ...laterEnglish }
const arabic = { ...read('ar'), ...read('ar-later') }
const ids = Object.keys(english)

/** `{amount}` and `{count, plural, …}` alike. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted()

describe('the Arabic texts', () => {
  it('are those of the English files, file by file', () => {
    expect(Object.keys(read('ar')).toSorted()).toEqual(Object.keys(read('en')).toSorted())
    expect(Object.keys(read('ar-later')).toSorted()).toEqual(Object.keys(laterEnglish).toSorted())
  })

  it('stand in one file only', () => {
    expect(Object.keys(read('en')).filter((id) => id in laterEnglish)).toEqual([])
  })

  it('fill in the same values', () => {
    const valuesOf = (texts: Record<string, string>) => ids.map((id) => [id, placeholders(texts[id] ?? '')])
    expect(valuesOf(arabic)).toEqual(valuesOf(english))
  })
})

it('says something under every id', () => {
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter((id) => !english[id]?.trim() || !arabic[id]?.trim())).toEqual([])
})

describe('texts that travel with later screens', () => {
  const LATER_SCREENS =
    /codes\/|favourites\/|features\/(batch|desk|help|history|international|kiosk|pages|printer|products-data|quick|sale|staff|storefront\/search|support|ticket\/voucher|wallet|watch)\/|limit\/|papers\/|scan\/|Sale(RowParts|Timeline)|CostLines|RecipientLines|NameField|PinPair|sign-in\/(LeftTitle|Setup)|shell\/(NotAllowed|StepUp)|SellAgainButton|SupervisorsOnly|TakeOverButton|sale-naming|event-words/
  const sources = readdirSync('src/browser', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  )
  const first = sources.filter(
    (file) =>
      !LATER_SCREENS.test(file) && !/shell\/((Batch|International|Sale)Screen|OtherStages|NotFound)|i18n\//.test(file),
  )

  it('are not named by a screen that is there from the start', () => {
    const named = first.flatMap((file) =>
      [...readFileSync(join('src/browser', file), 'utf8').matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)].map(([, id]) => [
        file,
        id ?? '',
      ]),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(([, id = '']) => id in laterEnglish)).toEqual([])
  })
})
