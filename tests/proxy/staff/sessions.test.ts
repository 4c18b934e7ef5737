import { describe, expect, it } from 'vitest'

import { SESSION_LIFE_MS } from '#proxy/staff/sessions.ts'
import { aShop } from './shop.ts'

async function aTill() {
  const shop = await aShop()
  const amal = await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const hamad = await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  const { terminal } = await shop.terminals.enrolItself('Till 1')
  const signIn = async (person = amal, pin = '2580', at = terminal) => {
    const signedIn = await shop.sessions.signIn(at, person.id, pin)
    if (signedIn === 'wrong-pin') throw new Error('the PIN was wrong')
    return signedIn.token
  }
  return { ...shop, amal, hamad, terminal, signIn }
}

describe('a session', () => {
  it('says who is signed in, also after a restart', async () => {
    const { signIn, sessions, terminal, amal, again } = await aTill()
    const token = await signIn()
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    expect(await (await again()).sessions.find(token, terminal.id)).toMatchObject({ person: amal })
  })

  it('is not given for a wrong PIN, somebody else, nobody or the disabled', async () => {
    const { sessions, terminal, amal, hamad, people, db } = await aTill()
    expect(await sessions.signIn(terminal, amal.id, '2581')).toBe('wrong-pin')
    expect(await sessions.signIn(terminal, hamad.id, '2580')).toBe('wrong-pin')
    expect(await sessions.signIn(terminal, 'nobody', '2580')).toBe('wrong-pin')
    await people.disable(amal.id)
    expect(await sessions.signIn(terminal, amal.id, '2580')).toBe('wrong-pin')
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('ends with signing out, for good', async () => {
    const { signIn, sessions, terminal } = await aTill()
    const token = await signIn()
    await sessions.end(token)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('ends after twelve hours, however busy', async () => {
    const { signIn, sessions, terminal, amal, clock } = await aTill()
    const token = await signIn()
    clock.pass(SESSION_LIFE_MS - 1)
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    clock.pass(1)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('ends when the next person signs in at the same terminal, and has a token of its own', async () => {
    const { signIn, sessions, terminal, hamad } = await aTill()
    const first = await signIn()
    const second = await signIn(hamad, '604918')
    expect(second).not.toBe(first)
    expect(await sessions.find(first, terminal.id)).toBeUndefined()
    expect(await sessions.find(second, terminal.id)).toMatchObject({ person: hamad })
  })

  it('is good at its own terminal only, and leaves those elsewhere alone', async () => {
    const { signIn, sessions, terminals, terminal, amal } = await aTill()
    const other = (await terminals.enrolItself('Till 2')).terminal
    const here = await signIn()
    const there = await signIn(amal, '2580', other)
    expect(await sessions.find(here, terminal.id)).toMatchObject({ person: amal })
    expect(await sessions.find(there, other.id)).toMatchObject({ person: amal })
    expect(await sessions.find(here, other.id)).toBeUndefined()
  })

  it.each([
    { deed: 'the person is disabled', end: ({ people, amal }: Till) => people.disable(amal.id) },
    { deed: 'the PIN is changed', end: ({ people, amal }: Till) => people.setPin(amal.id, '7193') },
    { deed: 'the terminal is revoked', end: ({ terminals, terminal }: Till) => terminals.revoke(terminal.id) },
  ])('ends when $deed, and nobody else is signed out', async ({ end }) => {
    const till = await aTill()
    const elsewhere = (await till.terminals.enrolItself('Till 2')).terminal
    const token = await till.signIn()
    const other = await till.signIn(till.hamad, '604918', elsewhere)
    await end(till)
    expect(await till.sessions.find(token, till.terminal.id)).toBeUndefined()
    expect(await till.sessions.find(other, elsewhere.id)).toMatchObject({ person: till.hamad })
  })

  it('has no token in the journal', async () => {
    const { signIn, db } = await aTill()
    const token = await signIn()
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  })
})

type Till = Awaited<ReturnType<typeof aTill>>
