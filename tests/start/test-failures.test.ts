import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { endOf, readPlaywrightFailures, readVitestFailures, listFailures } from '../../tools/test-reports.ts'
import { aLastingFolder } from '../support/folders.ts'

const folder = aLastingFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const report = (content: object) => write('report.json', JSON.stringify(content))

const PAGE = '- banner:\n  - text: Online\n- main:\n  - heading "Sale" [level=1]\n'
const specOf = (ok: boolean, errors: { message: string }[], attachments: object[] = []) => ({
  title: 'a tap sells',
  file: 'sell.test.ts',
  line: 7,
  ok,
  tests: [{ results: [{ errors, attachments }] }],
})

it('a failed browser test is listed with what it waited for and what was on the screen', () => {
  const path = write('context.md', `# Details\n\`\`\`\nError\n\`\`\`\n\n\`\`\`yaml\n${PAGE}\`\`\`\n`)
  const failed = specOf(
    false,
    [{ message: '\u001B[31mReceived: <hidden>\u001B[39m\n\nCall log:\n  - waiting' }],
    [{ name: 'error-context', path }],
  )
  const inner = { title: 'inner', specs: [failed, specOf(true, [])] }
  const file = report({ suites: [{ title: 'sell.test.ts', specs: [], suites: [inner] }] })
  const [failure, ...others] = readPlaywrightFailures(file)
  expect(others).toEqual([])
  expect(failure?.name).toBe('sell.test.ts:7 › a tap sells')
  const lines = [
    ['', 'FAILED 1 of 1: sell.test.ts:7 › a tap sells', '  Received: <hidden>', '  Call log:', '    - waiting'],
    ['  On the screen:', '  - main:', '    - heading "Sale" [level=1]'],
  ].flat()
  expect(listFailures([failure!])).toEqual([lines.join('\n')])
})

it('a failure outside of any browser test is listed, and a missing screen is omitted', () => {
  const lost = specOf(false, [{ message: 'closed' }], [{ name: 'error-context', path: join(folder, 'none.md') }])
  const file = report({ suites: [{ title: 'x', specs: [lost] }], errors: [{ message: 'no such file' }] })
  expect(readPlaywrightFailures(file)).toEqual([
    { name: 'sell.test.ts:7 › a tap sells', text: 'closed' },
    { name: 'outside of any test', text: 'no such file' },
  ])
})

it('a failed unit test is listed with its messages, also a file that could not be loaded', () => {
  const file = report({
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'takes away', failureMessages: ['expected 1', 'at b.test.ts:3'] },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
    ],
  })
  expect(readVitestFailures(file)).toEqual([
    { name: 'b.test.ts › takes away', text: 'expected 1\nat b.test.ts:3' },
    { name: 'c.test.ts', text: 'no such import' },
  ])
})

it('long failures are cut to forty lines, and later ones to their names', () => {
  const long = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const listed = listFailures(Array.from({ length: 20 }, (_, index) => ({ name: `test ${index}`, text: long })))
  expect(listed).toHaveLength(20)
  const lines = listed[0]?.trim().split('\n') ?? []
  expect(lines).toHaveLength(42)
  expect(lines.at(-1)).toBe('  … and 60 lines more')
  expect(listed.at(-1)).toBe('FAILED 20 of 20: test 19')
  expect(endOf(long).split('\n')).toHaveLength(40)
})

it('a missing report has no failures', () => {
  expect(readPlaywrightFailures(join(folder, 'none.json'))).toEqual([])
  expect(readVitestFailures(join(folder, 'none.json'))).toEqual([])
})
