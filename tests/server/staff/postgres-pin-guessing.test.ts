import { expect, it, onTestFinished } from 'vitest'

import { readInstallation } from '#server/config/config.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import { openDatabase } from '#server/database/database.ts'
import { createMissingSchemas } from '#server/database/schema/schemas.ts'
import { openStaff } from '#server/staff/open-staff.ts'
import { anInstallation } from '../../support/an-installation.ts'
import { aFolder } from '../../support/folders.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'
import { itWhenFull } from '../../support/level.ts'
import { manualClock } from './staff-store.ts'

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const PIN = '9806'

type Shop = Awaited<ReturnType<typeof twoShops>>['deira']

/**
 * The staff of two shops of an installation, each shop over a separate database and connection. Amal is a cashier of
 * both.
 */
async function twoShops({ inMarina = 'cashier' }: { inMarina?: 'cashier' | 'supervisor' } = {}) {
  const dataFolder = aFolder()
  const { env } = await anInstallation(['deira', 'marina'])
  const installation = readInstallation({ ...env, TOPTILL_HOME: dataFolder })
  await createMissingSchemas(installation)
  const clock = manualClock()
  const open = async (id: string) => {
    const config = installation.shops.find(({ shop }) => shop?.id === id)
    const db = await openDatabase(config?.database ?? '')
    onTestFinished(() => db.destroy())
    const staff = await openStaff({ db, clock, dataFolder, shopId: id, pinCost: CHEAP_PINS })
    let tills = 0
    const type = (staffId: string, pin: string, terminalId = `till ${(tills += 1)} of ${id}`) =>
      staff.pinGuard.identify({ staffId, pin, terminalId }).then(
        () => 'in',
        (error: unknown) => (error instanceof RequestRefused ? error.failure.code : String(error)),
      )
    return { ...staff, db, type }
  }
  const [deira, marina] = [await open('deira'), await open('marina')]
  const amal = await deira.people.add({ name: 'Amal', role: 'cashier', pin: PIN })
  const known = await deira.admissions.read(amal.id)
  const pin = { ...known.pin, rule: inMarina }
  await marina.admissions.admit({ ...known, role: inMarina, pin }, { shop: 'Deira' })
  return { clock, deira, marina, amal: amal.id }
}

async function countLookedAt(...shops: Shop[]): Promise<number> {
  let sum = 0
  for (const { db } of shops) {
    const kinds = ['wrong-pin', 'locked', 'locked-at-all-tills']
    sum += (await db.selectFrom('audit_log').select('number').where('kind', 'in', kinds).execute()).length
  }
  return sum
}

it('wrong PINs of a person in all shops are one count, which locks them out in all, and one unlock applies to all', async () => {
  const { clock, deira, marina, amal } = await twoShops()
  const answers: string[] = []
  for (let number = 0; number < 80; number += 1) {
    clock.pass(SECOND)
    answers.push(await (number % 2 ? deira : marina).type(amal, String(1_000 + number)))
  }
  expect(answers.filter((code) => code === 'wrong-pin')).toHaveLength(49)
  expect(answers.slice(49)).toEqual(Array<string>(31).fill('unlock-needed'))
  expect(await countLookedAt(deira, marina)).toBe(50)
  clock.pass(25 * HOUR)
  for (const shop of [deira, marina]) {
    expect(await shop.type(amal, PIN)).toBe('unlock-needed')
    expect(await shop.people.pinLocks()).toEqual(new Map([[amal, {}]]))
  }
  await marina.people.unlock(amal)
  for (const shop of [deira, marina]) {
    expect(await shop.people.pinLocks()).toEqual(new Map())
    expect(await shop.type(amal, PIN)).toBe('in')
  }
})

it('simultaneous guesses in two shops get no more PINs verified than guesses in one', async () => {
  const { clock, deira, marina, amal } = await twoShops()
  for (let turn = 0; turn < 20; turn += 1) {
    clock.pass(SECOND)
    await Promise.all(
      [deira, marina].flatMap((shop) => Array.from({ length: 5 }, (_, n) => shop.type(amal, String(1_000 + n)))),
    )
  }
  expect(await countLookedAt(deira, marina)).toBe(50)
  expect(await deira.type(amal, PIN)).toBe('unlock-needed')
})

itWhenFull('a right PIN in one shop resets nothing in another, and a new PIN resets the count in all', async () => {
  const { clock, deira, marina, amal } = await twoShops()
  const guessIn = async (shop: Shop, times: number) => {
    for (let number = 0; number < times; number += 1) {
      clock.pass(SECOND)
      expect(await shop.type(amal, '1234')).toBe('wrong-pin')
    }
  }
  await guessIn(deira, 40)
  expect(await marina.type(amal, PIN)).toBe('in')
  await guessIn(marina, 9)
  await deira.people.setPin(amal, '7315')
  await guessIn(marina, 40)
})

itWhenFull('a shop does not lock out a person who is only in other shops', async () => {
  const { clock, deira, marina } = await twoShops()
  const { id } = await deira.people.add({ name: 'Joseph', role: 'cashier', pin: '7193' })
  for (let number = 0; number < 60; number += 1) {
    clock.pass(SECOND)
    await marina.type(id, '7193')
  }
  expect(await deira.type(id, '7193')).toBe('in')
})

itWhenFull(
  'a person who is a cashier in one shop and a supervisor in another only has to wait there, and the right PIN ends their lockout',
  async () => {
    const { clock, deira, marina, amal } = await twoShops({ inMarina: 'supervisor' })
    for (let number = 0; number < 50; number += 1) {
      clock.pass(SECOND)
      await deira.type(amal, '1234')
    }
    expect(await deira.type(amal, PIN)).toBe('unlock-needed')
    expect(await marina.type(amal, PIN)).toBe('pin-locked')
    clock.pass(MINUTE)
    expect(await marina.type(amal, PIN)).toBe('in')
    expect(await deira.type(amal, PIN)).toBe('in')
  },
)
