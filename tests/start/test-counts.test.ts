import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { countListed, readPlaywrightReport, readVitestReport, summarize } from '../../tools/test-reports.ts'
import { aLastingFolder } from '../support/folders.ts'

const file = join(aLastingFolder(), 'report.json')
afterAll(() => rmSync(join(file, '..'), { recursive: true, force: true }))

const report = (content: object) => writeFileSync(file, JSON.stringify(content))

const counts = (passed: number, failed = 0, leftOut = 0, notRun = 0) => ({ passed, failed, leftOut, notRun })

it.each([
  { of: [counts(3), counts(1)], begins: '4 passed, 0 failed. Only npm run test:all runs 0 more', isGood: true },
  { of: [counts(3, 0, 5)], begins: '3 passed, 0 failed. Only npm run test:all runs 5 more', isGood: true },
  { of: [counts(3), counts(0, 2)], begins: '3 passed, 2 failed', isGood: false },
  { of: [counts(3), counts(0, 0, 0, 7)], begins: '3 passed, 0 failed, 7 did not run.', isGood: true },
  { of: [counts(3), counts(0, 0, 0, 7)], isCi: true, begins: '3 passed, 0 failed, 7 did not run.', isGood: false },
  { of: [counts(3)], isFull: true, begins: '3 passed, 0 failed. Nothing was left out.', isGood: true },
  { of: [counts(3, 0, 5)], isFull: true, begins: '3 passed, 0 failed, 5 did not run', isGood: false },
  { of: [], begins: '0 passed, 0 failed', isGood: false },
])('the summary line of the tests begins with "$begins"', ({ of, isFull = false, isCi = false, begins, isGood }) => {
  const summary = summarize(of, { isFull, isCi })
  expect(summary.line.slice(0, begins.length)).toBe(begins)
  expect(summary.isGood).toBe(isGood)
})

it('a test file that cannot be loaded counts as failed', () => {
  const counted = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 }
  const loaded = ['failed', 'passed'].map((status) => ({ status, assertionResults: [{ status }] }))
  report({ ...counted, testResults: [{ status: 'failed', assertionResults: [] }, ...loaded] })
  expect(readVitestReport(file)).toEqual(counts(5, 2, 2))
})

it('a flaky browser test counts as failed', () => {
  report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } })
  expect(readPlaywrightReport(file)).toEqual(counts(4, 2, 3))
})

it('a missing report has no counts', () => {
  expect(readVitestReport(`${file}.none`)).toBeUndefined()
  expect(readPlaywrightReport(`${file}.none`)).toBeUndefined()
})

it('the number of browser tests is read from their list', () => {
  expect(countListed('Listing tests:\n  a.test.ts:3:1 › one\nTotal: 12 tests in 3 files\n')).toBe(12)
  expect(countListed('Error: no tests found')).toBe(0)
})
