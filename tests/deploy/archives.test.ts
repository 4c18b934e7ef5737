import { execFile } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { launchersFor } from '../../tools/release/launchers.ts'
import { checkArchive, checkFolder } from '../../tools/release/check-archive.ts'
import { makeArchive, makePackage, PLATFORMS } from '../../tools/release.ts'
import { rootFolder } from '../../tools/command.mjs'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'

const run = promisify(execFile)
const LINUX = { id: 'linux-x64', os: 'linux', cpu: 'x64' }

/** A folder like an unpacked archive, with the first bytes of its binaries. */
function anArchive({ os, cpu, id }: Pick<(typeof PLATFORMS)[0], 'id' | 'os' | 'cpu'> = LINUX, version = '1.2.3') {
  const root = join(aFolder(), `toptill-${version}-${id}`)
  const add = (file: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), content, { mode })
  }
  const native = { linux: `linux-${cpu}-gnu`, darwin: `darwin-${cpu}`, win32: `win32-${cpu}-msvc` }[os] ?? ''
  for (const [name, text] of Object.entries(launchersFor(os, []))) add(name, text, 0o755)
  add(os === 'win32' ? 'node/node.exe' : 'node/node', headOf(os, cpu), 0o755)
  add(`app/node_modules/@libsql/${native}/index.node`, headOf(os, cpu))
  const program = 'app/node_modules/toptill'
  for (const file of ['node', 'app/node_modules/libsql']) add(`${file}/LICENSE`, 'MIT')
  for (const file of ['browser-licenses.txt', 'server/licenses.txt']) add(`${program}/dist/${file}`, 'MIT')
  add(`${program}/package.json`, JSON.stringify({ version }))
  add(`${program}/dist/server/toptill.js`, `const VERSION = "${version}"`)
  return { root, add, problems: () => checkFolder(root, { id, os, cpu }, version) }
}

function headOf(os: string, cpu: string): Buffer {
  const head = Buffer.alloc(512)
  const isArm = cpu === 'arm64'
  if (os === 'linux') {
    head.write('\x7fELF\x02\x01', 'latin1')
    head.writeUInt16LE(isArm ? 0xb7 : 0x3e, 18)
  } else if (os === 'darwin') {
    head.writeUInt32LE(0xfeedfacf)
    head.writeUInt32LE(isArm ? 0x0100000c : 0x01000007, 4)
  } else {
    head.write('MZ')
    head.writeUInt32LE(128, 60)
    head.write('PE', 128)
    head.writeUInt16LE(isArm ? 0xaa64 : 0x8664, 132)
    head.writeUInt16LE(0x20b, 152)
  }
  return head
}

describe('the check of an archive', () => {
  it.each(PLATFORMS.map(({ id, os, cpu }) => ({ id, os, cpu })))('finds nothing in a whole archive for $id', (one) => {
    expect(anArchive(one).problems()).toEqual([])
  })

  const node = 'node/node'
  const library = 'app/node_modules/@libsql/linux-x64-gnu/index.node'
  it.each<[string, (archive: ReturnType<typeof anArchive>) => void, string]>([
    [
      'a launcher that cannot be run',
      ({ root }) => chmodSync(join(root, 'toptill'), 0o644),
      'toptill cannot be run by everyone',
    ],
    ['no launcher', ({ root }) => rmSync(join(root, 'start-toptill.sh')), 'start-toptill.sh is missing'],
    [
      'Node of another processor',
      ({ root }) => writeFileSync(join(root, node), headOf('linux', 'arm64')),
      `${node} is for linux-arm64`,
    ],
    [
      'Node of another system',
      ({ root }) => writeFileSync(join(root, node), headOf('win32', 'x64')),
      `${node} is for win32-x64`,
    ],
    [
      'a library of another system',
      ({ root }) => writeFileSync(join(root, library), headOf('darwin', 'arm64')),
      `${library} is for darwin-arm64`,
    ],
    [
      'two libraries',
      ({ add }) => add('app/node_modules/@libsql/linux-x64-musl/index.node', headOf('linux', 'x64')),
      'has the binaries ',
    ],
    ['no license of Node', ({ root }) => rmSync(join(root, 'node/LICENSE')), 'node/LICENSE is missing'],
    [
      'a source map',
      ({ add }) => add('app/node_modules/toptill/dist/server/toptill.js.map', '{}'),
      'app/node_modules/toptill/dist/server/toptill.js.map does not belong here',
    ],
    [
      'settings',
      ({ add }) => add('app/node_modules/toptill/.env', ''),
      'app/node_modules/toptill/.env does not belong here',
    ],
    [
      'a test',
      ({ add }) => add('app/node_modules/toptill/deploy/a.test.yml', ''),
      'app/node_modules/toptill/deploy/a.test.yml does not belong here',
    ],
    [
      'a path of this computer',
      ({ add }) => add('app/package.json', rootFolder),
      'app/package.json names a folder of this computer',
    ],
    [
      'another version',
      ({ add }) => add('app/node_modules/toptill/package.json', '{"version":"1.2.2"}'),
      'package.json says 1.2.2',
    ],
  ])('finds %s', (_, change, problem) => {
    const archive = anArchive()
    change(archive)
    expect(archive.problems().join('\n')).toContain(problem)
  })

  it('finds a launcher for Windows with the lines of another system', () => {
    const archive = anArchive({ id: 'win-x64', os: 'win32', cpu: 'x64' })
    appendFileSync(join(archive.root, 'Start Toptill.cmd'), 'pause\n')
    expect(archive.problems()).toEqual(['Start Toptill.cmd has lines without CR'])
  })
})

it('a double-click on Windows starts Toptill with the data in the folder of the user, or says why it cannot', () => {
  const start = launchersFor('win32', ['--max-semi-space-size=16'])['Start Toptill.cmd'] ?? ''
  expect(start.split('\r\n')).toEqual([
    '@echo off',
    'title Toptill',
    expect.stringMatching(/^if not exist "%~dp0node\\node\.exe" echo Unpack .* & pause & exit \/b 1$/),
    'if not defined TOPTILL_HOME set "TOPTILL_HOME=%USERPROFILE%\\Toptill"',
    'call "%~dp0toptill.cmd" start --open',
    'if errorlevel 1 pause',
    '',
  ])
})

it.skipIf(process.platform === 'win32').each([
  ['linux', 'start-toptill.sh'],
  ['darwin', 'Start Toptill.command'],
])('a double-click on %s starts Toptill from any folder with the data in the folder of the user', async (os, name) => {
  const root = join(aFolder(), 'a folder')
  mkdirSync(join(root, 'node'), { recursive: true })
  const node = join(root, 'node', 'node')
  writeFileSync(node, '#!/bin/sh\necho "$TOPTILL_HOME"\nfor word; do echo "$word"; done\n', { mode: 0o755 })
  for (const [file, text] of Object.entries(launchersFor(os, ['--max-semi-space-size=16'])))
    writeFileSync(join(root, file), text, { mode: 0o755 })
  const { stdout } = await run(join(root, name), { env: { PATH: process.env.PATH, HOME: '/home/amal' } })
  const program = join(root, 'app/node_modules/toptill/dist/server/toptill.js')
  expect(stdout.trim().split('\n')).toEqual([
    '/home/amal/Toptill',
    '--max-semi-space-size=16',
    program,
    'start',
    '--open',
  ])
})

itWhenFull('each archive has only the files of its platform, and the one for this computer runs', async () => {
  const folder = aFolder()
  const { version, file } = await makePackage(rootFolder, folder)
  for (const platform of PLATFORMS) {
    const archive = await makeArchive(platform, { version, file, folder, temporary: folder })
    expect([platform.id, await checkArchive(archive, platform, version)]).toEqual([platform.id, []])
    if (platform.os !== process.platform || platform.cpu !== process.arch) continue
    await run('tar', ['-xzf', archive], { cwd: folder })
    const toptill = join(folder, `toptill-${version}-${platform.id}`, 'toptill')
    expect((await run(toptill, ['version'], { env: { PATH: '/usr/bin:/bin' } })).stdout.trim()).toBe(version)
  }
  const licenses = readFileSync(join(rootFolder, 'dist', 'browser-licenses.txt'), 'utf8')
  for (const name of ['react', 'lucide-react', '@fontsource/ibm-plex-sans', 'tailwindcss'])
    expect(licenses).toMatch(new RegExp(`^## ${name} - .*\\)$`, 'm'))
})
