import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const named = [...readFileSync('SECURITY.md', 'utf8').matchAll(/`((?:tests|e2e)\/[\w./-]+\.test\.tsx?)`/g)].map(
  ([, file = '']) => file,
)

describe('SECURITY.md', () => {
  it('SECURITY.md names only test files that exist', () => {
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  it('SECURITY.md names every security test', () => {
    const there = ['tests/security', 'e2e/security', 'tests/proxy/canary'].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name}`),
    )
    const others = there.filter((path) => path !== 'tests/security/security-page.test.ts')
    expect(others.length).toBeGreaterThan(12)
    expect(others.filter((path) => !named.includes(path))).toEqual([])
  })
})
