import { expect, it } from 'vitest'

import type { Language } from '#domain/language.ts'
import type { ShopReaders } from '#proxy/shops/shop-readers.ts'
import { createMemberships } from '#proxy/shops/memberships.ts'
import type { PeopleMessage } from '#proxy/staff/admissions.ts'

const place = (id: string) => ({ id, name: id.toUpperCase(), database: '', timeZone: 'Asia/Dubai' })

/** A shop beside another, which answers when the test says so. */
function aShopBesideAnother() {
  const told: Language[] = []
  const answers: (() => void)[] = []
  const readers = {
    readEach: (among: readonly { id: string }[]) =>
      Promise.resolve(among.map((one) => ({ place: one, state: 'read', value: { row: { isBlocked: false } } }))),
  } as unknown as ShopReaders
  const memberships = createMemberships({
    here: 'deira',
    places: [place('deira'), place('marina')],
    readers,
    admissions: {} as never,
    audit: { append: () => Promise.resolve() } as never,
    timers: { after: () => () => {} } as never,
    runAt: (_, message: PeopleMessage) => {
      if (message.action === 'staff language') told.push(message.language)
      return new Promise((resolve) => answers.push(() => resolve({ ok: true, text: '' })))
    },
  })
  const answerNext = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answers.shift()?.()
  }
  return { memberships, told, answerNext }
}

it('while the other shops are told a language, only the newest choice follows, and it arrives last', async () => {
  const { memberships, told, answerNext } = aShopBesideAnother()
  const first = memberships.tellLanguage('amal', 'ur')
  for (const language of ['hi', 'en', 'ar'] as const) await memberships.tellLanguage('amal', language)
  await answerNext()
  await answerNext()
  await first
  expect(told).toEqual(['ur', 'ar'])

  const later = memberships.tellLanguage('amal', 'en')
  await answerNext()
  await later
  expect(told).toEqual(['ur', 'ar', 'en'])
})

it('one person does not wait for another', async () => {
  const { memberships, told, answerNext } = aShopBesideAnother()
  const both = [memberships.tellLanguage('amal', 'ur'), memberships.tellLanguage('sara', 'hi')]
  await expect.poll(() => told).toEqual(['ur', 'hi'])
  await answerNext()
  await answerNext()
  await Promise.all(both)
})
