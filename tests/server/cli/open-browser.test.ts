import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { openBrowser } from '#server/cli/open-browser.ts'
import { aFolder } from '../../support/folders.ts'

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
