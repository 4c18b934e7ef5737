// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'

import {
  favoritesOf,
  saveFavorites,
  saveRecent,
  keyOfPick,
  useQuickPicks,
  recentOf,
  type InternationalPick,
  type ServicePick,
} from '#browser/sale/favorites/saved-picks.ts'
import { spaceForQuickRow } from '#browser/pages/sell/SellPage.tsx'
import { nameOf } from '#browser/lib/storage.ts'
import { decimal, money } from '#domain/money/money.ts'

const qamra = (amount?: string): ServicePick => ({
  kind: 'service',
  serviceId: 'qamra',
  name: 'Qamra Recharge',
  ...(amount === undefined ? {} : { amount }),
})
const islanet: InternationalPick = {
  kind: 'international',
  country: { id: 'PHL', name: 'Philippines' },
  provider: { id: '7', name: 'Islanet' },
  amount: { name: 'Load 300', gets: money(decimal(300), 'PHP') },
}

const QUICK_KEY = nameOf('quick-picks')

function keepElsewhere(text: string | null): void {
  if (text === null) localStorage.removeItem(QUICK_KEY)
  else localStorage.setItem(QUICK_KEY, text)
  window.dispatchEvent(new StorageEvent('storage', { key: QUICK_KEY }))
}

const kept = (personId: string) => favoritesOf(useQuickPicks.getState(), personId)

beforeEach(() => keepElsewhere(null))

it('favorites are stored for each person separately, also for the next page', () => {
  saveFavorites('amal', [qamra('20'), islanet])
  saveFavorites('joseph', [qamra()])
  keepElsewhere(localStorage.getItem(QUICK_KEY))
  expect(kept('amal')).toEqual([qamra('20'), islanet])
  expect(kept('joseph')).toEqual([qamra()])
  expect(kept('hamad')).toEqual([])
})

it('favorites are at most five, for at most fifty people', () => {
  saveFavorites('amal', ['5', '10', '15', '20', '25', '30'].map(qamra))
  expect(kept('amal')).toHaveLength(5)
  for (let person = 0; person < 50; person += 1) saveFavorites(`person ${person}`, [qamra()])
  expect(Object.keys(useQuickPicks.getState().favorites)).toHaveLength(50)
  expect(kept('amal')).toEqual([])
})

it.each([
  ['no JSON', '{"favorites"'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a value that is no favorite', '{"favorites":7,"recent":"x"}'],
  ['a person without a list', '{"favorites":{"amal":{"length":3}}}'],
])('favorites are none when %s was stored', (_, text) => {
  keepElsewhere(text)
  expect(kept('amal')).toEqual([])
  expect(useQuickPicks.getState().recent).toEqual([])
})

it('favorites are read without damaged ones and those of an earlier format', () => {
  const ofBefore = [{ kind: 'page' }, { ...islanet, kind: 'abroad' }]
  const damaged = [{ ...qamra(), amount: '-1' }, null, { ...islanet, country: {} }, ...ofBefore]
  keepElsewhere(JSON.stringify({ favorites: { amal: [...damaged, qamra('20')] }, recent: [...damaged, islanet] }))
  expect(kept('amal')).toEqual([qamra('20')])
  expect(useQuickPicks.getState().recent).toEqual([islanet])
})

it('favorites differ by product and amount, not by their names', () => {
  expect(keyOfPick(qamra('20'))).not.toBe(keyOfPick(qamra('25')))
  expect(keyOfPick(qamra('20'))).not.toBe(keyOfPick(qamra()))
  expect(keyOfPick({ ...qamra(), name: 'Qamra' })).toBe(keyOfPick(qamra()))
  const renamed = { ...islanet, provider: { id: '7', name: 'Isla', logo: 'https://x.test/7.png' } }
  expect(keyOfPick(renamed)).toBe(keyOfPick(islanet))
})

it('recent sales list the last one sold first, each once, and at most ten', () => {
  saveRecent([qamra('5'), qamra('10')], 'till-1')
  saveRecent([islanet, qamra('10')], 'till-1')
  expect(useQuickPicks.getState().recent).toEqual([islanet, qamra('10'), qamra('5')])
  const twelve = Array.from({ length: 12 }, (_, at) => qamra(String(at + 100)))
  saveRecent(twelve, 'till-1')
  expect(useQuickPicks.getState().recent).toHaveLength(10)
})

it('recent sales are empty at a terminal that was connected again, perhaps in another shop', () => {
  saveRecent([qamra('5')], 'till-1')
  expect(recentOf(useQuickPicks.getState(), 'till-1')).toHaveLength(1)
  expect(recentOf(useQuickPicks.getState(), 'till-2')).toEqual([])
  saveRecent([islanet], 'till-2')
  expect(useQuickPicks.getState().recent).toEqual([islanet])
})

it('space for favorites and recent sales is kept where there is something to show, for this person or for everyone', () => {
  expect(spaceForQuickRow('amal')).toBe('')
  saveFavorites('amal', [qamra()])
  expect(spaceForQuickRow('amal')).not.toBe('')
  expect(spaceForQuickRow('joseph')).toBe('')
  saveFavorites('amal', [])
  expect(spaceForQuickRow('amal')).toBe('')
  saveRecent([islanet], 'till-1')
  expect(spaceForQuickRow('joseph')).not.toBe('')
})

it.each(['', '{', 'null', '{"recent":{}}', '{"recent":null,"favorites":null}'])(
  'no space for favorites and recent sales is kept when %j was stored',
  (text) => {
    localStorage.setItem(QUICK_KEY, text)
    expect(spaceForQuickRow('amal')).toBe('')
  },
)
