import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { readAudit } from '../../scripts/audit-packages.mjs'
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
  ])('does not take %j for clean', (output, why) => {
    expect(readAudit(output)).toEqual({ kind: 'no-answer', why: expect.stringMatching(why) })
  })
})
