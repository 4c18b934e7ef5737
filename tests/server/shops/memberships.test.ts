import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, it } from 'vitest'

import type { Language } from '#domain/language.ts'
import type { Person } from '#domain/person.ts'
import type { ShopReaders } from '#server/shops/shop-readers.ts'
import { createMemberships } from '#server/shops/memberships.ts'
import type { PeopleMessage } from '#server/staff/shop-membership.ts'

const ROW = { person: { role: 'cashier' }, isBlocked: false, pin: {} }
const place = (id: string) => ({ id, name: id.toUpperCase(), database: '', timeZone: 'Asia/Dubai' })

function aShopBesideAnother() {
  const sent: Language[] = []
  const answers: (() => void)[] = []
  let readings = 0
  let held: Promise<void> | undefined
  const readers = {
    readEach: async (among: readonly { id: string }[]) => {
      readings += 1
      const until = held ?? nextTurn()
      held = undefined
      await until
      return among.map((one) => ({ place: one, state: 'read', value: { row: ROW, isMine: true } }))
    },
  } as unknown as ShopReaders
  const memberships = createMemberships({
    here: 'deira',
    places: [place('deira'), place('marina')],
    readers,
    admissions: { read: async (id: string) => ({ id, pin: {} }) } as never,
    audit: { append: () => Promise.resolve() } as never,
    timers: { after: () => () => {} } as never,
    runAt: (_, message: PeopleMessage) => {
      if (message.action === 'staff language') sent.push(message.language)
      return new Promise((resolve) => answers.push(() => resolve({ ok: true, text: '' })))
    },
  })
  const answerNext = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.()
  }
  const holdReading = () => {
    let goOn = () => {}
    held = new Promise((resolve) => (goOn = resolve))
    return goOn
  }
  return { memberships, sent, answerNext, readings: () => readings, holdReading }
}

it('while other shops receive a language, only the newest choice follows, and it arrives last', async () => {
  const { memberships, sent, answerNext } = aShopBesideAnother()
  const first = memberships.tellLanguage('amal', 'ur')
  for (const language of ['hi', 'en', 'ar'] as const) await memberships.tellLanguage('amal', language)
  await answerNext()
  await answerNext()
  await first
  expect(sent).toEqual(['ur', 'ar'])

  const later = memberships.tellLanguage('amal', 'en')
  await answerNext()
  await later
  expect(sent).toEqual(['ur', 'ar', 'en'])
})

it('the language of one person is sent without waiting for that of another', async () => {
  const { memberships, sent, answerNext } = aShopBesideAnother()
  const both = [memberships.tellLanguage('amal', 'ur'), memberships.tellLanguage('sara', 'hi')]
  await expect.poll(() => sent).toEqual(['ur', 'hi'])
  await answerNext()
  await answerNext()
  await Promise.all(both)
})

it('a person who requests the same list while it is read gets the same answer, and after a change it is read again', async () => {
  const { memberships, answerNext, readings, holdReading } = aShopBesideAnother()
  const hamad: Person = { id: 'hamad', name: 'Hamad', role: 'supervisor' }
  const list = (id = 'amal', person = hamad) => memberships.list(id, { person, actor: { by: person } })
  const lists = await Promise.all(Array.from({ length: 120 }, () => list()))
  expect(readings()).toBe(1)
  expect(new Set(lists).size).toBe(1)
  expect(lists[0]).toEqual([{ id: 'marina', name: 'MARINA', state: 'read', role: 'cashier' }])
  // The person, the requester and whether they are an owner have to be the same.
  const others: Person[] = [
    { ...hamad, id: 'noura' },
    { ...hamad, isOwner: true },
  ]
  await Promise.all([list(), list('sara'), ...others.map((person) => list('amal', person))])
  expect(readings()).toBe(5)

  const goOn = holdReading()
  const begun = list()
  await nextTurn()
  const dismissed = memberships.dismiss('amal', 'marina', { person: hamad, actor: { by: hamad } })
  expect(list()).toBe(begun)
  await answerNext()
  await dismissed
  const anew = list()
  expect(anew).not.toBe(begun)
  goOn()
  await begun
  expect(list()).toBe(anew)
  await anew
})
