import type { Kysely } from 'kysely'

import type { Person, Role } from '#domain/person.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { People } from './people.ts'
import { isPin } from './pins/pins.ts'

/** Their PINs are not secret: they are printed at startup and shown on the sign-in page. */
const DEMO_STAFF: readonly { name: string; role: Role; pin: string }[] = [
  { name: 'Amal Rahman', role: 'cashier', pin: '2580' },
  { name: 'Joseph Mathew', role: 'cashier', pin: '7193' },
  { name: 'Priya Nair', role: 'cashier', pin: '4826' },
  { name: 'Bilal Khan', role: 'cashier', pin: '9064' },
  { name: 'Grace Otieno', role: 'cashier', pin: '3751' },
  { name: 'Hamad Saleh', role: 'supervisor', pin: '604918' },
]

export type DemoSignIn = Person & { pin: string }

export function createDemoStaff({ db, people, pepper }: { db: Kysely<JournalTables>; people: People; pepper: Buffer }) {
  // Results by PIN hash, because verifying is slow and the result never changes.
  const verified = new Map<string, Promise<boolean>>()

  async function seed(): Promise<void> {
    if (await people.hasAnyone()) return
    for (const newcomer of DEMO_STAFF) await people.add(newcomer)
  }

  /** Demo staff who may sign in and still have their demo PIN. */
  async function signIns(): Promise<DemoSignIn[]> {
    const hashes = new Map(
      (await db.selectFrom('staff').select(['id', 'pin_hash']).execute()).map((row) => [row.id, row.pin_hash]),
    )
    const found = (await people.list()).map(async (person) => {
      const demo = DEMO_STAFF.find(({ name }) => name === person.name)
      const hash = hashes.get(person.id)
      return demo && hash && (await hasDemoPin(demo.pin, hash)) ? [{ ...person, pin: demo.pin }] : []
    })
    return (await Promise.all(found)).flat()
  }

  function hasDemoPin(pin: string, hash: string): Promise<boolean> {
    const result = verified.get(hash) ?? isPin(pin, hash, pepper)
    verified.set(hash, result)
    return result
  }

  return { seed, signIns }
}
