import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { browserLine, openBrowser } from '#server/cli/start/open-browser.ts'
import { aFolder } from '../../../support/folders.ts'

it('a one-time link reaches the browser in a file of this user, and not as an argument that others can see', () => {
  const calls: string[][] = []
  openBrowser(
    'http://127.0.0.1:8080/connect#K7QF-"</script>',
    aFolder(),
    (program, args) => void calls.push([program, ...args]),
  )
  const address = calls[0]?.at(-1) ?? ''
  expect(calls.flat().join(' ')).not.toContain('K7QF')
  const file = fileURLToPath(address)
  expect(readFileSync(file, 'utf8')).toContain(
    'location.replace("http://127.0.0.1:8080/connect#K7QF-%22%3C/script%3E")',
  )
  expect(statSync(file).mode & 0o077).toBe(0)
})

it('the file of the last link is replaced, also if others could read it', () => {
  const home = aFolder()
  const file = join(home, 'open.html')
  writeFileSync(file, 'old')
  chmodSync(file, 0o644)
  openBrowser('http://127.0.0.1:8080/', home, () => {})
  expect(readFileSync(file, 'utf8')).toContain('location.replace("http://127.0.0.1:8080/")')
  expect(statSync(file).mode & 0o077).toBe(0)
})

it('a till whose link cannot be stored runs without a browser', () => {
  const home = aFolder()
  mkdirSync(join(home, 'open.html'))
  openBrowser('http://127.0.0.1:8080/', home, () => expect.unreachable())
})

it('each system opens the file with its own program, without a shell', () => {
  const address = 'file:///C:/Users/R&D%20Shop/Toptill/open.html'
  expect(browserLine(address, 'linux')).toEqual(['xdg-open', [address]])
  expect(browserLine(address, 'darwin')).toEqual(['open', [address]])
  const [program, words] = browserLine(address, 'win32')
  expect([program, words]).toEqual([
    expect.stringMatching(/\\System32\\rundll32\.exe$/),
    ['url.dll,FileProtocolHandler', address],
  ])
})
