// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { erase, forget, nameOf, onForget, persistIn, recall, remember } from '#browser/storage.ts'

const readText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('an entry is recalled as it was stored, and is gone once it is erased', () => {
  expect(remember('last-person', 'amal')).toBe(true)
  expect(recall('last-person', readText)).toBe('amal')
  erase('last-person')
  expect(recall('last-person', readText)).toBeUndefined()
})

it.each(['', 'no JSON', '{', '7', 'null', '["amal"]'])('an entry that holds %j is read as nothing', (text) => {
  sessionStorage.setItem(nameOf('last-person'), text)
  expect(recall('last-person', readText)).toBeUndefined()
})

it('an entry of which there is one for each id keeps the newest twenty and the one just stored', () => {
  for (let id = 20; id < 45; id += 1) remember('request', `sale ${id}`, String(id))
  expect(recall('request', readText, '24')).toBeUndefined()
  expect(recall('request', readText, '25')).toBe('sale 25')
  remember('request', 'an old one', '10')
  expect(recall('request', readText, '10')).toBe('an old one')
})

it('an entry is not stored where the browser forbids it, and says so', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(remember('locale', { locale: 'ar' })).toBe(false)
  vi.unstubAllGlobals()
  expect(recall('locale', (stored) => stored)).toBeUndefined()
})

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

it('forgetting a scope resets a store over it, and leaves nothing of the store behind', () => {
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
