import { expect, it } from 'vitest'

import { ENROLLMENT_CODE_VALID_MS } from '#domain/enrollment-code.ts'
import { aStaffStore } from '../staff-store.ts'

/** @security V6.4.1: A setup code works only once, within 15 minutes. */

it('a code makes one browser a terminal, once, also when it is used twice at the same time', async () => {
  const { terminals } = await aStaffStore()
  const { code } = await terminals.issueEnrollmentCode('Till 1')
  const enrolled = await terminals.enroll(code)
  expect(enrolled?.terminal).toMatchObject({ name: 'Till 1' })
  expect(await terminals.findByToken(enrolled!.token)).toEqual(enrolled!.terminal)
  expect(await terminals.enroll(code)).toBeUndefined()
  expect(await terminals.listAll()).toHaveLength(1)
  const second = (await terminals.issueEnrollmentCode('Till 2')).code
  const both = await Promise.all([terminals.enroll(second), terminals.enroll(second)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

it('no two active terminals have one name: the later one gets a number', async () => {
  const { terminals, clock } = await aStaffStore()
  const names = async () => (await terminals.listAll()).map(({ name, revokedAt }) => revokedAt === null && name)
  const enroll = async (name: string) => {
    clock.pass(1)
    return (await terminals.enroll((await terminals.issueEnrollmentCode(name)).code))!
  }
  const { terminal } = await enroll('Till 1')
  await enroll('till 1')
  expect(await names()).toEqual(['Till 1', 'till 1 (2)'])
  await terminals.revoke(terminal.id)
  await enroll('TILL 1')
  expect(await names()).toEqual([false, 'till 1 (2)', 'TILL 1'])
})

it("the number behind a terminal's name keeps it within the longest name", async () => {
  const { terminals } = await aStaffStore()
  await terminals.enrolItself('W'.repeat(60))
  const { terminal } = await terminals.enrolItself('W'.repeat(60))
  expect(terminal.name).toMatch(/^W{50,} \(2\)$/)
  expect(terminal.name.length).toBeLessThanOrEqual(60)
})

it("a terminal's code is easy to read and may be typed in any form", async () => {
  const { terminals } = await aStaffStore()
  const { code } = await terminals.issueEnrollmentCode('Till 1')
  expect(code).toMatch(/^[234679ACDEFGHJKMNPQRTVWXY]{4}-[234679ACDEFGHJKMNPQRTVWXY]{4}$/)
  expect(await terminals.enroll(` ${code.toLowerCase().replace('-', ' ')} `)).toBeDefined()
})

it("a terminal's code expires after fifteen minutes", async () => {
  const { terminals, clock } = await aStaffStore()
  const early = (await terminals.issueEnrollmentCode('Till 1')).code
  const late = (await terminals.issueEnrollmentCode('Till 2')).code
  clock.pass(ENROLLMENT_CODE_VALID_MS - 1)
  expect(await terminals.enroll(early)).toBeDefined()
  clock.pass(1)
  expect(await terminals.enroll(late)).toBeUndefined()
})

it('a code that was not issued makes no browser a terminal', async () => {
  const { terminals } = await aStaffStore()
  await terminals.issueEnrollmentCode('Till 1')
  for (const code of ['', '-', 'AAAA-AAAA']) expect(await terminals.enroll(code)).toBeUndefined()
})

it("the database contains neither the code nor the terminal's secret", async () => {
  const { terminals, db } = await aStaffStore()
  const { code } = await terminals.issueEnrollmentCode('Till 1')
  const { token } = (await terminals.enroll(code))!
  const codes = JSON.stringify(await db.selectFrom('enrollment_codes').selectAll().execute())
  expect(codes).not.toContain(code)
  expect(codes).not.toContain(code.replace('-', ''))
  expect(JSON.stringify(await db.selectFrom('terminals').selectAll().execute())).not.toContain(token)
})

it('a terminal is known after a restart by a secret of 32 bytes', async () => {
  const shop = await aStaffStore()
  const { terminal, token } = await shop.terminals.enrolItself('This machine')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(await (await shop.again()).terminals.findByToken(token)).toEqual(terminal)
})

it('a disconnected terminal is an ordinary browser again, and stays one', async () => {
  const { terminals } = await aStaffStore()
  const { terminal, token } = await terminals.enrolItself('This machine')
  expect(await terminals.revoke(terminal.id)).toEqual(terminal)
  expect(await terminals.findByToken(token)).toBeUndefined()
  await expect(terminals.revoke(terminal.id)).rejects.toThrow('No till in use')
  expect(await terminals.findByName('this machine')).toEqual([])
  expect(await terminals.listAll()).toMatchObject([{ id: terminal.id, name: 'This machine' }])
})
