import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

type Locked = { optional?: boolean } & Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string> | undefined
>

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const scripts: Record<string, string> = readJson('package.json').scripts

describe('the lock file', () => {
  it('the lock file contains every package it names, even those for other platforms', () => {
    const { packages } = readJson('package-lock.json')
    expect(Object.keys(packages).length).toBeGreaterThan(100)
    expect(findUnlocked(packages)).toEqual([])
  })

  it('a lock file is incomplete if a named package has no entry', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { c: '1', d: '1' } },
      'node_modules/b': {},
      'node_modules/a/node_modules/c': {},
    }
    expect(findUnlocked(packages)).toEqual(['node_modules/a needs d'])
  })

  it('the lock file has the same direct dependencies as package.json', () => {
    const { dependencies, devDependencies } = readJson('package.json')
    expect(readJson('package-lock.json').packages['']).toMatchObject({ dependencies, devDependencies })
  })
})

const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file))

describe.each(['README.md', 'SECURITY.md', 'src/README.md', ...docs])('%s', (readme) => {
  const text = readFileSync(readme, 'utf8')

  it('the page names only npm commands that exist', () => {
    const commands = [
      ...text.matchAll(/`[^`\n]*\bnpm (?:run )?([a-z][a-z-]*(?::[a-z]+)?)|^ *npm (?:run )?([a-z][a-z-]*)/gm),
    ]
    const names = commands
      .map(([, quoted, shown]) => quoted ?? shown ?? '')
      .filter((name) => !['audit', 'ci'].includes(name))
    expect(names.filter((name) => !(name in scripts))).toEqual([])
  })

  it('the page names only files that exist', () => {
    const paths = [...text.matchAll(/`((?:src|tests|e2e|scripts|docs)\/[\w./-]+)`/g)].map(([, path]) => path ?? '')
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })

  it('the page links only to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link]) => join(dirname(readme), link ?? ''))
    expect(links.filter((link) => !existsSync(link))).toEqual([])
  })
})

it('every package script runs a file that exists', () => {
  const files = Object.values(scripts).flatMap((script) => /\bnode (?:--\S+ )*(\S+)/.exec(script)?.[1] ?? [])
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it('the repository check runs npm test and nothing else', () => {
  expect(readFileSync('.ci/run', 'utf8').split('\n').slice(1).join('\n')).toBe('cd "$(dirname "$0")/.." && npm test\n')
})

/** The packages that the lock file names but that have no entry where Node would look for them. */
function findUnlocked(packages: Record<string, Partial<Locked>>): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !placesFor(path, name).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  )
}

function placesFor(path: string, name: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  return [
    ...parts.map((_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
}
