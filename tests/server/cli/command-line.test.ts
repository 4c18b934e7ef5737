import { existsSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

import { runCommandLine } from '#server/cli/command-line.ts'
import { listenForCommands } from '#server/cli/command-socket.ts'
import type { StaffCommand } from '#server/cli/command.ts'
import type { Noun } from '#server/cli/read-command.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { openWithoutMigration } from '#server/database/database.ts'
import { command } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { aStaffStore } from '../staff/staff-store.ts'

/** @security V14.2.1: The list of processes shows no PIN: commands prompt for it or read standard input. */

const account = { TOPUP_BASE_URL: 'https://service.example', TOPUP_POS_ID: '20418', TOPUP_TOKEN: 'not-a-real-token' }

function anOperator(folder = aFolder(), settings: NodeJS.ProcessEnv = account) {
  const env = { ...settings, DATABASE_URL: `file:${join(folder, 'toptill.db')}` }
  return (line: string, typed = '') => {
    const [noun, ...words] = line.split(' ')
    return command(noun as Noun, words, env, typed)
  }
}

it('the command line opens the database itself and releases it', async () => {
  const run = anOperator()
  const added = await run('staff add --name Amal --role cashier --pin-stdin', '2580\n')
  expect(added).toMatchObject({ code: 0, errors: '' })
  expect((await run('staff list')).output).toMatch(/^\w{8} {2}cashier {4}Amal\n$/)
  const enrolled = await run('terminal enroll --name Till')
  expect(enrolled.output.trimEnd().split('\n').at(-1)).toMatch(/^\w{4}-\w{4}$/)
})

it('the command line verifies no audit log without a database, and creates none', async () => {
  const folder = aFolder()
  const { code, errors } = await anOperator(folder)('audit-log verify')
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('There is no database at') })
  expect(existsSync(join(folder, 'toptill.db'))).toBe(false)
})

it('the command line prompts twice for a missing PIN', async () => {
  const folder = aFolder()
  const run = anOperator(folder)
  expect(await run('staff add --name Amal --role cashier', '2580\n2580\n')).toMatchObject({
    code: 0,
    errors: 'New PIN: \nRepeat the PIN: \n',
  })
  const { people } = await aStaffStore({ dataFolder: folder })
  const { id } = (await people.findByName('Amal'))!
  expect(await people.verifyPin(id, '2580')).toBeDefined()
})

it('the command line adds no one when the two PINs differ or none is entered', async () => {
  const run = anOperator()
  for (const [typed, problem] of [
    ['2580\n2581\n', "The PINs don't match"],
    ['2580\n', 'No PIN was given'],
    ['', 'No PIN was given'],
  ] as const) {
    const errors = expect.stringContaining(problem)
    expect(await run('staff add --name Amal --role cashier', typed)).toMatchObject({ code: 1, errors })
  }
  expect((await run('staff list')).output).toMatch(/^No staff yet/)
})

it('the PIN is read from the first line of standard input, for a new and for a known person', async () => {
  const folder = aFolder()
  const run = anOperator(folder)
  expect(await run('staff add --name Amal --role cashier --pin-stdin', '2580\r\nmore\n')).toMatchObject({ code: 0, errors: '' }) // prettier-ignore
  expect(await run('staff set-pin --name Amal --pin-stdin', '7193')).toMatchObject({ code: 0, errors: '' })
  const { people } = await aStaffStore({ dataFolder: folder })
  const { id } = (await people.findByName('Amal'))!
  expect(await people.verifyPin(id, '2580')).toBeUndefined()
  expect(await people.verifyPin(id, '7193')).toBeDefined()
})

it('the command line changes nothing when standard input does not start with a PIN', async () => {
  const run = anOperator()
  const refused = { code: 1, errors: 'Standard input contains no PIN. Nothing was changed.\n' }
  for (const typed of ['', '\n', '  \n2580\n'])
    expect(await run('staff add --name Amal --role cashier --pin-stdin', typed), typed).toMatchObject(refused)
  expect((await run('staff list')).output).toMatch(/^No staff yet/)
})

/**
 * The result of `--pin-stdin` when this many characters are typed before the end of the line, and how many were read.
 */
async function typeSevens(most: number) {
  const run = { env: { ...account, DATABASE_URL: `file:${join(aFolder(), 'toptill.db')}` }, taken: 0 }
  const input = Readable.from(
    (function* () {
      for (; run.taken < most; run.taken += 50_000) yield '7'.repeat(50_000)
      yield '\n'
    })(),
  )
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const words = ['add', '--name', 'Amal', '--role', 'cashier', '--pin-stdin']
  const code = await runCommandLine('staff', words, { env: run.env, input, output, errors, folder: aFolder() })
  return { code, errors: String(errors.read()), taken: run.taken }
}

it('a first line that is far too long for a PIN is rejected after it was read to its end', async () => {
  expect(await typeSevens(3_000_000)).toEqual({
    code: 1,
    errors: 'The first line of standard input is far too long for a PIN. Nothing was changed.\n',
    taken: 3_000_000,
  })
})

it('a line without an end is read only up to a limit', async () => {
  const { code, errors, taken } = await typeSevens(Infinity)
  expect([code, errors]).toEqual([1, expect.stringContaining('far too long for a PIN')])
  expect(taken).toBeLessThan(20_000_000)
})

it('the command line warns that others can see a typed PIN, and still accepts it', async () => {
  const run = anOperator()
  for (const line of ['staff add --name Amal --role cashier --pin 2580', 'staff set-pin --name Amal --pin 7193']) {
    const { code, errors } = await run(line)
    expect([code, errors]).toEqual([0, expect.stringMatching(/^Other users of this machine can see a PIN[^\n]*--pin-stdin\.\n$/)]) // prettier-ignore
    expect(errors).not.toMatch(/2580|7193/)
  }
})

it('the command line says in one sentence that a database has no audit log', async () => {
  const folder = aFolder()
  const run = anOperator(folder)
  await run('staff add --name Amal --role cashier --pin-stdin', '2580\n')
  const db = openWithoutMigration(join(folder, 'toptill.db'))
  await db.schema.dropTable('audit_log').execute()
  await db.destroy()
  const { code, output, errors } = await run('audit-log verify')
  expect([code, output]).toEqual([1, ''])
  expect(errors).toMatch(/^The database has no audit log[^\n]*\n$/)
})

it('the exit code is 1 for an impossible command and 2 for a misunderstood one, without output', async () => {
  const run = anOperator()
  expect(await run('staff disable --name Amal')).toMatchObject({ code: 1, output: '' })
  expect(await run('staff dance')).toMatchObject({ code: 2, output: '' })
})

it('a message names commands as they are typed', async () => {
  const { errors } = await anOperator(aFolder(), { TOPTILL_COMMAND: 'npx toptill' })('staff dance')
  expect(errors).toContain('\nnpx toptill staff list\n')
})

it('the command line names the problem of the environment', async () => {
  const run = anOperator(aFolder(), { TOPUP_POS_ID: '20418' })
  const { code, errors } = await run('staff list')
  expect(code).toBe(1)
  expect(errors).toContain('TOPUP_BASE_URL')
})

it('the command line says that it is the practice shop when no real account is set', async () => {
  const folder = aFolder()
  const practice = anOperator(folder, {})
  expect((await practice('staff add --name Amal --role cashier --pin 2580')).errors).toContain('practice shop')
  expect((await anOperator(folder)('staff list')).output).toMatch(/^No staff yet/)
})

it('the command line does not touch a database that another program has open', async () => {
  const { dataFolder } = await aStaffStore()
  const { code, errors } = await anOperator(dataFolder)('staff list')
  expect(code).toBe(1)
  expect(errors).toContain('in use by another Toptill')
})

it('the running server runs the command at once', async () => {
  const shop = await aStaffStore()
  const listener = await listenForCommands(
    shop.dataFolder,
    (command) => runCommand(shop, command as StaffCommand),
    () => {},
  )
  onTestFinished(() => listener.close())
  const run = anOperator(shop.dataFolder)
  expect(await run('staff add --name Amal --role cashier', '2580\n2580\n')).toMatchObject({ code: 0 })
  expect(await shop.people.findByName('Amal')).toBeDefined()
  expect(await run('staff add --name Amal --role cashier --pin 2580')).toMatchObject({ code: 1, output: '' })
  const long = '7'.repeat(20_000)
  const { code, errors } = await run('staff set-pin --name Amal', `${long}\n${long}\n`)
  expect([code, errors]).toEqual([1, expect.stringMatching(/\nThis command is longer than 16384 bytes\.[^\n]*\n$/)])
})
