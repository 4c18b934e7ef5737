import { existsSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

type Locked = Record<'dependencies' | 'optionalDependencies', Record<string, string> | undefined>

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const scripts: Record<string, string> = readJson('package.json').scripts

describe('the lock file', () => {
  it('the lock file contains every package it names, even those for other platforms', () => {
    const { packages } = readJson('package-lock.json')
    expect(findUnlocked(packages)).toEqual([])
  })
})

it('every package script runs a file that exists', () => {
  const files = Object.values(scripts).flatMap((script) =>
    [...script.matchAll(/\b(?:node|tsx) (?:--\S+ )*(\S+)/g)].map(([, file = '']) => file),
  )
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

/** The packages that are named in the lock file but have no entry where Node would look for them. */
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
