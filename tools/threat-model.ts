import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path/posix'

import { CommandError, rootFolder, runCommand } from './command.mjs'

const USAGE = `npx tsx tools/threat-model.ts
Writes the tables of docs/developers/threat-model.md from the tags in the tests:
  /** @security V7.4.1 to V7.4.5: A session ends at sign-out. */`

export const PAGE = 'docs/developers/threat-model.md'
const BEGIN = '<!-- Written by `npx tsx tools/threat-model.ts` -->'
const END = '<!-- until here -->'

/** The chapters of OWASP ASVS 5.0. */
const CHAPTERS = [
  'Encoding and Sanitization',
  'Validation and Business Logic',
  'Web Frontend Security',
  'API and Web Service',
  'File Handling',
  'Authentication',
  'Session Management',
  'Authorization',
  'Self-contained Tokens',
  'OAuth and OIDC',
  'Cryptography',
  'Secure Communication',
  'Configuration',
  'Data Protection',
  'Secure Coding and Architecture',
  'Security Logging and Error Handling',
  'WebRTC',
]

/** What a test guards against: the requirements of ASVS, one sentence about the threat and its control, and the test's file. */
type Control = { requirements: string; sentence: string; file: string }

const BLOCK = /\/\*\*(?:(?!\*\/)[^])*?@security\b[^]*?\*\//g
const TAG = /^(V\d+\.\d+\.\d+(?:(?:, | to )V\d+\.\d+\.\d+)*): (\S.*[.])$/

/** The tags of a test file. Throws if a tag cannot be read. */
export function readControls(file: string, text: string): Control[] {
  return [...text.matchAll(BLOCK)].flatMap(([block]) => {
    const words = block.replace(/^\/\*\*|\*\/$|^ *\*(?!\/)/gm, ' ').replace(/\s+/g, ' ')
    return words
      .split('@security ')
      .slice(1)
      .map((tag) => {
        const [, requirements, sentence] = TAG.exec(tag.trim()) ?? []
        if (!requirements || !sentence)
          throw new CommandError(`${file} has a tag that is not "V1.2.3, V1.2.4: A sentence.": ${tag}`)
        return { requirements, sentence, file }
      })
  })
}

/** The page with the tables of these controls, one for each chapter, in the order of the requirements. */
export function writePage(page: string, controls: Control[]): string {
  const [before, , after] = page.split(new RegExp(`(${BEGIN}[^]*${END})`))
  if (after === undefined) throw new CommandError(`${PAGE} lacks the lines around its tables.`)
  const tables = CHAPTERS.flatMap((name, index) => {
    const rows = controls.filter(({ requirements }) => partsOf(requirements)[0] === index + 1).toSorted(compare)
    return rows.length === 0 ? [] : [`## V${index + 1} ${name}`, table(rows)]
  })
  return [`${before}${BEGIN}`, ...tables, `${END}${after}`].join('\n\n')
}

function table(rows: Control[]): string {
  const cells = [
    ['Requirement', 'Threat and control', 'Test'],
    ...rows.map(({ requirements, sentence, file }) => [requirements, sentence, `\`${file}\``]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** The numbers of the first requirement. */
const partsOf = (requirements: string) => requirements.slice(1).split(/[ ,]/, 1)[0]?.split('.').map(Number) ?? []

function compare(one: Control, other: Control): number {
  const others = partsOf(other.requirements)
  const difference = partsOf(one.requirements)
    .map((part, index) => part - (others[index] ?? 0))
    .find((part) => part !== 0)
  return difference ?? (one.file < other.file ? -1 : 1)
}

/** The controls that all tests are tagged with. */
export function findControls(): Control[] {
  const files = ['tests', 'e2e'].flatMap((folder) =>
    readdirSync(join(rootFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file.replaceAll('\\', '/')))
      .filter((file) => /\.test\.tsx?$/.test(file)),
  )
  return files.toSorted().flatMap((file) => readControls(file, readFileSync(join(rootFolder, file), 'utf8')))
}

async function writeThreatModel() {
  const file = join(rootFolder, PAGE)
  writeFileSync(file, writePage(readFileSync(file, 'utf8'), findControls()))
}

if (process.argv[1] === import.meta.filename) await runCommand(writeThreatModel, USAGE)
