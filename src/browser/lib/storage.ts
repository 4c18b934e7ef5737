import type { PersistStorage } from 'zustand/middleware'

import { sorted } from '#domain/in-order.ts'

/** As long as the terminal, until its person leaves or another one arrives, as long as that person's sales, or only while someone is signed in. */
type Scope = 'terminal' | 'person' | 'sale' | 'visit'

type Entry = {
  scope: Scope
  /** `browser` entries are shared by tabs and outlive them; `tab` entries outlive a reload. */
  in: 'browser' | 'tab'
  /** How many ids have entries at most; the smallest ids, which are the oldest, are dropped. */
  max?: number
}

/** Input is stored per tab and forgotten with its person, so customer data must have scope `person` or `sale`. */
const ENTRIES = {
  locale: { scope: 'terminal', in: 'browser' },
  theme: { scope: 'terminal', in: 'browser' },
  shortcuts: { scope: 'terminal', in: 'browser' },
  printer: { scope: 'terminal', in: 'browser' },
  sounds: { scope: 'terminal', in: 'browser' },
  'export-form': { scope: 'terminal', in: 'browser' },
  'quick-picks': { scope: 'terminal', in: 'browser' },
  'known-operators': { scope: 'terminal', in: 'browser' },
  'recent-countries': { scope: 'terminal', in: 'browser' },
  'sign-out': { scope: 'terminal', in: 'browser' },
  visit: { scope: 'terminal', in: 'browser' },
  'last-activity-at': { scope: 'terminal', in: 'browser' },
  'display-turn': { scope: 'terminal', in: 'browser' },
  notified: { scope: 'terminal', in: 'browser' },
  'left-at': { scope: 'terminal', in: 'tab' },
  'last-person': { scope: 'terminal', in: 'tab' },
  update: { scope: 'terminal', in: 'tab' },
  phone: { scope: 'terminal', in: 'tab' },
  'placed-order': { scope: 'person', in: 'tab' },
  draft: { scope: 'person', in: 'tab' },
  basket: { scope: 'person', in: 'tab' },
  'international-draft': { scope: 'person', in: 'tab' },
  'list-draft': { scope: 'person', in: 'tab' },
  request: { scope: 'sale', in: 'tab', max: 20 },
  'auto-printed': { scope: 'sale', in: 'tab' },
  heard: { scope: 'person', in: 'browser' },
  'offline-snapshot': { scope: 'visit', in: 'tab' },
} as const satisfies Record<string, Entry>

export type Key = keyof typeof ENTRIES

const OF_SALES: readonly Key[] = ['quick-picks', 'known-operators', 'recent-countries']
let keepsSales = true

/** In practice mode, sales are not stored, so none is offered when the till sells for real. */
export function keepNothingSold(isPractice: boolean): void {
  keepsSales = !isPractice
}

const KEYS = Object.keys(ENTRIES) as Key[]

const FORGOTTEN: Record<Scope, readonly Scope[]> = {
  terminal: ['terminal', 'person', 'sale', 'visit'],
  person: ['person', 'sale', 'visit'],
  sale: ['sale'],
  visit: ['visit'],
}

const entryOf = (key: Key): Entry => ENTRIES[key]

/** Values that the browser did not store, by name. They last as long as this page. */
const unstored = new Map<string, string>()

export const refusesToStore = (): boolean => unstored.size > 0

/** The only access to storage. Where storage is blocked, even reading the property throws. */
function attempt<T>(key: Key, run: (storage: Storage) => T): T | undefined {
  try {
    return run(entryOf(key).in === 'browser' ? localStorage : sessionStorage)
  } catch {
    return undefined
  }
}

function drop(key: Key, name: string): void {
  unstored.delete(name)
  attempt(key, (storage) => storage.removeItem(name))
}

export const nameOf = (key: Key, id?: string): string => `toptill-${key}${id === undefined ? '' : `:${id}`}`

/** Returns false if the browser refused; the value then lasts until the page is reloaded. */
export function remember(key: Key, value: unknown, id?: string): boolean {
  if (!keepsSales && OF_SALES.includes(key)) return true
  const [name, text] = [nameOf(key, id), JSON.stringify(value)]
  unstored.delete(name)
  const isStored = attempt(key, (storage) => {
    storage.setItem(name, text)
    return true
  })
  if (!isStored) {
    // A full storage may still hold the old value.
    drop(key, name)
    unstored.set(name, text)
  }
  if (id !== undefined) dropOldest(key, id)
  return isStored === true
}

/** Reads a value by its schema. `undefined` if it is absent, damaged or in an old format. */
export function recall<T>(key: Key, read: (stored: unknown) => T | undefined, id?: string): T | undefined {
  try {
    const name = nameOf(key, id)
    const text = unstored.get(name) ?? attempt(key, (storage) => storage.getItem(name))
    return text === null || text === undefined ? undefined : read(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const erase = (key: Key): void => drop(key, nameOf(key))

const resets: { scope: Scope; reset: () => void }[] = []

/** Registers how in-memory state of a scope is cleared. Call it before the state holds anything. */
export function onForget(scope: Scope, reset: () => void): void {
  resets.push({ scope, reset })
}

/** Removes all entries of a scope and its inner scopes, and resets their stores. */
export function forget(scope: Scope): void {
  const scopes = FORGOTTEN[scope]
  // Stores first, because resetting them writes to storage.
  for (const { scope: of, reset } of resets) if (scopes.includes(of)) reset()
  for (const key of KEYS.filter((each) => scopes.includes(ENTRIES[each].scope)))
    for (const name of storedNames(key)) drop(key, name)
}

/** Returns how to stop. */
export function onChangeInOtherTab(key: Key, run: () => void): () => void {
  // A missing name means that all storage was cleared.
  const listen = ({ key: name }: StorageEvent) => (name === nameOf(key) || name === null) && run()
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** The storage adapter for zustand's `persist`, which writes the result of `partialize`. */
export function persistIn<T>(key: Key, read: (stored: unknown) => T | undefined): PersistStorage<T> {
  return {
    getItem: () => {
      const state = recall(key, read)
      return state === undefined ? null : { state, version: 0 }
    },
    setItem: (_, { state }) => void remember(key, state),
    removeItem: () => erase(key),
  }
}

/** For checks in the first load, which does not include valibot. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function dropOldest(key: Key, newId: string): void {
  const { max = Infinity } = entryOf(key)
  const names = sorted(storedNames(key))
  const surplus = names.slice(0, Math.max(0, names.length - max)).filter((name) => name !== nameOf(key, newId))
  for (const name of surplus) drop(key, name)
}

function storedNames(key: Key): string[] {
  const names = [...unstored.keys(), ...(attempt(key, (storage) => Object.keys(storage)) ?? [])]
  return names.filter((name) => name === nameOf(key) || name.startsWith(`${nameOf(key)}:`))
}
