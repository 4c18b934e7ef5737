import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseEnv } from 'node:util'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { VERBS } from '#server/cli/help.ts'
import { JOURNAL_NOUNS, readOptions, readRestore, type JournalNoun } from '#server/cli/journal-commands.ts'
import { NOUNS, readCommand, type Noun } from '#server/cli/read-command.ts'
import { readInstallation } from '#server/config/config.ts'
import { SETTINGS } from '#server/config/config-schema.ts'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file.replaceAll('\\', '/')))
const read = (file: string) => readFileSync(file, 'utf8')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

const FOLDERS = ['docs', 'src', 'bench', 'deploy']
const pages = [...readdirSync('.'), ...FOLDERS.flatMap(filesIn)].filter((file) => file.endsWith('.md')).toSorted()
/** Pages for people who do not change the code. In these, only words of the screen are in italics. */
const FOR_USERS = /^(README|docs\/(tour|operations|(owners|staff|administrators)\/.+))\.md$/
const START_UP_ERRORS = 'docs/administrators/start-up-errors.md'
/** Pages whose settings are checked. Decisions also name settings of earlier versions. */
const NAMING_SETTINGS = /^(README|CONTRIBUTING|docs\/(?!decisions|style).+)\.md$/

const OF_OTHERS = [
  'BUILDAH_ISOLATION',
  'COMPOSE_FILE',
  'GRAFANA_PASSWORD',
  'TOPTILL_IMAGE',
  'CHROMIUM_PATH',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'TILL_NETWORKS',
  'TOPTILL_HOME',
  'TOPTILL_TEST_PACE',
  'TOPTILL_VERSION',
]
const OF_NPM = ['audit', 'ci']

/** A page without its code blocks, the code blocks, and the code in its sentences. */
function partsOf(text: string) {
  const blocks: string[] = []
  const spans: string[] = []
  const sentences = text.replace(/^ *```[^\n]*\n([^]*?)^ *```/gm, (_, code: string) => (blocks.push(code), ''))
  const prose = sentences.replace(/`([^`]+)`/g, (_, code: string) => (spans.push(code), ''))
  return { prose, sentences, blocks, spans, code: [...blocks, ...spans].join('\n') }
}

const linksOf = (file: string) =>
  [...partsOf(read(file)).prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '')

function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of partsOf(read(file)).sentences.matchAll(/^#{1,6} (.+)$/gm)) {
    const name = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let more = 1; anchors.has(anchor); more++) anchor = `${name}-${more}`
    anchors.add(anchor)
  }
  return anchors
}

const isBroken = (page: string, link: string) => {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor))
}

describe.each(pages)('%s', (page) => {
  const { code, spans } = partsOf(read(page))

  it('the page links only to files and headings that exist', () => {
    const links = linksOf(page).filter((link) => !/^[a-z]+:/.test(link))
    expect(links.filter((link) => isBroken(page, link))).toEqual([])
  })

  it('the page names only npm commands and files that exist', () => {
    const names = [...code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name ?? '')
    expect(names.filter((name) => !(name in scripts) && !OF_NPM.includes(name))).toEqual([])
    const paths = spans.filter((span) => /^(src|tests|e2e|tools|docs|deploy|bench)\/[\w./-]+$/.test(span))
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  it('the page shows only commands that are understood', () => {
    expect(commandsOf(page).flatMap((command) => findFault(command) ?? [])).toEqual([])
  })
})

type Shown = { noun: string; words: string[] }
const COMMAND = /(?:^|\s)toptill ([a-z][a-z-]*)(.*)/

/**
 * Every complete command on people, tills and databases that a page shows. A command without options in a sentence is
 * only a mention.
 */
function commandsOf(page: string): Shown[] {
  const { blocks, spans } = partsOf(read(page))
  const lines = [...blocks.flatMap((block) => block.split('\n')), ...spans.filter((span) => / --/.test(span))]
  return lines.flatMap((line) => {
    const [, noun = '', rest = ''] = COMMAND.exec(line) ?? []
    const words = [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, bare]) => one ?? other ?? bare)
    const end = words.findIndex((word) => word === '#' || word === '|' || word === '&&')
    return noun === '' ? [] : [{ noun, words: (end < 0 ? words : words.slice(0, end)) as string[] }]
  })
}

/** The error that the command line reports for a command that it does not understand. Nothing is run. */
function findFault({ noun, words }: Shown): string | undefined {
  try {
    if (!VERBS.some((one) => one === noun)) return `there is no command ${noun}`
    if (NOUNS.some((one) => one === noun)) readCommand(noun as Noun, words)
    else if (noun === 'restore') readRestore(words, '')
    else if (JOURNAL_NOUNS.some((one) => one === noun)) readOptions(noun as JournalNoun, words)
    return undefined
  } catch (error) {
    return `${noun} ${words.join(' ')}: ${String(error)}`
  }
}

it('commands are read from the pages', () => {
  const shown = pages.flatMap(commandsOf).map(({ noun }) => noun)
  expect(shown).toEqual(expect.arrayContaining([...NOUNS, ...JOURNAL_NOUNS]))
  expect(findFault({ noun: 'staff', words: ['dance'] })).toContain('staff cannot dance')
  expect(findFault({ noun: 'move', words: ['--form', 'x'] })).toContain('--form')
  expect(findFault({ noun: 'stuff', words: ['list'] })).toContain('no command stuff')
})

it.each(pages.filter((page) => NAMING_SETTINGS.test(page)))('%s names only settings that exist', (page) => {
  const names = partsOf(read(page)).code.match(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w…])/g) ?? []
  expect(names.filter((name) => !(name in SETTINGS) && !OF_OTHERS.includes(name))).toEqual([])
})

it('the table of settings has each setting once', () => {
  const rows = read('docs/administrators/settings.md').match(/^\| `.*$/gm) ?? []
  const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(names.toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
})

it('.env.example has each setting once, commented out, with its default', () => {
  const lines = read('.env.example').split('\n')
  expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([])
  const shown = lines.flatMap((line) => {
    const [, name = '', value] = /^# ([A-Z]+(?:_[A-Z]+)*)=(.*)$/.exec(line) ?? []
    return name === '' ? [] : [[name, value]]
  })
  expect(shown).toEqual(Object.entries(SETTINGS).map(([name, schema]) => [name, v.getDefault(schema) ?? '']))
})

it('nothing of .env.example is set until a line is changed, and its defaults are valid', () => {
  expect(parseEnv(read('.env.example'))).toEqual({})
  const all = parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''))
  expect(readInstallation(all)).toEqual(readInstallation({}))
})

it.each(pages.filter((page) => FOR_USERS.test(page)))(
  'words in italics in %s are on the screen, letter for letter',
  (page) => {
    const texts = Object.values(JSON.parse(read('src/browser/i18n/en.json')) as Record<string, string>)
    const known = new Set(texts.map((text) => text.replace(/\{\w+\}/g, '…')))
    const italics = [...partsOf(read(page)).prose.matchAll(/(?<![\w/])_([^_]+)_(?!\w)/g)].map(
      ([, words]) => words ?? '',
    )
    expect(italics.filter((words) => !known.has(words.replace(/\s+/g, ' ')))).toEqual([])
  },
)

it('the start-up errors that are listed are sentences that Toptill prints', () => {
  const sources = [...filesIn('src/server'), ...filesIn('tools')].filter((file) => /\.(ts|mjs)$/.test(file))
  const said = sources.map((file) => read(file).replace(/\$\{[^}]*\}/g, '…')).join('\n')
  const listed = read(START_UP_ERRORS).match(/^- `[^`]+`/gm) ?? []
  // A message about a setting begins with the setting's name, which the code adds in front.
  const sentences = listed.map((item) => item.slice(3, -1).replace(/^[A-Z_]+(?=: )/, ''))
  expect(sentences.length).toBeGreaterThan(5)
  expect(sentences.filter((sentence) => !said.includes(sentence))).toEqual([])
})

const sources = ['src', 'tests', 'e2e', 'tools', 'bench']
  .flatMap(filesIn)
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && file !== 'tests/docs.test.ts')

/** Citations in this form for which there is no heading, with the files that cite them. */
function citedInVain(form: RegExp, page: string, headingOf: (cited: string) => string): string[] {
  const headings = read(page).match(/^#+ .*$/gm) ?? []
  return sources.flatMap((file) =>
    [...read(file).matchAll(form)]
      .flatMap(([, list = '']) => list.match(/\d+(\.\d+)?/g) ?? [])
      .filter((cited) => !headings.some((heading) => heading.startsWith(headingOf(cited))))
      .map((cited) => `${file}: ${cited}`),
  )
}

it('each cited rule and each cited section of the specification exists', () => {
  const rules = /\b[Rr]ules? (\d+(?:(?:, | and | to )\d+)*)/g
  expect(citedInVain(rules, 'docs/architecture.md', (rule) => `### Rule ${rule}:`)).toEqual([])
  const sections = /\b[Ss]pec (\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)/g
  expect(
    citedInVain(sections, 'docs/interface-spec.md', (section) =>
      section.includes('.') ? `### ${section} ` : `## ${section}. `,
    ),
  ).toEqual([])
})

it('each page that a source names exists', () => {
  const known = new Set(pages.map((page) => page.split('/').at(-1)))
  const named = sources
    .filter((file) => !file.startsWith('tests/'))
    .flatMap((file) => [...read(file).matchAll(/[\w-]+\.md\b/g)].map(([name]) => `${file}: ${name}`))
  expect(named.filter((each) => !known.has(each.split(': ')[1]))).toEqual([])
})
