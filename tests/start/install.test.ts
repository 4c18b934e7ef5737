import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'

import { findInstallReason, findNodeProblem, findNpmProblem } from '../../tools/install.mjs'
import { aFolder } from '../support/folders.ts'

let folder: string
beforeEach(() => void (folder = aFolder()))

const runtime = { version: '1.0.0' }
const tool = { version: '2.0.0', dev: true }
const forAnotherMachine = { version: '3.0.0', optional: true }
const locked = {
  '': {},
  'node_modules/runtime': runtime,
  'node_modules/tool': tool,
  'node_modules/other': forAnotherMachine,
}

const lock = (packages: object) => writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))

/** An installation as npm leaves it: the package folders and the list of what was installed. */
function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), '{}')
  }
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

describe('findInstallReason', () => {
  const LIST = 'node_modules/.package-lock.json'
  const runtimeOnly = { 'node_modules/runtime': runtime }
  const both = { 'node_modules/runtime': runtime, 'node_modules/tool': tool }
  const MISMATCH = 'node_modules does not match package-lock.json'

  it.each<[string, string | undefined, Record<string, object>?, (string | undefined)?, boolean?]>([
    ['an installation with all runtime packages of the lock file', undefined, runtimeOnly],
    ['an installation that also has the development packages', undefined, both],
    ['an installation with the required development packages', undefined, both, undefined, true],
    ['an installation without the required development packages', MISMATCH, runtimeOnly, undefined, true],
    ['no node_modules', 'node_modules is missing'],
    ['an interrupted installation', 'node_modules is incomplete', both, LIST],
    ['a package with another version', MISMATCH, { 'node_modules/runtime': { version: '0.9.0' } }],
    ['a package without its folder', 'node_modules/runtime is missing', both, 'node_modules/runtime'],
  ])('%s needs an install: %s', (_, reason, installed, gone, withDev = false) => {
    lock(locked)
    if (installed) install(installed)
    if (gone !== undefined) rmSync(join(folder, gone), { recursive: true })
    expect(findInstallReason(folder, { withDev })).toBe(reason)
  })

  it('an unreadable lock file is an error with a sentence', () => {
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": ')
    expect(() => findInstallReason(folder, { withDev: false })).toThrow('package-lock.json is missing or unreadable')
  })
})

it.each([
  [['code ENOTFOUND', 'syscall getaddrinfo', 'errno ENOTFOUND', 'network request failed'], 'network request failed'],
  [['code EUSAGE', '', '`npm ci` can only install in sync'], '`npm ci` can only install in sync'],
  [[], 'it printed nothing.'],
])('the problem in the output of npm, %j, is found: %s', (lines, problem) => {
  expect(findNpmProblem(lines.map((line) => `npm error ${line}`.trimEnd() + '\n').join(''))).toBe(problem)
})

it.each(['20.19.0', '20.20.2', '22.13.0', '22.23.3', '24.0.0', '25.1.0', '30.0.0'])('Node %s is supported', (version) =>
  expect(findNodeProblem(version)).toBeUndefined(),
)

it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0', '8.0.0'])(
  'Node %s is rejected with one sentence',
  (version) => {
    expect(findNodeProblem(version)).toBe(`Toptill needs Node 20.19, 22.13, 24 or newer; this is Node ${version}.`)
  },
)
