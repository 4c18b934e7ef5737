import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { findKnown, judge, readAudit } from '../../scripts/audit-packages.mjs'
import { billOf } from '../../scripts/sbom.mjs'

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')
const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Packages that would run something when they are installed. None does: what they would do is not needed. */
const WITH_INSTALL_SCRIPT = [
  'node_modules/esbuild',
  'node_modules/fsevents',
  'node_modules/playwright/node_modules/fsevents',
]

describe('the packages', () => {
  it('are each held by a digest, and come from the registry alone', () => {
    expect(packages.length).toBeGreaterThan(100)
    const loose = packages.filter(
      ([, { integrity = '', resolved, link }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        link === true ||
        // Without an address npm takes the one it is set to, and the digest has to fit all the same.
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(loose.map(([path]) => path)).toEqual([])
  })

  it('are asked for in one version each', () => {
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...overrides } as Record<string, string>)
    expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('run nothing when they are installed', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
  })

  it('that would run something are known', () => {
    const found = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(found.filter((path) => !WITH_INSTALL_SCRIPT.includes(path))).toEqual([])
  })

  it('bring no script of ours that runs by itself', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const byItself = /^(pre|post)|^(install|prepare|prepublishOnly|dependencies)$/
    expect(Object.keys(scripts).filter((name) => byItself.test(name))).toEqual([])
  })
})

describe('npm run sbom', () => {
  const bill = billOf(lock)

  it('lists every package with its version, licence and digest', () => {
    const refs = new Set(packages.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(refs)
    for (const { name, hashes, purl, licenses } of bill.components) {
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
      expect(licenses, name).toHaveLength(1)
    }
  })

  it('says what runs and what only builds or tests', () => {
    const scopes = new Map(bill.components.map(({ name, scope }) => [name, scope]))
    expect(scopes.get('fastify')).toBe('required')
    expect(scopes.get('vitest')).toBe('excluded')
    expect(scopes.get('@libsql/linux-x64-gnu')).toBe('optional')
  })

  it('says who needs whom', () => {
    const ours = bill.dependencies.find(({ ref }) => ref.startsWith('toptill@'))
    expect(ours?.dependsOn).toContain(`pkg:npm/fastify@${dependencies.fastify}`)
    const refs = new Set(bill.components.map((one) => one['bom-ref']))
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  })
})

describe('npm run audit-packages', () => {
  const report = (counts: object, more: object = {}) =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: {},
      metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0, ...counts } },
      ...more,
    })

  it('is clean when the registry says so', () => {
    expect(readAudit(`npm warn something\n${report({})}\n`)).toEqual({ kind: 'clean' })
  })

  it('names what is known', () => {
    expect(readAudit(report({ high: 2, low: 1 }, { vulnerabilities: { left: {}, right: {} } }))).toEqual({
      kind: 'known',
      total: 3,
      sentence: '2 high, 1 low: left, right',
    })
  })

  it.each([
    ['{"message":"405 Method Not Allowed - POST https://registry.example","statusCode":405}', /^405/],
    ['npm error network', /nothing that can be read/],
    ['', /nothing that can be read/],
    ['{"auditReportVersion":2,"metadata":{}}', /nothing that can be read/],
    [report({ high: 'many' }), /nothing that can be read/],
  ])('does not take %j for clean', (output, reason) => {
    expect(readAudit(output)).toEqual({ kind: 'no-answer', reason: expect.stringMatching(reason) })
  })
})

describe('the list of known advisories', () => {
  const known = JSON.parse(readFileSync('scripts/known-advisories.json', 'utf8')) as {
    made: string
    advisories: { package: string; id: string; range: string; severity: string; source: string }[]
  }
  const list = (range: string) => ({
    made: '2026-11-22',
    advisories: [{ package: '@a/b', id: 'GHSA-x', range, severity: 'high', source: 'https://a.example' }],
  })
  const locked = (version: string, path = 'node_modules/@a/b') => ({ packages: { '': {}, [path]: { version } } })

  it('says of each what it concerns and where that stands', () => {
    expect(known.advisories.length).toBeGreaterThan(20)
    expect(known.made).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const { range, severity, source } of known.advisories) {
      // None that every version is in, or that no version could be in.
      expect(range).toMatch(/<=?\d+\.\d+\.\d+/)
      expect(severity).toMatch(/^(critical|high|moderate|low|unknown)$/)
      expect(source).toMatch(/^https:\/\//)
    }
  })

  it('knows nothing against a package of the lock file', () => {
    expect(findKnown(lock, known)).toEqual([])
  })

  it('knew what was wrong with the one that served our files', () => {
    const before = { packages: { 'node_modules/@fastify/static': { version: '8.3.0' } } }
    expect(findKnown(before, known)).toHaveLength(5)
  })

  it.each([
    { range: '<2.0.0', version: '1.9.9', isIn: true },
    { range: '<2.0.0', version: '2.0.0', isIn: false },
    { range: '<2.0.0', version: '2.0.0-rc.1', isIn: true },
    { range: '<1.2.3 || >=2.0.0 <2.10.0', version: '2.9.0', isIn: true },
    { range: '<1.2.3 || >=2.0.0 <2.10.0', version: '1.3.0', isIn: false },
    { range: '<=5.8.2', version: '5.8.2', isIn: true },
    { range: '<10.1.3', version: '9.9.9', isIn: true },
  ])('takes $version to be in "$range": $isIn', ({ range, version, isIn }) => {
    expect(findKnown(locked(version), list(range))).toHaveLength(isIn ? 1 : 0)
    expect(findKnown(locked(version, 'node_modules/c/node_modules/@a/b'), list(range))).toHaveLength(isIn ? 1 : 0)
    expect(findKnown(locked(version, 'node_modules/b'), list(range))).toEqual([])
  })

  it('is refused when a range of it cannot be read', () => {
    expect(() => findKnown(locked('1.0.0'), list('below two'))).toThrow(/"below two" is not a range/)
  })
})

describe('what npm test says of the packages', () => {
  const noAnswer = { kind: 'no-answer', reason: '405 Method Not Allowed' } as const
  const on = (day: string) => ({ made: '2026-11-22', now: new Date(`${day}T12:00:00Z`) })

  it('is nothing when the registry knows of nothing, however old the list is', () => {
    expect(judge({ kind: 'clean' }, [], on('2030-01-01'))).toEqual({ warnings: [] })
  })

  it('is a warning, and no failure, when the registry could not be asked', () => {
    expect(judge(noAnswer, [], on('2026-11-23'))).toEqual({
      warnings: [expect.stringMatching(/could not be asked .*405 Method Not Allowed.* list of 2026-11-22/)],
    })
  })

  it.each([
    { day: '2026-12-22', says: undefined },
    { day: '2026-12-23', says: /31 days old.*Bring it up to date/ },
    { day: '2027-02-21', says: /91 days old.*make it again/ },
  ])('on $day, when the registry could not be asked, is $says about the age of the list', ({ day, says }) => {
    const { problem, warnings } = judge(noAnswer, [], on(day))
    expect(problem).toBeUndefined()
    expect(warnings.slice(1)).toEqual(says ? [expect.stringMatching(says)] : [])
  })

  it.each([
    { asked: noAnswer, listed: ['a 1.0.0: GHSA-x (high)'] },
    { asked: { kind: 'clean' } as const, listed: ['a 1.0.0: GHSA-x (high)'] },
    { asked: { kind: 'known', total: 1, sentence: '1 high: a' } as const, listed: [] },
  ])('is a failure when the registry or the list knows of something: $asked.kind', ({ asked, listed }) => {
    expect(judge(asked, listed, on('2026-11-23')).problem).toMatch(/^Known against packages .*\ba\b/)
  })
})
