import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

/** The rows of the reliability tables: check, confirm, find, and events around the calls. There is no `C3`. */
const ROWS = [
  ...numbered('C', 14).filter((row) => row !== 'C3'),
  ...numbered('F', 18),
  'F4a',
  'F4b',
  ...numbered('G', 13),
  ...numbered('E', 25),
]

/** Rows about functions that do not exist yet or whose tests do not run yet. */
const LATER = new Map([
  ['E10', 'two servers'],
  ['E11', 'two servers'],
  ['E19', 'a token from a secret store'],
  ['E21', 'recovery from a backup'],
])

const RESTARTS = ['opened', 'opened abroad', 'checked', 'confirming', 'unknown', 'pending', 'not-executed']

function numbered(letter: string, last: number): string[] {
  return Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)
}

const sources = ['tests', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|[\\/])rows\.test\.ts$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
)
/** A title begins with its row, or takes it from a table: `it('F8: …`, `describe('E9, …`, `row: 'C1'`. */
const tested = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/(?:\(|\brow: |unknownBy\()\s*['"`]([CFGE]\d{1,2}[ab]?)(?=['"`:,])/g)].map(([, row]) => row),
  ),
)
const titles = sources.join('\n')

describe('every row of the reliability tables', () => {
  it.each(ROWS.filter((row) => !LATER.has(row)))('%s has a test with its name', (row) => expect(tested).toContain(row))

  it.each([...LATER])('%s waits for %s: no test claims it', (row) => expect(tested).not.toContain(row))

  it.each(RESTARTS)('a restart in state %s has a test', (state) => expect(titles).toContain(`it('restart, ${state}: `))

  it('the tests name only rows of the tables', () => {
    expect([...tested].filter((row) => row !== undefined && !ROWS.includes(row))).toEqual([])
  })
})
