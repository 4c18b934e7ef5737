import { expect, it } from 'vitest'

import { aStaffedStore } from './staff-store.ts'

const READ = { isRead: true, fromCache: true }

async function aTill() {
  const shop = await aStaffedStore()
  const { amal, terminal, terminalToken } = shop
  const { token } = await shop.sessions.signIn(terminal, amal.id, '2580')
  const whoIsThere = () => shop.sessions.find(token, terminal.id, READ)
  const whichTerminal = () => shop.terminals.findByToken(terminalToken, { fromCache: true })
  const [signIn] = [await whoIsThere(), await whichTerminal()]
  if (!signIn) throw new Error('nobody is signed in')
  return { ...shop, token, signIn, whoIsThere, whichTerminal }
}
type Till = Awaited<ReturnType<typeof aTill>>

async function countQueries({ db }: Till, run: () => Promise<unknown>): Promise<number> {
  const executor = db.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  let queries = 0
  executor.provideConnection = (consumer) => {
    queries += 1
    return provideConnection(consumer)
  }
  await run()
  executor.provideConnection = provideConnection
  return queries
}

it('session and terminal are found without the database when cached answers are allowed', async () => {
  const till = await aTill()
  const { whoIsThere, whichTerminal } = till
  expect(await countQueries(till, async () => [await whoIsThere(), await whichTerminal()])).toBe(0)
  expect(await whoIsThere()).toEqual(till.signIn)
  expect(await whichTerminal()).toEqual(till.terminal)
})

it('session and terminal are read from the database when cached answers are not allowed', async () => {
  const till = await aTill()
  const { sessions, terminals, terminal } = till
  const reads = [() => sessions.find('A'.repeat(43), terminal.id), () => terminals.findByToken('A'.repeat(43))]
  for (const read of reads) expect(await countQueries(till, read)).toBe(1)
})

const ends: [string, (till: Till) => Promise<unknown>][] = [
  ['ended from another till', ({ sessions, signIn }) => sessions.endRemotely(signIn.id, {})],
  ['ended by a new PIN', ({ people, amal }) => people.setPin(amal.id, '7193')],
  ['ended because its person is blocked', ({ people, amal }) => people.disable(amal.id)],
  ['ended because the terminal is disconnected', ({ terminals, terminal }) => terminals.revoke(terminal.id)],
  ['ended because the terminal is a kiosk now', ({ terminals, terminal }) => terminals.setKiosk(terminal.id, true)],
  ['ended by the next sign-in', ({ sessions, terminal, amal }) => sessions.signIn(terminal, amal.id, '2580')],
  [
    'ended by the sign-in of another person',
    ({ sessions, terminal, hamad }) => sessions.signIn(terminal, hamad.id, '604918'),
  ],
]
it.each(ends)('no one is signed in once the session was %s, and no other session ends', async (_, end) => {
  const till = await aTill()
  const { sessions, terminals, hamad, token, terminal, whoIsThere } = till
  const elsewhere = (await terminals.enrolItself('Till 2')).terminal
  const other = await sessions.signIn(elsewhere, hamad.id, '604918')
  await end(till)
  expect([await whoIsThere(), await sessions.find(token, terminal.id)]).toEqual([undefined, undefined])
  expect(await sessions.find(other.token, elsewhere.id)).toMatchObject({ person: hamad })
})

it('no one is signed in after five minutes without activity', async () => {
  const { whoIsThere, clock } = await aTill()
  clock.pass(4 * 60_000)
  expect(await whoIsThere()).toBeDefined()
  clock.pass(60_000)
  expect(await whoIsThere()).toBeUndefined()
})

it('a change of permissions applies at once', async () => {
  const { whoIsThere, people, amal } = await aTill()
  await people.setPermissions(amal.id, ['reprint'])
  expect((await whoIsThere())?.person.permissions).toEqual(['reprint'])
})

it('a terminal that becomes a kiosk or is disconnected is read as such at once', async () => {
  const { whichTerminal, terminals, terminal } = await aTill()
  await terminals.setKiosk(terminal.id, true)
  expect(await whichTerminal()).toMatchObject({ isKiosk: true })
  await terminals.revoke(terminal.id)
  expect(await whichTerminal()).toBeUndefined()
})
