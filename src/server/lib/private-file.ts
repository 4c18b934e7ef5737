import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { win32 } from 'node:path'

export type ProtectFile = (file: string) => void

/**
 * Only this user can open it from its first byte on; durable when it returns. Throws errors of the file system, also if there is such a file, and those of
 * `protect`; an empty file may remain.
 */
export function createPrivateFile(file: string, text: string, protect: ProtectFile = protectFile): void {
  const opened = openSync(file, 'wx', 0o600)
  try {
    protect(file)
    writeSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function protectFile(file: string): void {
  if (process.platform !== 'win32') return
  const [program, ...args] = accessLine(file, { ...process.env, USERNAME: userInfo().username })
  execFileSync(program, args, { stdio: 'ignore', windowsHide: true })
}

type Line = [program: string, ...args: string[]]

/** Modes mean nothing on Windows: the file inherits no access, and its user gets all of it. */
export function accessLine(file: string, { SystemRoot, USERDOMAIN, USERNAME }: NodeJS.ProcessEnv): Line {
  // With its path, because Windows looks for programs in the current folder first.
  const program = win32.join(SystemRoot ?? 'C:\\Windows', 'System32', 'icacls.exe')
  const user = USERDOMAIN ? `${USERDOMAIN}\\${USERNAME}` : USERNAME
  return [program, file, '/inheritance:r', '/grant:r', `${user}:F`]
}
