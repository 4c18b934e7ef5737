import { describe, expect, it } from 'vitest'

import { ENROLLMENT_CODE_VALID_MS } from '#proxy/staff/terminals.ts'
import { aStaffStore } from './staff-store.ts'

describe('an enrol code', () => {
  it('makes one browser a terminal, once', async () => {
    const { terminals } = await aStaffStore()
    const { code } = await terminals.issueEnrollmentCode('Till 1')
    const enrolled = await terminals.enrol(code)
    expect(enrolled?.terminal).toMatchObject({ name: 'Till 1' })
    expect(await terminals.findByToken(enrolled!.token)).toEqual(enrolled!.terminal)
    expect(await terminals.enrol(code)).toBeUndefined()
    expect(await terminals.listAll()).toHaveLength(1)
  })

  it('used twice at once works once', async () => {
    const { terminals } = await aStaffStore()
    const { code } = await terminals.issueEnrollmentCode('Till 1')
    const both = await Promise.all([terminals.enrol(code), terminals.enrol(code)])
    expect(both.filter(Boolean)).toHaveLength(1)
  })

  it('is easy to read and typed in any way', async () => {
    const { terminals } = await aStaffStore()
    const { code } = await terminals.issueEnrollmentCode('Till 1')
    expect(code).toMatch(/^[234679ACDEFGHJKMNPQRTVWXY]{4}-[234679ACDEFGHJKMNPQRTVWXY]{4}$/)
    expect(await terminals.enrol(` ${code.toLowerCase().replace('-', ' ')} `)).toBeDefined()
  })

  it('lives fifteen minutes', async () => {
    const { terminals, clock } = await aStaffStore()
    const early = (await terminals.issueEnrollmentCode('Till 1')).code
    const late = (await terminals.issueEnrollmentCode('Till 2')).code
    clock.pass(ENROLLMENT_CODE_VALID_MS - 1)
    expect(await terminals.enrol(early)).toBeDefined()
    clock.pass(1)
    expect(await terminals.enrol(late)).toBeUndefined()
  })

  it('nobody issued makes nothing a terminal', async () => {
    const { terminals } = await aStaffStore()
    await terminals.issueEnrollmentCode('Till 1')
    for (const code of ['', '-', 'AAAA-AAAA']) expect(await terminals.enrol(code)).toBeUndefined()
  })

  it('is not in the journal, nor is the secret of the terminal', async () => {
    const { terminals, db } = await aStaffStore()
    const { code } = await terminals.issueEnrollmentCode('Till 1')
    const { token } = (await terminals.enrol(code))!
    const codes = JSON.stringify(await db.selectFrom('enrollment_codes').selectAll().execute())
    expect(codes).not.toContain(code)
    expect(codes).not.toContain(code.replace('-', ''))
    expect(JSON.stringify(await db.selectFrom('terminals').selectAll().execute())).not.toContain(token)
  })
})

describe('a terminal', () => {
  it('is known after a restart by a secret of 32 bytes', async () => {
    const shop = await aStaffStore()
    const { terminal, token } = await shop.terminals.enrolItself('This machine')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await (await shop.again()).terminals.findByToken(token)).toEqual(terminal)
  })

  it('that was revoked is an ordinary browser again, and stays so', async () => {
    const { terminals } = await aStaffStore()
    const { terminal, token } = await terminals.enrolItself('This machine')
    expect(await terminals.revoke(terminal.id)).toEqual(terminal)
    expect(await terminals.findByToken(token)).toBeUndefined()
    await expect(terminals.revoke(terminal.id)).rejects.toThrow('No terminal in use')
    expect(await terminals.findByName('this machine')).toEqual([])
    expect(await terminals.listAll()).toMatchObject([{ id: terminal.id, name: 'This machine' }])
  })
})
