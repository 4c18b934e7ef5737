import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { aFolder } from '../support/folders.ts'

type Named = { file: string; title?: string }
/** The titles of all tests that are not skipped, by file. */
type Running = Map<string, string[]>

/**
 * The tests that a page names: a file in backticks, and after it the title of one test in quotes where one is meant.
 */
const findNamed = (text: string): Named[] =>
  [...text.matchAll(/`((?:tests|e2e)\/[\w./-]+\.test\.tsx?)`(?: "([^"]+)")?/g)].map(([, file = '', title]) => ({
    file,
    ...(title !== undefined && { title }),
  }))

/** The references that are not valid: the file does not exist, no runner has it, or no test with this title runs. */
const findNotRunning = (named: readonly Named[], running: Running): Named[] =>
  named.filter(({ file, title = '' }) => !running.get(file)?.some((one) => one.includes(title)))

const text = readFileSync('SECURITY.md', 'utf8')
const named = findNamed(text)

/** The tests as the runners list them, without skipped ones. */
async function listRunning(): Promise<Running> {
  const files = [...new Set(named.map(({ file }) => file))].filter((file) => file.startsWith('tests/'))
  const list = join(aFolder(), 'tests.json')
  const [ofPlaywright] = await Promise.all([
    runNode('node_modules/playwright/cli.js', 'test', '--list', '--reporter=json'),
    runNode('node_modules/vitest/vitest.mjs', 'list', `--json=${list}`, ...files),
  ])
  const running: Running = new Map()
  const add = (file: string, title: string) => running.set(file, [...(running.get(file) ?? []), title])
  const ofVitest = JSON.parse(readFileSync(list, 'utf8')) as { file: string; name: string }[]
  for (const { file, name } of ofVitest) add(relative('.', file), name)
  const addSuite = ({ specs, suites = [] }: Suite) => {
    for (const { file, title, tests } of specs)
      if (tests.some(({ expectedStatus }) => expectedStatus === 'passed')) add(`e2e/${file}`, title)
    for (const suite of suites) addSuite(suite)
  }
  // Other output may have been printed before the report.
  const { suites } = JSON.parse(ofPlaywright.slice(ofPlaywright.search(/^\{/m))) as { suites: Suite[] }
  for (const suite of suites) addSuite(suite)
  return running
}

type Suite = {
  specs: { file: string; title: string; tests: { expectedStatus: string }[] }[]
  suites?: Suite[]
}

async function runNode(...words: string[]): Promise<string> {
  // Without the environment of this test run.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CHROMIUM_PATH: process.env.CHROMIUM_PATH }
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

describe('SECURITY.md', () => {
  it('SECURITY.md names only tests that exist and run', async () => {
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ title }) => title !== undefined).length).toBeGreaterThan(10)
    const running = await listRunning()
    expect(findNotRunning(named, running)).toEqual([])
  }, 300_000)

  it('SECURITY.md names every security test', () => {
    const there = ['tests/security', 'e2e/security', 'tests/proxy/canary'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name}`),
    )
    const others = there.filter((path) => path !== 'tests/security/security-page.test.ts')
    expect(others.length).toBeGreaterThan(12)
    expect(others.filter((path) => !named.some(({ file }) => file === path))).toEqual([])
  })
})

describe('how SECURITY.md names tests', () => {
  const running: Running = new Map([['tests/a.test.ts', ['a door > stays closed to strangers']]])

  it.each([
    { says: '`tests/a.test.ts`', isHeld: true },
    { says: '`tests/a.test.ts` "stays closed"', isHeld: true },
    { says: '`tests/a.test.ts`, "stays open"', isHeld: true },
    { says: '`tests/a.test.ts` "stays open"', isHeld: false },
    { says: '`tests/gone.test.ts`', isHeld: false },
    { says: '`e2e/gone.test.tsx` "stays closed"', isHeld: false },
  ])('the reference $says is valid: $isHeld', ({ says, isHeld }) => {
    expect(findNamed(says)).toHaveLength(1)
    expect(findNotRunning(findNamed(says), running)).toHaveLength(isHeld ? 0 : 1)
  })
})
