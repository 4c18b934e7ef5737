// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { erase, forget, nameOf, onForget, persistIn, recall, refusesToStore, remember } from '#browser/lib/storage.ts'

const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('an entry is recalled as it was stored, and is gone once it is deleted', () => {
  expect(remember('last-person', 'amal')).toBe(true)
  expect(recall('last-person', readText)).toBe('amal')
  erase('last-person')
  expect(recall('last-person', readText)).toBeUndefined()
})

it.each(['', 'no JSON', '{', '7', 'null', '["amal"]'])('an entry with the content %j reads as nothing', (text) => {
  sessionStorage.setItem(nameOf('last-person'), text)
  expect(recall('last-person', readText)).toBeUndefined()
})

it('an entry that exists per id keeps the newest twenty and the one just stored', () => {
  for (let id = 20; id < 45; id += 1) remember('request', `sale ${id}`, String(id))
  expect(recall('request', readText, '24')).toBeUndefined()
  expect(recall('request', readText, '25')).toBe('sale 25')
  remember('request', 'an old one', '10')
  expect(recall('request', readText, '10')).toBe('an old one')
})

it.each([
  ['is full', () => vi.stubGlobal('sessionStorage', fullOf(sessionStorage))],
  ['may not be accessed', () => vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)],
  ['is not there', () => vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue(undefined as never)],
  ['denies everything', () => vi.stubGlobal('sessionStorage', new Proxy({}, { get: () => refuse, ownKeys: refuse }))],
])('where the storage %s, a page keeps its entries until it is reloaded, and says so', (_, meet) => {
  remember('request', 'asked', '01')
  expect(refusesToStore()).toBe(false)
  meet()
  for (let id = 10; id < 35; id += 1) expect(remember('request', `sale ${id}`, String(id))).toBe(false)
  expect(remember('request', 'sent', '01')).toBe(false)
  expect(refusesToStore()).toBe(true)
  const known = ['01', '14', '15', '34'].map((id) => recall('request', readText, id))
  expect(known).toEqual(['sent', undefined, 'sale 15', 'sale 34'])
  remember('last-person', 'amal')
  erase('last-person')
  forget('sale')
  expect([recall('last-person', readText), recall('request', readText, '34'), refusesToStore()]).toEqual([
    undefined,
    undefined,
    false,
  ])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const fullOf = (storage: Storage) =>
  new Proxy(storage, {
    get: (_, name) => (name === 'setItem' ? refuse : storage[name as 'getItem'].bind(storage)),
  })

function refuse(): never {
  throw new DOMException('no', 'SecurityError')
}

const storeAll = () => {
  remember('locale', { locale: 'ar' })
  remember('last-person', 'amal')
  remember('draft', { number: '501234567' })
  remember('request', { account: '971501234567' }, 'one')
  remember('request', { account: '971501234567' }, 'two')
  remember('auto-printed', ['one'])
  localStorage.setItem('theirs', 'of another program')
}
const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted()

it.each([
  ['the sales alone', 'sale', ['toptill-draft', 'toptill-last-person', 'toptill-locale']],
  ['a person with their sales, but not what the terminal prefers', 'person', ['toptill-last-person', 'toptill-locale']],
  ['everything of the terminal, and nothing of others', 'terminal', []],
] as const)('forgetting a scope removes %s', (_, scope, stay) => {
  storeAll()
  forget(scope)
  expect(stored()).toEqual(['theirs', ...stay])
})

it('forgetting a scope resets a store over it, and leaves none of its data', () => {
  const storage = persistIn('draft', (read) => read as { note: string })
  const useNote = create<{ note: string }>()(persist(() => ({ note: '' }), { name: 'draft', storage }))
  onForget('person', () => useNote.setState({ note: '' }))
  useNote.setState({ note: '501234567' })
  expect(sessionStorage.getItem('toptill-draft')).toContain('501234567')
  forget('sale')
  expect(useNote.getState().note).toBe('501234567')
  forget('person')
  expect(useNote.getState().note).toBe('')
  expect(stored()).toEqual([])
})
