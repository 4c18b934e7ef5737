import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { billOf, findKnown, judge, readAudit, withSqlite } from '../../tools/packages.ts'

/**
 * @security V15.1.1, V15.2.1, V15.2.4: Packages have exact versions and digests, and run nothing when installed.
 * @security V15.1.2, V15.2.1: A known weakness of a package, or of the SQLite in libsql, fails `npm test`.
 */

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')
const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Packages with an install script. None of the scripts is needed, so none is run. */
const WITH_INSTALL_SCRIPT = [
  'node_modules/esbuild',
  'node_modules/fsevents',
  'node_modules/playwright/node_modules/fsevents',
]

describe('the packages of the lock file', () => {
  it('every package has a digest and comes from the npm registry', () => {
    expect(packages.length).toBeGreaterThan(100)
    const loose = packages.filter(
      ([, { integrity = '', resolved, link }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        link === true ||
        // Without a URL, npm uses the configured registry, and the digest must match anyway.
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(loose.map(([path]) => path)).toEqual([])
  })

  it('every package is required in exactly one version', () => {
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...overrides } as Record<string, string>)
    expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('packages run no scripts when they are installed', () => {
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
  })

  it('the packages with an install script are known', () => {
    const found = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
    expect(found.filter((path) => !WITH_INSTALL_SCRIPT.includes(path))).toEqual([])
  })

  it('package.json has no script that npm runs automatically', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const byItself = /^(pre|post)|^(install|prepare|prepublishOnly|dependencies)$/
    expect(Object.keys(scripts).filter((name) => byItself.test(name))).toEqual([])
  })
})

describe('npm run sbom', () => {
  const bill = billOf(lock)

  it('the SBOM lists every package with its version, license and digest', () => {
    const refs = new Set(packages.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(refs)
    for (const { name, hashes, purl, licenses } of bill.components) {
      expect(hashes, name).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
      expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
      expect(licenses, name).toHaveLength(1)
    }
  })

  it('the SBOM says which packages run and which only build or test', () => {
    const scopes = new Map(bill.components.map(({ name, scope }) => [name, scope]))
    expect(scopes.get('fastify')).toBe('required')
    expect(scopes.get('vitest')).toBe('excluded')
    expect(scopes.get('@libsql/linux-x64-gnu')).toBe('optional')
  })

  it('the SBOM says which package depends on which', () => {
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

  it('the audit is clean when the registry reports nothing', () => {
    expect(readAudit(`npm warn something\n${report({})}\n`)).toEqual({ kind: 'clean' })
  })

  it('the audit names the packages with known advisories', () => {
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
  ])('the output %j is not read as a clean audit', (output, reason) => {
    expect(readAudit(output)).toEqual({ kind: 'no-answer', reason: expect.stringMatching(reason) })
  })
})

describe('the list of known advisories', () => {
  const known = JSON.parse(readFileSync('tools/known-advisories.json', 'utf8')) as {
    made: string
    advisories: { package: string; id: string; range: string; severity: string; source: string; accepted?: string }[]
  }
  const list = (range: string) => ({
    made: '2026-11-22',
    advisories: [{ package: '@a/b', id: 'GHSA-x', range, severity: 'high', source: 'https://a.example' }],
  })
  const locked = (version: string, path = 'node_modules/@a/b') => ({ packages: { '': {}, [path]: { version } } })

  it('every known advisory has a range of versions, a severity and a source', () => {
    expect(known.advisories.length).toBeGreaterThan(20)
    expect(known.made).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const { range, severity, source, accepted = 'It is not.' } of known.advisories) {
      // A range must not contain every version, and must not be empty.
      expect(range).toMatch(/<=?\d+\.\d+\.\d+/)
      expect(severity).toMatch(/^(critical|high|moderate|low|unknown)$/)
      expect(source).toMatch(/^https:\/\//)
      expect(accepted).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('no advisory is known for a package of the lock file, nor for the SQLite in libsql without a documented reason', () => {
    const withIt = withSqlite(lock)
    expect(findKnown(withIt, known)).toEqual([])
    const bare = known.advisories.map((one) => ({ ...one, accepted: '' }))
    expect(findKnown(withIt, { ...known, advisories: bare }).join()).toMatch(/SQLite \d[\d.]+: CVE-2026-11822/)
  })

  it('the list contains the advisories of an earlier @fastify/static', () => {
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
  ])('version $version is in the range "$range": $isIn', ({ range, version, isIn }) => {
    expect(findKnown(locked(version), list(range))).toHaveLength(isIn ? 1 : 0)
    expect(findKnown(locked(version, 'node_modules/c/node_modules/@a/b'), list(range))).toHaveLength(isIn ? 1 : 0)
    expect(findKnown(locked(version, 'node_modules/b'), list(range))).toEqual([])
  })

  it('a list with an unreadable range is rejected', () => {
    expect(() => findKnown(locked('1.0.0'), list('below two'))).toThrow(/"below two" is not a range/)
  })
})

describe('what npm test reports about packages', () => {
  const noAnswer = { kind: 'no-answer', reason: '405 Method Not Allowed' } as const
  const on = (day: string) => ({ made: '2026-11-22', now: new Date(`${day}T12:00:00Z`) })

  it('nothing is reported when the registry knows no advisory, however old the list is', () => {
    expect(judge({ kind: 'clean' }, [], on('2030-01-01'))).toEqual({ warnings: [] })
  })

  it('npm test warns, and does not fail, when the registry could not be reached', () => {
    expect(judge(noAnswer, [], on('2026-11-23'))).toEqual({
      warnings: [expect.stringMatching(/could not be asked .*405 Method Not Allowed.* list of 2026-11-22/)],
    })
  })

  it.each([
    { day: '2026-12-22', says: undefined },
    { day: '2026-12-23', says: /31 days old.*Bring it up to date/ },
    { day: '2027-02-21', says: /91 days old.*make it again/ },
  ])('on $day, without an answer of the registry, npm test reports the age of the list as $says', ({ day, says }) => {
    const { problem, warnings } = judge(noAnswer, [], on(day))
    expect(problem).toBeUndefined()
    expect(warnings.slice(1)).toEqual(says ? [expect.stringMatching(says)] : [])
  })

  it.each([
    { asked: noAnswer, listed: ['a 1.0.0: GHSA-x (high)'] },
    { asked: { kind: 'clean' } as const, listed: ['a 1.0.0: GHSA-x (high)'] },
    { asked: { kind: 'known', total: 1, sentence: '1 high: a' } as const, listed: [] },
  ])('npm test fails for an advisory of the registry or of the list: $asked.kind', ({ asked, listed }) => {
    expect(judge(asked, listed, on('2026-11-23')).problem).toMatch(/^Known against packages .*\ba\b/)
  })
})
