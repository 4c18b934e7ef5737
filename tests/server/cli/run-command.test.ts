import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { StaffCommand } from '#server/cli/command.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { aStaffStore } from '../staff/staff-store.ts'

const refusal = (text: unknown) => ({ ok: false, isRefusal: true, text })
const amal = { action: 'staff add', name: 'Amal Rahman', role: 'cashier', pin: '2580' } as const

it('staff add adds a person who can then sign in', async () => {
  const shop = await aStaffStore()
  const result = await runCommand(shop, amal)
  const [person] = await shop.people.list()
  expect(result).toEqual({ ok: true, text: `Amal Rahman can sign in as cashier (id ${person!.id}).` })
  expect(await shop.people.verifyPin(person!.id, '2580')).toMatchObject({ person: person })
})

it('staff list prints one person in each line', async () => {
  const shop = await aStaffStore()
  expect((await runCommand(shop, { action: 'staff list' })).text).toMatch(/^No staff yet/)
  await runCommand(shop, amal)
  await runCommand(shop, { action: 'staff add', name: 'Hamad', role: 'supervisor', pin: '604918' })
  await runCommand(shop, { action: 'staff disable', who: { name: 'amal rahman' } })
  const { text } = await runCommand(shop, { action: 'staff list' })
  const [first, second] = await shop.people.listAll()
  expect(text).toBe(`${first!.id}  cashier     disabled  Amal Rahman\n${second!.id}  supervisor            Hamad`)
})

it('staff set-pin changes a PIN by name or by id', async () => {
  const shop = await aStaffStore()
  await runCommand(shop, amal)
  const { id } = (await shop.people.list())[0]!
  await runCommand(shop, { action: 'staff set-pin', who: { name: 'AMAL RAHMAN' }, pin: '7193' })
  expect(await shop.people.verifyPin(id, '7193')).toBeDefined()
  await runCommand(shop, { action: 'staff set-pin', who: { id }, pin: '8264' })
  expect(await shop.people.verifyPin(id, '8264')).toBeDefined()
})

it('a supervisor becomes an owner and a supervisor again, where there are several shops', async () => {
  const shop = { ...(await aStaffStore()), hasShops: true }
  await runCommand(shop, { action: 'staff add', name: 'Sara', role: 'owner', pin: '604918' })
  expect(await shop.people.list()).toMatchObject([{ role: 'supervisor', isOwner: true }])
  expect((await runCommand(shop, { action: 'staff list' })).text).toContain('owner')
  await runCommand(shop, { action: 'staff set-role', who: { name: 'Sara' }, role: 'supervisor' })
  expect((await shop.people.list())[0]).not.toHaveProperty('isOwner')
  await runCommand(shop, { action: 'staff set-role', who: { name: 'Sara' }, role: 'owner' })
  expect(await shop.people.list()).toMatchObject([{ isOwner: true }])
})

it('an installation with one shop has no owner', async () => {
  const shop = await aStaffStore()
  const owner = { action: 'staff add', name: 'Sara', role: 'owner', pin: '604918' } as const
  expect(await runCommand(shop, owner)).toEqual(refusal(expect.stringContaining('one shop')))
  expect(await shop.people.hasAnyone()).toBe(false)
})

it('the staff commands say what is not possible, and change no one', async () => {
  const shop = await aStaffStore()
  await runCommand(shop, amal)
  const refused: [StaffCommand, string][] = [
    [amal, 'already exists'],
    [{ ...amal, name: 'Other', pin: '25' }, '4 to 12 digits'],
    [{ action: 'staff disable', who: { name: 'Joseph' } }, 'the name Joseph'],
    [{ action: 'staff set-pin', who: { id: 'xyz' }, pin: '7193' }, 'the id xyz'],
  ]
  for (const [command, problem] of refused)
    expect(await runCommand(shop, command)).toEqual(refusal(expect.stringContaining(problem)))
  expect(await shop.people.list()).toHaveLength(1)
})

it('terminal enroll prints a valid code alone on the last line', async () => {
  const shop = await aStaffStore()
  const { text } = await runCommand(shop, { action: 'terminal enroll', name: 'Till 1' })
  expect(await shop.terminals.enroll(text.split('\n').at(-1)!)).toMatchObject({ terminal: { name: 'Till 1' } })
})

it('terminal enroll with --kiosk makes a kiosk', async () => {
  const shop = await aStaffStore()
  const { text } = await runCommand(shop, { action: 'terminal enroll', name: 'Door', kiosk: true })
  expect(await shop.terminals.enroll(text.split('\n').at(-1)!)).toMatchObject({ terminal: { isKiosk: true } })
  expect((await runCommand(shop, { action: 'terminal list' })).text).toMatch(/kiosk  Door$/)
})

it('the terminal commands list and revoke terminals by name or id', async () => {
  const shop = await aStaffStore()
  const one = (await shop.terminals.enrolItself('Till 1')).terminal
  const two = (await shop.terminals.enrolItself('Till 2')).terminal
  await runCommand(shop, { action: 'terminal revoke', which: { name: 'till 1' } })
  const { text } = await runCommand(shop, { action: 'terminal list' })
  expect(text.split('\n').toSorted()).toEqual(
    [`${one.id}  2023-11-14  revoked  Till 1`, `${two.id}  2023-11-14           Till 2`].toSorted(),
  )
  await runCommand(shop, { action: 'terminal revoke', which: { id: two.id } })
  expect(await shop.terminals.findByName('Till 2')).toEqual([])
})

it('terminal revoke requires the id when several terminals have the name', async () => {
  const shop = await aStaffStore()
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const { code } = await shop.terminals.issueEnrollmentCode('Till')
    ids.push((await shop.terminals.enroll(code))!.terminal.id)
  }
  await shop.db.updateTable('terminals').set({ name: 'Till' }).execute()
  const issued = await runCommand(shop, { action: 'terminal enroll', name: 'Till' })
  expect(issued.text).toMatch(/^A till in use is called Till[^]*\n[\w-]{9}$/)
  const { ok, text } = await runCommand(shop, { action: 'terminal revoke', which: { name: 'Till' } })
  expect(ok).toBe(false)
  for (const id of ids) expect(text).toContain(id)
  expect(await shop.terminals.findByName('Till')).toHaveLength(2)
})

it('terminal revoke says that there is no terminal with a name or an id', async () => {
  const shop = await aStaffStore()
  for (const which of [{ name: 'Till 9' }, { id: 'xyz' }]) {
    const result = await runCommand(shop, { action: 'terminal revoke', which })
    expect(result).toEqual(refusal(expect.stringMatching(/^No till in use/)))
  }
})

it('audit-log verify says that the log is intact, with its number of entries and its head', async () => {
  const shop = await aStaffStore()
  await runCommand(shop, amal)
  const { ok, text } = await runCommand(shop, { action: 'audit-log verify' })
  expect(ok).toBe(true)
  expect(text).toMatch(/^The audit log is complete: 1 entry, head [\w-]{43}\.$/)
})

it('audit-log verify fails for an empty log of a database with people', async () => {
  const shop = await aStaffStore()
  await runCommand(shop, amal)
  await sql`DROP TRIGGER audit_log_no_delete`.execute(shop.db)
  await sql`DELETE FROM audit_log`.execute(shop.db)
  const result = await runCommand(shop, { action: 'audit-log verify' })
  expect(result).toEqual(refusal(expect.stringContaining('is empty, although')))
})

it('audit-log verify fails for a changed entry and names it', async () => {
  const shop = await aStaffStore()
  await runCommand(shop, amal)
  await runCommand(shop, { action: 'staff disable', who: { name: 'Amal Rahman' } })
  await sql`DROP TRIGGER audit_log_no_update`.execute(shop.db)
  await sql`UPDATE audit_log SET at = 0 WHERE number = 2`.execute(shop.db)
  const result = await runCommand(shop, { action: 'audit-log verify' })
  expect(result).toEqual(refusal(expect.stringContaining('entry 2 was changed')))
})
