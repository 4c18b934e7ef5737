import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { asCalled, HELP, VERBS } from '#server/cli/help.ts'
import { enterHome, hintOfHome, homeFolder } from '#server/cli/home.ts'
import { openLog } from '#server/cli/start/log-to-files.ts'
import type { Called } from '#server/cli/load-built.ts'
import { runToptill } from '#server/cli/run-toptill.ts'
import { InvalidOperation } from '#server/lib/failures.ts'
import { aFolder } from '../../support/folders.ts'

afterEach(() => vi.restoreAllMocks())

/** Runs a command that needs no database. */
async function run(words: string[], env: NodeJS.ProcessEnv = {}, more: Partial<Called> = {}) {
  const [said, errors]: [string[], string[]] = [[], []]
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0)
  const code = await runToptill(words, { env, root: process.cwd(), program: 'toptill.js', folder: aFolder(), ...more })
  written.mockRestore()
  return { code, said: said.join('\n'), errors: errors.join('').trimEnd() }
}

describe('the command toptill', () => {
  it('the help has a line for every command', async () => {
    expect(await run(['--help'])).toEqual({ code: 0, said: HELP, errors: '' })
    const lines = HELP.split('\n').flatMap((line) => /^toptill ([a-z-]+) {2,}\S/.exec(line)?.[1] ?? [])
    expect(lines.toSorted()).toEqual(VERBS.toSorted())
  })

  // The built sandbox has its own help text; see tests/start/commands.test.ts.
  it.each(VERBS.filter((verb) => verb !== 'sandbox'))(
    'toptill %s --help explains it and does nothing',
    async (verb) => {
      const { code, said, errors } = await run([verb, '--help'])
      expect([code, errors]).toEqual([0, ''])
      expect(said.split('\n')[0]).toMatch(new RegExp(`^toptill ${verb}( |$)`))
    },
  )

  it('the version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    for (const words of [['version'], ['--version']])
      expect(await run(words)).toEqual({ code: 0, said: version, errors: '' })
  })

  it.each([
    ['stat', 'There is no command "stat". Did you mean toptill start or toptill staff?'],
    ['servce', 'There is no command "servce". Did you mean toptill service?'],
    ['xyzzy', 'There is no command "xyzzy". toptill --help lists them.'],
    ['a\u001B[31mb', 'There is no command like this. toptill --help lists them.'],
  ])('the unknown command %j is answered with the nearest ones', async (word, sentence) => {
    expect(await run([word])).toEqual({ code: 2, said: '', errors: sentence })
  })

  it.each([
    [['start', '--port', '80'], 'toptill start does not take "--port".'],
    [['--port'], 'toptill start does not take "--port".'],
    [['version', 'x'], 'toptill version does not take "x".'],
    [['check', '--fix'], 'toptill check does not take "--fix".'],
    [['staff', 'list', '--home'], '--home needs a FOLDER.'],
  ])('%j is not understood', async (words, sentence) => {
    const { code, said, errors } = await run(words)
    expect([code, said, errors.split('\n')[0]]).toEqual([2, '', sentence])
  })

  it('upgrade does not create the folder of a shop that is not there', async () => {
    const home = join(aFolder(), 'typo')
    expect(await run(['upgrade', '--home', home])).toMatchObject({ code: 1, errors: `There is no folder ${home}.` })
    expect(existsSync(home)).toBe(false)
  })

  it('a file or package that cannot be loaded is installed again, or else named', async () => {
    const root = aFolder()
    expect(await run(['sandbox'], {}, { root, repair: async () => 7 })).toEqual({ code: 7, said: '', errors: '' })
    const { code, errors } = await run(['sandbox'], {}, { root })
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^A package cannot be loaded on \S+: .*sandbox-alone\.js/),
    ])
  })

  it('commands are named as they were called, and nothing else is changed', async () => {
    const env = { TOPTILL_COMMAND: 'npx toptill' }
    expect((await run(['stat'], env)).errors).toContain('Did you mean npx toptill start or npx toptill staff?')
    for (const text of ['/srv/toptill start', 'toptill-1 start', 'journalctl -u toptill', 'toptill startled'])
      expect(asCalled(text, env)).toBe(text)
    expect(asCalled('toptill audit-log verify', {})).toBe('toptill audit-log verify')
  })
})

describe('the home', () => {
  it('the home is TOPTILL_HOME, else the folder of a clone, else the current one', () => {
    const [root, folder] = [aFolder(), aFolder()]
    expect(homeFolder({ env: {}, root, folder })).toBe(folder)
    mkdirSync(join(root, 'tools'))
    expect(homeFolder({ env: {}, root: process.cwd(), folder })).toBe(process.cwd())
    expect(homeFolder({ env: { TOPTILL_HOME: 'shop' }, root, folder })).toBe(join(folder, 'shop'))
    expect(homeFolder({ env: { TOPTILL_HOME: ' ' }, root, folder })).toBe(folder)
  })

  it('in a folder without Toptill, a command names the home that a double-click starts', () => {
    const [root, folder, userHome] = [aFolder(), aFolder(), aFolder()]
    const hint = (change: Partial<Parameters<typeof hintOfHome>[0]> = {}, platform?: string) =>
      hintOfHome({ env: {}, root, folder, ...change }, userHome, platform)
    expect(hint()).toBeUndefined()
    mkdirSync(join(userHome, 'Toptill', 'data'), { recursive: true })
    const sentence = `There is no Toptill in ${folder}. For the one in ${join(userHome, 'Toptill')}, add: --home `
    expect(hint()).toBe(`${sentence}~/Toptill`)
    expect(hint({}, 'win32')).toBe(`${sentence}"${join(userHome, 'Toptill')}"`)
    for (const env of [{ TOPTILL_HOME: folder }, { DATABASE_URL: 'postgres://db/toptill' }])
      expect(hint({ env })).toBeUndefined()
    expect(hint({ root: process.cwd() })).toBeUndefined()
    writeFileSync(join(folder, '.env'), '')
    expect(hint()).toBeUndefined()
  })

  it('toptill backup in another folder prints that hint before its own error', async () => {
    const before = process.cwd()
    const [userHome, folder] = [aFolder(), aFolder()]
    onTestFinished(() => {
      process.chdir(before)
      vi.unstubAllEnvs()
    })
    mkdirSync(join(userHome, 'Toptill', 'data'), { recursive: true })
    vi.stubEnv('HOME', userHome)
    const { code, errors } = await run(['backup', 'copy.db'], {}, { root: aFolder(), folder })
    expect(code).toBe(1)
    expect(errors.split('\n')).toEqual([
      `There is no Toptill in ${folder}. For the one in ${join(userHome, 'Toptill')}, add: --home ~/Toptill`,
      expect.stringMatching(/^There is no database at /),
    ])
  })

  it('a missing home is created for this user only, and entered', () => {
    const before = process.cwd()
    onTestFinished(() => process.chdir(before))
    const home = join(aFolder(), 'shops', 'one')
    const env: NodeJS.ProcessEnv = { TOPTILL_HOME: home }
    expect(enterHome({ env, root: aFolder(), folder: before })).toBe(home)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(process.cwd()).toBe(home)
  })

  it('a home that cannot be written is refused with a sentence', ({ skip }) => {
    const folder = aFolder()
    chmodSync(folder, 0o500)
    if (process.getuid?.() === 0 && !existsSync('/proc')) skip('root may write everywhere here')
    const home = process.getuid?.() === 0 ? '/proc/home' : join(folder, 'home')
    const enter = () => enterHome({ env: { TOPTILL_HOME: home }, root: aFolder(), folder })
    expect(enter).toThrow(InvalidOperation)
    expect(enter).toThrow(/^Toptill's folder \S+ cannot be written \(E[A-Z]+\)\. Give this user .*TOPTILL_HOME/)
  })
})

it('the log has two files of a limited size, and continues where it ended', () => {
  const file = join(aFolder(), 'toptill.log')
  const read = (name: string) => readFileSync(name, 'utf8')
  openLog(file, 10)('first\n')
  const write = openLog(file, 10)
  write('second\n')
  expect(read(file)).toBe('first\nsecond\n')
  write('third\n')
  expect([read(`${file}.1`), read(file)]).toEqual(['first\nsecond\n', 'third\n'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const word of ['fourth', 'fifth', 'sixth']) write(`${word}\n`)
  expect([read(`${file}.1`), read(file)]).toEqual(['third\nfourth\n', 'fifth\nsixth\n'])
})
