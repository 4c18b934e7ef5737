import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path/posix'

import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file.replaceAll('\\', '/')))

const LIST = 'docs/style/words.md'
/** Pages with other people's words, and the list itself. */
const EXEMPT = [LIST, 'docs/interface-spec.md', 'docs/service-notes.md']
const files = [...readdirSync('.'), ...['docs', 'src', 'bench', 'deploy', 'tests', 'e2e', 'tools'].flatMap(filesIn)]

/** The rows of the last table of the list: words that must not be used, and whether only on the screen. */
const rows = read(LIST)
  .slice(read(LIST).indexOf('## Not these words'))
  .split('\n')
  .flatMap((row) => {
    const [, words, , where] = row.split('|').map((cell) => cell.trim())
    return words && where && /^(everywhere|screen)$/.test(where) ? [{ words: words.split(', '), where }] : []
  })

const patternOf = (wanted: (where: string) => boolean) =>
  new RegExp(
    `(?<![\\w-])(?:${rows.flatMap(({ words, where }) => (wanted(where) ? words : [])).join('|')})(?:['’]s)?(?![\\w-])`,
    'gi',
  )
const ANYWHERE = patternOf((where) => where === 'everywhere')
const ON_SCREEN = patternOf(() => true)

/** Each text that contains such a word, as `file: text`. */
function findIn(texts: readonly [file: string, text: string][], pattern: RegExp): string[] {
  return texts.flatMap(([file, text]) => {
    const found = text.replaceAll(/`[^`]*`|\{\w+(?=[,}])|\breverse prox\w+/gi, '').match(pattern)
    return found ? [`${file}: ${found.join(', ')} in “${text.trim().slice(0, 160)}”`] : []
  })
}

const messages = files
  .filter((file) => basename(file) === 'en.json')
  .flatMap((file) => Object.values<string>(JSON.parse(read(file))).map((text): [string, string] => [file, text]))

const docs = files
  .filter((file) => file.endsWith('.md') && !EXEMPT.includes(file))
  .flatMap((file) => {
    const prose = read(file).replace(/^ *```[^]*?^ *```/gm, '')
    return prose.split('\n').map((text): [string, string] => [file, text])
  })

const COMMENT = /^\s*(?:\/\/|\/?\*+)(.*)$/gm
const TITLE = /\b(?:it|test|describe)(?:\.\w+(?:\([^'"`]*\))?)*\(\s*(['"`])(.*?)\1,/g
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const comments = sources.flatMap((file) =>
  [...read(file).matchAll(COMMENT)].map(([, text = '']): [string, string] => [file, text]),
)
const titles = sources
  .filter((file) => /^(tests|e2e)\//.test(file))
  .flatMap((file) => [...read(file).matchAll(TITLE)].map(([, , text = '']): [string, string] => [file, text]))

describe('words that are out', () => {
  it('the list has words for the screen and for everything', () => {
    expect(rows.map(({ where }) => where)).toEqual(expect.arrayContaining(['everywhere', 'screen']))
    expect(findIn([['a', 'Nobody is told of `papers`']], ANYWHERE)).toEqual([
      'a: Nobody, told in “Nobody is told of `papers`”',
    ])
  })

  it('no message has one', () => {
    expect(messages.length).toBeGreaterThan(2000)
    expect(findIn(messages, ON_SCREEN)).toEqual([])
  })

  it('no doc has one', () => {
    expect(docs.length).toBeGreaterThan(500)
    expect(findIn(docs, ANYWHERE)).toEqual([])
  })

  it('no comment has one', () => {
    expect(comments.length).toBeGreaterThan(5000)
    expect(findIn(comments, ANYWHERE)).toEqual([])
  })

  it('no test title has one', () => {
    expect(titles.length).toBeGreaterThan(2000)
    expect(findIn(titles, ANYWHERE)).toEqual([])
  })
})
