import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const text = readFileSync('SECURITY.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const named = [...text.matchAll(/`((?:tests|e2e)\/[\w./-]+\.test\.tsx?)`/g)].map(([, path]) => path!)

/** The rows of all tables that say what is held by which test. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|') && line.split('|').length === 6)
  .filter((line) => !/^\| (Threat|---|-)/.test(line))

describe('SECURITY.md', () => {
  it('names tests that are there', () => {
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it('names every test that is there for security', () => {
    const there = ['tests/security', 'e2e/security', 'tests/proxy/canary'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name}`),
    )
    const others = there.filter((path) => path !== 'tests/security/security-page.test.ts')
    expect(others.length).toBeGreaterThan(12)
    expect(others.filter((path) => !named.includes(path))).toEqual([])
  })

  it('says of each threat what is required and which test holds it', () => {
    expect(rows.length).toBeGreaterThan(40)
    const bare = rows.filter((row) => !/\| [^|]*V\d+\.\d+\.\d+[^|]*\| [^|]*`(tests|e2e)\//.test(row))
    expect(bare).toEqual([])
  })

  it('speaks of every chapter of the standard, if only to say that it does not apply', () => {
    const chapters = Array.from({ length: 17 }, (_, index) => `V${index + 1}`)
    expect(chapters.filter((chapter) => !new RegExp(`\\b${chapter}\\b`).test(text))).toEqual([])
  })

  it('names commands that exist, and stays a page that is read', () => {
    const commands = [...text.matchAll(/npm run ([a-z-]+)/g)].map(([, name]) => name!)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    expect(text.split('\n').length).toBeLessThanOrEqual(250)
  })
})
