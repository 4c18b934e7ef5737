import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findInstallReason, findNpmProblem } from '../../scripts/install-when-needed.mjs'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'toptill-install-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
  beforeEach(() => lock(locked))

  it('an installation with all runtime packages of the lock file needs no install', () => {
    install({ 'node_modules/runtime': runtime })
    expect(findInstallReason(folder, { withDev: false })).toBeUndefined()
  })

  it('an installation that also has the development packages needs no install', () => {
    install({ 'node_modules/runtime': runtime, 'node_modules/tool': tool })
    expect(findInstallReason(folder, { withDev: false })).toBeUndefined()
    expect(findInstallReason(folder, { withDev: true })).toBeUndefined()
  })

  it('an installation without the development packages needs an install when they are required', () => {
    install({ 'node_modules/runtime': runtime })
    expect(findInstallReason(folder, { withDev: true })).toBe('node_modules does not match package-lock.json')
  })

  it('a missing node_modules needs an install', () => {
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules is missing')
  })

  it('an interrupted installation needs an install', () => {
    install({ 'node_modules/runtime': runtime })
    rmSync(join(folder, 'node_modules', '.package-lock.json'))
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules is half finished')
  })

  it('a package with another version needs an install', () => {
    install({ 'node_modules/runtime': { version: '0.9.0' } })
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules does not match package-lock.json')
  })

  it('a package without its folder needs an install', () => {
    install({ 'node_modules/runtime': runtime })
    rmSync(join(folder, 'node_modules', 'runtime'), { recursive: true })
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules/runtime is missing')
  })

  it('an unreadable lock file is an error with a sentence', () => {
    writeFileSync(join(folder, 'package-lock.json'), '{ "packages": ')
    expect(() => findInstallReason(folder, { withDev: false })).toThrow('package-lock.json is missing or unreadable')
  })
})

it.each([
  {
    output:
      'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request failed\n',
    problem: 'network request failed',
  },
  {
    output: 'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install packages when in sync\n',
    problem: '`npm ci` can only install packages when in sync',
  },
  { output: '', problem: 'it said nothing.' },
])('the problem in the output of npm is found: $problem', ({ output, problem }) => {
  expect(findNpmProblem(output)).toBe(problem)
})
