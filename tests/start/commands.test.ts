import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'
import { atLevel, itWhenFull } from '../support/level.ts'

const { scripts, bin }: { scripts: Record<string, string>; bin: { toptill: string } } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const PATH = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`

/** Runs a package script with more words, as npm does. Rejects if it does not exit with 0. */
async function run(name: string, ...more: string[]): Promise<string> {
  // The commands before the last one only install.
  const [program = '', ...words] = (scripts[name]?.split(' && ').at(-1) ?? '').split(' ')
  const env = { ...process.env, PATH, npm_lifecycle_event: name }
  const { stdout, stderr } = await promisify(execFile)(program, [...words, ...more], { env })
  return stdout + stderr
}

it.each(
  atLevel(['start', 'test'], Object.keys(scripts)).filter((name) =>
    /(^|&& )(node|tsx) [^&]*$/.test(scripts[name] ?? ''),
  ),
)('npm run %s -- --help explains the command and does nothing', async (name) => {
  const own: Record<string, string> = { start: 'npx toptill start', toptill: 'npm run toptill --', test: 'npm test' }
  const command = own[name] ?? `npm run ${name}`
  expect((await run(name, '--help')).split('\n').some((line) => line.startsWith(command))).toBe(true)
})

it('npx finds the command of a clone, and a clone and a release run the same', async () => {
  expect(existsSync(bin.toptill)).toBe(true)
  const env = { ...process.env, PATH }
  const ask = async (...words: string[]) => (await promisify(execFile)(process.execPath, words, { env })).stdout
  for (const words of [['version'], ['sandbox', '--help']]) {
    const [ofClone, ofRelease] = await Promise.all([
      ask(bin.toptill, ...words),
      ask('dist/server/toptill.js', ...words),
    ])
    expect(ofClone.replaceAll(/(node tools\/toptill.mjs|npx toptill|npm run toptill --) /g, 'toptill ')).toBe(ofRelease)
  }
})

itWhenFull('npm run unit takes the options of Vitest', async () =>
  expect(await run('unit', '--help')).toContain('--project'),
)

itWhenFull('npm run security finds its tests, below and in the browser', async () => {
  const listed = await run('security', '--list')
  for (const file of ['tests/security/route-matrix.test.ts', 'tests/server/canary/canary.test.ts', 'xss.test.ts'])
    expect(listed).toContain(file)
})
