import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createBackups } from '#server/database/maintenance/backup.ts'
import { createDailyBackups } from '#server/database/maintenance/daily-backups.ts'
import { openDatabase } from '#server/database/database.ts'
import { aFolder } from '../../../support/folders.ts'

const HOUR = 3_600_000
/** Half past midnight: the business day of the 28th lasts until four. */
const START = Date.parse('2026-11-29T00:30:00Z')

async function aSchedule({ folder = join(aFolder(), 'backups'), isFolderSet = false, isFile = true } = {}) {
  const journalFile = join(aFolder(), 'toptill.db')
  const db = await openDatabase(journalFile)
  const backups = isFile ? createBackups(db, journalFile) : undefined
  let now = START
  let run = () => {}
  const logged: object[] = []
  const options = {
    folder,
    isFolderSet,
    backups,
    posId: '77001',
    journalPlace: journalFile,
    calendar: () => ({ timeZone: 'UTC', dayStartHour: 4 }),
    clock: { now: () => now },
    timers: { after: (_: number, next: () => void) => ((run = next), () => {}) },
    log: { info: () => {}, error: (line: object) => void logged.push(line) },
  }
  const daily = createDailyBackups(options)
  onTestFinished(async () => {
    await daily.close()
    await db.destroy()
    backups?.release()
  })
  daily.start()
  const pass = async (ms: number) => {
    now += ms
    const before = run
    before()
    await expect.poll(() => run !== before).toBe(true)
    return readdirSync(folder).toSorted()
  }
  return { daily, folder, pass, logged, setNow: (at: number) => (now = at) }
}

const nameAt = (text: string) => `toptill-77001-${text}Z.db`

it('one backup is made in each business day, readable only by its owner, and kept for 14 days', async () => {
  const { daily, folder, pass } = await aSchedule()
  expect(daily.known()).toBeUndefined()
  const first = nameAt('20261129T003000')
  expect(await pass(0)).toEqual([first])
  expect(statSync(join(folder, first)).mode & 0o777).toBe(0o600)
  expect(daily.known()).toMatchObject({ at: START, isSameDisk: true, bytes: expect.any(Number) })
  expect(await pass(3 * HOUR)).toEqual([first])
  const second = nameAt('20261129T043000')
  expect(await pass(HOUR)).toEqual([first, second])
  const others = ['toptill-8-20250101T000000Z.db', 'toptill.db', 'notes.txt']
  for (const name of [...others, `${nameAt('20261201T000000')}.unverified.part`]) writeFileSync(join(folder, name), '')
  expect(await pass(14 * 24 * HOUR - 4 * HOUR)).toEqual(
    [nameAt('20261213T003000'), first, second, ...others].toSorted(),
  )
  expect(await pass(24 * HOUR)).toEqual([nameAt('20261213T003000'), nameAt('20261214T003000'), ...others].toSorted())
})

it('a backup that fails is reported, tried again, and leaves nothing behind', async () => {
  const folder = join(aFolder(), 'usb')
  const { daily, pass, logged } = await aSchedule({ folder, isFolderSet: true })
  await expect(pass(0)).rejects.toThrow('ENOENT')
  const problem = `The folder ${folder} does not exist. Create it first.`
  expect([logged, daily.known()]).toEqual([
    [{ what: 'the daily backup failed', problem }],
    { isSameDisk: false, problem },
  ])
  mkdirSync(folder)
  expect(await pass(HOUR / 2)).toEqual([nameAt('20261129T010000')])
  expect(daily.known()).not.toHaveProperty('problem')
})

it('for a database in PostgreSQL the newest dump of its administrator counts', async () => {
  const folder = aFolder()
  const { daily, pass } = await aSchedule({ folder, isFile: false })
  await pass(0)
  expect(daily.known()).toEqual({ isSameDisk: true })
  for (const name of ['a.dump', 'b.dump.part']) writeFileSync(join(folder, name), 'PGDMP')
  await pass(HOUR)
  expect(daily.known()).toMatchObject({ at: Math.round(statSync(join(folder, 'a.dump')).mtimeMs), bytes: 5 })
  await expect(daily.make()).rejects.toThrow('PostgreSQL')
})
