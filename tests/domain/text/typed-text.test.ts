import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { cutText, findHiddenCharacter, foldText, isReadable, lettersOf, sayHidden } from '#domain/text/typed-text.ts'
import { atLevel } from '../../support/level.ts'

/** @security V2.2.1: Text is folded before it is compared, so one account cannot pass for two. */

describe('a hidden character', () => {
  it.each([
    ['a null character', 'a\u0000b', 'U+0000', 2],
    ['a line break', 'a\nb', 'U+000A', 2],
    ['an escape', '\u001b[2J', 'U+001B', 1],
    ['a C1 control', 'ab\u009b', 'U+009B', 3],
    ['a soft hyphen', 'a\u00adb', 'U+00AD', 2],
    ['an Arabic letter mark', 'a\u061c', 'U+061C', 2],
    ['a zero-width space', 'a@b.example\u200b', 'U+200B', 12],
    ['a zero-width joiner', 'a\u200db', 'U+200D', 2],
    ['a direction override', 'Ha\u202emad', 'U+202E', 3],
    ['a direction isolate', 'a\u2066b', 'U+2066', 2],
    ['a line separator', 'a\u2028b', 'U+2028', 2],
    ['a paragraph separator', 'a\u2029b', 'U+2029', 2],
    ['a byte order mark at the end', 'amal\ufeff', 'U+FEFF', 5],
    ['a variation selector', 'a\ufe0f', 'U+FE0F', 2],
    ['a Hangul filler, which is a letter', 'a\u3164', 'U+3164', 2],
    ['the blank of Braille', 'a\u2800b', 'U+2800', 2],
    ['a private character', '\ue000', 'U+E000', 1],
    ['an unassigned character', 'a\u0378', 'U+0378', 2],
    ['half a character', 'a\ud800b', 'U+D800', 2],
    ['a tag', '😀\u{E0041}', 'U+E0041', 2],
  ])('%s is found as a hidden character and named', (_, text, code, position) => {
    expect(findHiddenCharacter(text)).toEqual({ code, position })
    expect(sayHidden('The name', { code, position })).toContain(code)
  })

  it.each(['Amal Rahman', 'أمل الرحمن', 'O’Neil', 'Zoë', '王小明', 'Ana-María 2', 'a+b@sub.example.co', '😀', ''])(
    '%j has no hidden character',
    (text) => expect(findHiddenCharacter(text)).toBeUndefined(),
  )
})

it('text is cut to its length, but never within a character', () =>
  expect([2, 3, 4].map((longest) => cutText('ab😀', longest))).toEqual(['ab', 'ab', 'ab😀']))

describe('readable text', () => {
  it.each(['a', 'ok 3', '٣', 'سبب', '-- 7 --', '王'])('%j is readable', (text) => expect(isReadable(text)).toBe(true))
  it.each(['', '   ', '...', '😀', '\u200b\u200b', '\u3164', '\u0301', '\u2800'])('%j is not readable', (text) =>
    expect(isReadable(text)).toBe(false),
  )
})

describe('text comparison', () => {
  it.each([
    ['A@B.Example', 'a@b.example'],
    ['ａ@b.example', 'a@b.example'],
    ['a@b.example\u200b', 'a@b.example'],
    ['a\u202e@b.example', 'a@b.example'],
    [' Amal\u00a0 \u3000Rahman ', 'amal rahman'],
    ['Zoe\u0308', 'zo\u00eb'],
    ['STRASSE', 'straße'],
    ['ΑΣ', 'ας'],
    ['ﬁlip', 'FILIP'],
    ['①', '1'],
    ['a \u200b b', 'a b'],
  ])('%j and %j compare as the same text', (one, other) => expect(foldText(one)).toBe(foldText(other)))

  it.each([
    ['a@b.example', 'a@b.examples'],
    ['amal', 'ama1'],
    ['Amal Rahman', 'AmalRahman'],
    // A Cyrillic letter that looks the same is another letter.
    ['\u0430mal', 'amal'],
  ])('%j and %j compare as different texts', (one, other) => expect(foldText(one)).not.toBe(foldText(other)))

  it('folded text does not depend on Unicode forms, and folding it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(foldText(text.normalize(form))).toBe(folded)
        expect(findHiddenCharacter(folded)).toBeUndefined()
      }),
      { numRuns: atLevel(100, 300) },
    )
  })
})

describe.each(['with a segmenter', 'without a segmenter'])('letters in a browser %s', (browser) => {
  const meet = () =>
    browser === 'without a segmenter' && vi.spyOn(Intl, 'Segmenter', 'get').mockReturnValue(undefined as never)
  afterEach(() => void vi.restoreAllMocks())

  it.each([
    ['Kestrel', 7],
    ['e\u0301te\u0301', 3],
    ['شَحْن', 3],
    ['बि की', 3],
    ['👍5', 2],
    ['\ud83d', 1],
    ['', 0],
  ])('the letters of %j number %i', (text, count) => {
    meet()
    expect(lettersOf(text)).toHaveLength(count)
  })

  it('splitting text into letters loses nothing', () => {
    meet()
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => lettersOf(text).join('') === text))
  })
})
