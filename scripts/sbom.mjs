import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { rootFolder } from './root.mjs'
import { runCommand, printProgress } from './console.mjs'

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, license?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked
 * @typedef {{ name: string, version: string, packages: Record<string, Locked> }} Lock
 */

/**
 * A bill of materials (CycloneDX 1.6) from the lock file alone, because npm's own command fails if a package bundles another version than it names.
 * Packages that only build or test Toptill are `excluded`.
 * @param {Lock} lock
 */
export function billOf(lock) {
  const components = Object.entries(lock.packages).flatMap(([path, locked]) =>
    path === '' ? [] : [componentOf(path, locked)],
  )
  // The same version may be in several places.
  const unique = [...new Map(components.map((one) => [one['bom-ref'], one])).values()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${lock.name}@${lock.version}`,
        name: lock.name,
        version: lock.version,
      },
    },
    components: unique.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: dependenciesOf(lock),
  }
}

/** @param {string} path @param {Locked} locked */
function componentOf(path, { name = nameAt(path), version = '', integrity = '', license, dev, optional, devOptional }) {
  const ref = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    purl: ref,
    scope: dev || devOptional ? 'excluded' : optional ? 'optional' : 'required',
    ...(license
      ? { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { name: license } }] }
      : {}),
    hashes: integrity
      .split(' ')
      .filter((hash) => hash.startsWith('sha512-'))
      .map((hash) => ({
        alg: 'SHA-512',
        content: Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'),
      })),
  }
}

/** The dependencies of each package, found where Node would look for them. @param {Lock} lock */
function dependenciesOf({ name, version, packages }) {
  /** @type {Map<string, Set<string>>} */
  const needed = new Map()
  for (const [path, locked] of Object.entries(packages)) {
    const ref = path === '' ? `${name}@${version}` : purlOf(locked.name ?? nameAt(path), locked.version ?? '')
    const refs = needed.get(ref) ?? new Set()
    needed.set(ref, refs)
    for (const wanted of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const place = placesFor(path, wanted).find((one) => one in packages)
      if (place !== undefined) refs.add(purlOf(packages[place]?.name ?? wanted, packages[place]?.version ?? ''))
    }
  }
  return [...needed].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() }))
}

/** @param {string} path @param {string} name */
function placesFor(path, name) {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const inside = parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'))
  return [...inside.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`]
}

const nameAt = (/** @type {string} */ path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const purlOf = (/** @type {string} */ name, /** @type {string} */ version) =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

const USAGE = `npm run sbom [-- FILE]
Writes the bill of materials (CycloneDX) of the lock file to FILE, or prints it.`

async function writeBill() {
  const lock = JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8'))
  const text = `${JSON.stringify(billOf(lock), undefined, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file === undefined) return void process.stdout.write(text)
  writeFileSync(resolve(file), text)
  printProgress(`${Object.keys(lock.packages).length - 1} packages are listed in ${file}.`)
}

if (process.argv[1] === join(rootFolder, 'scripts', 'sbom.mjs')) await runCommand(writeBill, USAGE)
