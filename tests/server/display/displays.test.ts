import { expect, it } from 'vitest'

import { ADMINISTRATOR } from '#server/audit/audit-log.ts'
import { aStaffStore } from '../staff/staff-store.ts'

async function aTill() {
  const store = await aStaffStore()
  const { terminal, token } = await store.terminals.enrolItself('Counter')
  const issue = async () => (await store.displays.issueCode(terminal.id, ADMINISTRATOR)).code
  return { ...store, terminal, token, issue }
}

it('the code of a display pairs one browser, also when two send it at the same time', async () => {
  const { displays, terminal, issue } = await aTill()
  expect(await displays.hasTill(terminal.id)).toBe(false)
  const code = await issue()
  const both = await Promise.all([displays.pair(code), displays.pair(code)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await displays.list()).toMatchObject([{ terminalId: terminal.id }])
  expect(await displays.hasTill(terminal.id)).toBe(true)
})

it('a display is known after a restart, and follows the changes of its till', async () => {
  const { displays, terminal, issue, again } = await aTill()
  const token = (await displays.pair(await issue()))!
  expect(await displays.findByToken(token)).toMatchObject({ till: terminal })
  const later = await again()
  await later.terminals.setKiosk(terminal.id, true)
  expect(await later.displays.findByToken(token)).toMatchObject({ till: { ...terminal, isKiosk: true } })
  await later.terminals.revoke(terminal.id)
  expect(await later.displays.findByToken(token)).toBeUndefined()
})

it("a till's secret does not work for a display, nor a display's for a till, and the database has neither it nor its code", async () => {
  const { displays, terminals, token, issue, db } = await aTill()
  const code = await issue()
  const secret = (await displays.pair(code))!
  expect(await displays.findByToken(token)).toBeUndefined()
  expect(await terminals.findByToken(secret)).toBeUndefined()
  const rows = JSON.stringify(await db.selectFrom('displays').selectAll().execute())
  for (const text of [secret, code, code.replace('-', '')]) expect(rows).not.toContain(text)
})

it('an order tablet has no customer display, because it sells nothing: its display ends', async () => {
  const { displays, terminals, terminal, issue } = await aTill()
  const [used, unused] = [await issue(), await issue()]
  const token = (await displays.pair(used))!
  await terminals.setSelfOrder(terminal.id, true, ADMINISTRATOR)
  await expect(issue()).rejects.toThrow(/order tablet/)
  expect(await displays.pair(unused)).toBeUndefined()
  expect(await displays.findByToken(token)).toBeUndefined()
  await terminals.setSelfOrder(terminal.id, false, ADMINISTRATOR)
  expect(await displays.pair(unused)).toBeUndefined()
  expect(await displays.findByToken(token)).toBeUndefined()
  expect(await displays.pair(await issue())).toBeTypeOf('string')
})
