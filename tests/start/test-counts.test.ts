import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { countListed, readPlaywrightReport, readVitestReport, summarize } from '../../scripts/test-counts.mjs'

let file: string
beforeAll(() => void (file = join(mkdtempSync(join(tmpdir(), 'toptill-counts-')), 'report.json')))
afterAll(() => rmSync(join(file, '..'), { recursive: true, force: true }))

const report = (content: object) => writeFileSync(file, JSON.stringify(content))

describe('the last line of the test run', () => {
  const counts = (passed: number, failed = 0, notRun = 0) => ({ passed, failed, notRun })

  it.each([
    { of: [counts(3), counts(1)], line: '4 passed, 0 failed', isGood: true },
    { of: [counts(3), counts(0, 2)], line: '3 passed, 2 failed', isGood: false },
    { of: [counts(3), counts(0, 0, 7)], line: '3 passed, 0 failed, 7 did not run', isGood: false },
    { of: [], line: '0 passed, 0 failed', isGood: false },
  ])('the last line of the test run is "$line"', ({ of, line, isGood }) => {
    expect(summarize(of)).toEqual({ line, isGood })
  })
})

it('a test file that cannot be loaded counts as failed', () => {
  report({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  })
  expect(readVitestReport(file)).toEqual({ passed: 5, failed: 2, notRun: 2 })
})

it('a flaky browser test counts as failed', () => {
  report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } })
  expect(readPlaywrightReport(file)).toEqual({ passed: 4, failed: 2, notRun: 3 })
})

it('a missing report has no counts', () => {
  expect(readVitestReport(`${file}.none`)).toBeUndefined()
  expect(readPlaywrightReport(`${file}.none`)).toBeUndefined()
})

it('the number of browser tests is read from their list', () => {
  expect(countListed('Listing tests:\n  a.test.ts:3:1 › one\nTotal: 12 tests in 3 files\n')).toBe(12)
  expect(countListed('Error: no tests found')).toBe(0)
})
