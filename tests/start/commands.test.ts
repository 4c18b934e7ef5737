import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'
import { atLevel, itWhenFull } from '../support/level.ts'

const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts
const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`

/** Runs a package script with more words, as npm does. Rejects if it does not exit with 0. */
async function run(name: string, ...more: string[]): Promise<string> {
  // The lines before it only install.
  const [program = '', ...words] = (scripts[name]?.split(' && ').at(-1) ?? '').split(' ')
  const env = { ...process.env, PATH, npm_lifecycle_event: name }
  const { stdout, stderr } = await promisify(execFile)(program, [...words, ...more], { env })
  return stdout + stderr
}

it.each(
  atLevel(['start', 'test', 'staff'], Object.keys(scripts)).filter((name) =>
    /(^|&& )(node|tsx) [^&]*$/.test(scripts[name] ?? ''),
  ),
)('npm run %s -- --help explains the command and does nothing', async (name) => {
  const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
  expect((await run(name, '--help')).split('\n').some((line) => line.startsWith(command))).toBe(true)
})

itWhenFull('npm run unit takes the options of Vitest', async () =>
  expect(await run('unit', '--help')).toContain('--project'),
)

itWhenFull('npm run security finds its tests, below and in the browser', async () => {
  const listed = await run('security', '--list')
  for (const file of ['tests/security/route-matrix.test.ts', 'tests/server/canary/canary.test.ts', 'xss.test.ts'])
    expect(listed).toContain(file)
})
