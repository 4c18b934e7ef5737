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

/** An installation as npm leaves it: the folders, then the list of what was put there. */
function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), '{}')
  }
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

describe('findInstallReason', () => {
  beforeEach(() => lock(locked))

  it('is content with what the lock file asks of a running till', () => {
    install({ 'node_modules/runtime': runtime })
    expect(findInstallReason(folder, { withDev: false })).toBeUndefined()
  })

  it('is content with the tools there, too', () => {
    install({ 'node_modules/runtime': runtime, 'node_modules/tool': tool })
    expect(findInstallReason(folder, { withDev: false })).toBeUndefined()
    expect(findInstallReason(folder, { withDev: true })).toBeUndefined()
  })

  it('misses the tools when they are asked for', () => {
    install({ 'node_modules/runtime': runtime })
    expect(findInstallReason(folder, { withDev: true })).toBe('node_modules does not match package-lock.json')
  })

  it('sees that nothing was ever installed', () => {
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules is missing')
  })

  it('sees an installation that was cut off', () => {
    install({ 'node_modules/runtime': runtime })
    rmSync(join(folder, 'node_modules', '.package-lock.json'))
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules is half finished')
  })

  it('sees a package of another version', () => {
    install({ 'node_modules/runtime': { version: '0.9.0' } })
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules does not match package-lock.json')
  })

  it('sees a package whose folder is gone', () => {
    install({ 'node_modules/runtime': runtime })
    rmSync(join(folder, 'node_modules', 'runtime'), { recursive: true })
    expect(findInstallReason(folder, { withDev: false })).toBe('node_modules/runtime is missing')
  })

  it('stops with a sentence when the lock file is no lock file', () => {
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
])('finds in what npm printed: $problem', ({ output, problem }) => {
  expect(findNpmProblem(output)).toBe(problem)
})
