import { i18n, type Messages } from '@lingui/core'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { isRecord, persistIn } from '../storage.ts'
import type english from './en.json'

export type Locale = 'en' | 'ar'
/** The id of a message in `en.json`; the other languages have the same ones. */
export type MessageId = keyof typeof english

const DIRECTION = { en: 'ltr', ar: 'rtl' } as const

// English comes with the first load. Any other language comes when it is chosen, and the messages of lazy pages come with those.
const [firstEnglish = {}] = Object.values(
  import.meta.glob<Messages>('./en.json', { query: '?first', import: 'default', eager: true }),
)
const FIRST = import.meta.glob<Messages>(['./*.json', '!./en.json'], { query: '?first', import: 'default' })
const LAZY = import.meta.glob<Messages>('./*.json', { query: '?lazy', import: 'default' })

const loadFirst = async (locale: Locale) => (await FIRST[`./${locale}.json`]?.()) ?? firstEnglish
const loadLazy = async (locale: Locale) => (await LAZY[`./${locale}.json`]?.()) ?? {}

type LocalePreference = { locale: Locale; choose: (locale: Locale) => void }

/** The language of this terminal: chosen once, kept for everybody who signs in here. */
export const useLocalePreference = create<LocalePreference>()(
  persist((set) => ({ locale: 'en', choose: (locale) => set({ locale }) }), {
    name: 'locale',
    storage: persistIn('locale', (stored) =>
      isRecord(stored) && typeof stored['locale'] === 'string' ? { locale: findLocale(stored['locale']) } : undefined,
    ),
    partialize: ({ locale }) => ({ locale }),
  }),
)

let lazyMessages: Promise<void> | undefined

/** Loads the messages of a language and turns the page to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const [now, rest] = await Promise.all([loadFirst(locale), lazyMessages ? loadLazy(locale) : {}])
  i18n.loadAndActivate({ locale, messages: { ...now, ...rest } })
  document.documentElement.lang = locale
  document.documentElement.dir = DIRECTION[locale]
}

/** Loads the messages of the lazy pages, once: in this language, and from now on in every other that is chosen. */
export function loadLazyMessages(): Promise<void> {
  const load = async () => {
    const locale = findLocale(i18n.locale)
    i18n.load(locale, await loadLazy(locale))
  }
  lazyMessages ??= load().catch((error: unknown) => {
    // The next page that needs them tries again.
    lazyMessages = undefined
    throw error
  })
  return lazyMessages
}

/** The language kept from last time, or English when its texts cannot be had. */
export async function activateStoredLocale(): Promise<void> {
  const { locale } = useLocalePreference.getState()
  await activateLocale(findLocale(locale)).catch(() => activateLocale('en'))
}

/** Changes the language; the choice is kept only once its texts are there. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await activateLocale(locale)
  useLocalePreference.getState().choose(locale)
}

function findLocale(text: string): Locale {
  return text === 'ar' ? 'ar' : 'en'
}
