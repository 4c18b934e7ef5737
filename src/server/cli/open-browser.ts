import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Opens `url` in the browser of the person who started Toptill. It may contain a one-time code, and other users can see the arguments of a program, so the
 * browser gets a file that only this user can read, which leads there.
 */
export function openBrowser(url: string, home: string, run = runInBackground): void {
  const file = join(home, 'open.html')
  // A URL in its normal form contains no quotation mark and no `<`.
  const { href } = new URL(url)
  writeFileSync(file, `<!doctype html><script>location.replace("${href}")</script>\n`, { mode: 0o600 })
  const address = pathToFileURL(file).href
  if (process.platform === 'win32') run('cmd', ['/c', 'start', '', address])
  else run(process.platform === 'darwin' ? 'open' : 'xdg-open', [address])
}

/** Without a browser, the printed address is enough. */
function runInBackground(program: string, args: string[]): void {
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
