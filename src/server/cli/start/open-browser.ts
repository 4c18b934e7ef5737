import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, win32 } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createPrivateFile } from '../../lib/private-file.ts'

/**
 * `url` may contain a one-time code, and other users can see the arguments of a program, so the browser gets a file that only this user can read, which leads
 * there. Otherwise, the printed address is enough.
 */
export function openBrowser(url: string, home: string, run = runInBackground): void {
  const file = join(home, 'open.html')
  // A URL in its normal form contains no quotation mark and no `<`.
  const { href } = new URL(url)
  try {
    rmSync(file, { force: true })
    createPrivateFile(file, `<!doctype html><script>location.replace("${href}")</script>\n`)
  } catch {
    return
  }
  run(...browserLine(pathToFileURL(file).href))
}

/** On Windows not `start` of `cmd`, to which a `&` in the path would end the command. */
export function browserLine(address: string, platform: string = process.platform): [string, string[]] {
  if (platform === 'win32') {
    const program = win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'rundll32.exe')
    return [program, ['url.dll,FileProtocolHandler', address]]
  }
  return [platform === 'darwin' ? 'open' : 'xdg-open', [address]]
}

function runInBackground(program: string, args: string[]): void {
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
