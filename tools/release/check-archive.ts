import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { CommandError, rootFolder, runProgram } from '../command.mjs'

type Platform = { id: string; os: string; cpu: string }

/** Beside the launchers. */
const FOLDERS = ['app', 'node']
const LICENSES = [
  'node/LICENSE',
  'app/node_modules/libsql/LICENSE',
  'app/node_modules/toptill/dist/browser-licenses.txt',
  'app/node_modules/toptill/dist/server/licenses.txt',
]
/** What only a clone or a shop has. */
const UNWANTED =
  /(^|\/)(\.env|\.npmrc|\.git|\.package-lock\.json|account\.json|pepper|open\.html|src|tests|tools|e2e)(\/|$)|\.(map|ts|tsx|pem|key|db|log)$|\.test\./
/** Packages come with the types of their functions. */
const IS_TYPES = /^app\/node_modules\/(?!toptill\/).*\.d\.ts$/
const MAX_TEXT_BYTES = 4 * 1024 * 1024

/** Unpacks an archive and compares all that depends on the platform. Returns a line for each problem. */
export async function checkArchive(archive: string, platform: Platform, version: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toptill-archive-'))
  try {
    const words = archive.endsWith('.zip') ? ['unzip', '-q', archive] : ['tar', '-xzf', archive]
    const { code, output } = await runProgram(words[0] ?? '', words.slice(1), { folder })
    if (code !== 0) throw new CommandError(`${archive} cannot be unpacked: ${output}`)
    const name = `toptill-${version}-${platform.id}`
    const names = readdirSync(folder)
    return names.join() === name ? checkFolder(join(folder, name), platform, version) : [`unpacks to ${names.join()}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function checkFolder(root: string, platform: Platform, version: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(root, file)).isFile(),
  )
  return [
    ...checkPrograms(root, platform),
    ...checkBinaries(root, files, platform),
    ...LICENSES.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files
      .filter((file) => UNWANTED.test(file) && !IS_TYPES.test(file))
      .map((file) => `${file} does not belong here`),
    ...files
      .filter((file) => namesThisComputer(join(root, file)))
      .map((file) => `${file} names a folder of this computer`),
    ...checkVersion(root, version),
  ]
}

function checkPrograms(root: string, { os }: Platform): string[] {
  const names = readdirSync(root).toSorted()
  const expected = [...FOLDERS, ...(LAUNCHERS[os] ?? [])].toSorted()
  const programs = [...(LAUNCHERS[os] ?? []), join('node', programOf(os))]
  return [
    ...(names.join() === expected.join() ? [] : [`has ${names.join(', ')} instead of ${expected.join(', ')}`]),
    ...programs.flatMap((name) => {
      const stat = statSync(join(root, name), { throwIfNoEntry: false })
      if (!stat) return [`${name} is missing`]
      // Windows has no such bits.
      if (os !== 'win32' && (stat.mode & 0o755) !== 0o755) return [`${name} cannot be run by everyone`]
      if (name.endsWith('.cmd') && /(?<!\r)\n/.test(readFileSync(join(root, name), 'utf8')))
        return [`${name} has lines without CR`]
      return []
    }),
  ]
}

const LAUNCHERS: Record<string, string[]> = {
  linux: ['toptill', 'start-toptill.sh', 'Start Toptill.desktop'],
  darwin: ['toptill', 'Start Toptill.command'],
  win32: ['toptill.cmd', 'Start Toptill.cmd'],
}

const programOf = (os: string) => (os === 'win32' ? 'node.exe' : 'node')

function checkBinaries(root: string, files: readonly string[], { os, cpu }: Platform): string[] {
  const binary = `app/node_modules/@libsql/${NATIVE[os]?.replace('CPU', cpu)}/index.node`
  const expected = [`node/${programOf(os)}`, binary].toSorted()
  const found = files.flatMap((file) => {
    const kind = kindOf(join(root, file))
    return kind === undefined ? [] : [{ file: file.replaceAll('\\', '/'), kind }]
  })
  const names = found.map(({ file }) => file).toSorted()
  return [
    ...(names.join() === expected.join()
      ? []
      : [`has the binaries ${names.join(', ')} instead of ${expected.join(', ')}`]),
    ...found.flatMap(({ file, kind }) => (kind === `${os}-${cpu}` ? [] : [`${file} is for ${kind}`])),
  ]
}

const NATIVE: Record<string, string> = { linux: 'linux-CPU-gnu', darwin: 'darwin-CPU', win32: 'win32-CPU-msvc' }

const ELF_CPUS: Record<number, string> = { 0x3e: 'x64', 0xb7: 'arm64' }
const PE_CPUS: Record<number, string> = { 0x8664: 'x64', 0xaa64: 'arm64' }
const MACH_O_CPUS: Record<number, string> = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const HEAD_BYTES = 4096

/** The platform of a program or library, by its first bytes. `undefined` for any other file. */
function kindOf(file: string): string | undefined {
  const head = Buffer.alloc(HEAD_BYTES)
  const opened = openSync(file, 'r')
  readSync(opened, head)
  closeSync(opened)
  const known = (os: string, cpus: Record<number, string>, cpu: number) => `${os}-${cpus[cpu] ?? cpu}`
  // ELF of 64 bits, the little end first.
  if (head.readUInt32BE() === 0x7f454c46)
    return head.readUInt16BE(4) === 0x0201 ? known('linux', ELF_CPUS, head.readUInt16LE(18)) : 'another ELF machine'
  if (head.readUInt32LE() === 0xfeedfacf) return known('darwin', MACH_O_CPUS, head.readUInt32LE(4))
  if (head.readUInt16BE() !== 0x4d5a) return undefined
  const at = head.readUInt32LE(60)
  // "PE", and PE32+ in the optional header.
  const isPe = at + 26 <= HEAD_BYTES && head.readUInt32BE(at) === 0x50450000 && head.readUInt16LE(at + 24) === 0x20b
  return isPe ? known('win32', PE_CPUS, head.readUInt16LE(at + 4)) : 'another Windows machine'
}

function namesThisComputer(file: string): boolean {
  if (statSync(file).size > MAX_TEXT_BYTES) return false
  const text = readFileSync(file, 'latin1')
  return [rootFolder, join(tmpdir(), 'toptill-')].some((folder) => text.includes(folder))
}

function checkVersion(root: string, version: string): string[] {
  const program = join(root, 'app', 'node_modules', 'toptill')
  const described = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')).version
  const server = join(program, 'dist', 'server')
  const built = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .some((file) => readFileSync(join(server, file), 'utf8').includes(version))
  return [
    ...(described === version ? [] : [`package.json says ${described}`]),
    ...(built ? [] : [`no file of dist/server has the version ${version}`]),
    ...(basename(root).startsWith(`toptill-${version}-`) ? [] : [`is called ${basename(root)}`]),
  ]
}
