import { problemOf } from '../lib/failures.ts'

/** System errors get a message for the administrator; for any other error, the stack shows where it is from. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return sentenceForSystem(error) ?? error.stack ?? error.message
}

function sentenceForSystem({
  code,
  path,
  port,
  address,
}: Error & { code?: string; path?: string; port?: number; address?: string }): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use by another program, perhaps by a Toptill that is already running. Close it, or write another port, such as PORT=8081, into the file .env in Toptill's folder, and start again.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return path === undefined
        ? undefined
        : `${path} can't be written by this user. Give the user write access, or set DATABASE_URL=file:… to another place.`
    case 'ENOSPC':
      return 'The disk is full.'
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return `${path ?? 'The path'} is not a file (${code}).`
    default:
      return undefined
  }
}

const UNLOADABLE = /Cannot find (package|module|native binding)|MODULE_NOT_FOUND|ERR_DLOPEN_FAILED|ERR_INVALID_PACKAGE/

/** A package is missing, damaged, or has no binary for this machine. */
export const isPackageBroken = (error: unknown): boolean => UNLOADABLE.test(describeLoading(error))

const describeLoading = (error: unknown) =>
  `${error instanceof Error && 'code' in error ? String(error.code) : ''} ${problemOf(error)}`

/** libsql needs VCRUNTIME140.dll, which Windows does not have on its own. */
const NO_RUNTIME =
  'The database cannot be loaded, because Windows lacks a part that many programs install. Install the “Visual C++ Redistributable” (X64) from Microsoft, https://aka.ms/vs/17/release/vc_redist.x64.exe, and start Toptill again.'

export function unloadable(error: unknown, platform: string = process.platform): string {
  const said = describeLoading(error)
  if (platform === 'win32' && said.includes('ERR_DLOPEN_FAILED')) return NO_RUNTIME
  const name = /Cannot find (?:module|package) '([^']+)'/.exec(said)?.[1]
  return name?.startsWith('@libsql/')
    ? `The database's binary ${name} is missing for ${process.platform}-${process.arch}: run Toptill on Linux, macOS or Windows (x64), or remove node_modules and "omit=optional" from npm's settings and start again.`
    : `A package cannot be loaded on ${process.platform}-${process.arch}: ${said.trim().split('\n')[0]}`
}
