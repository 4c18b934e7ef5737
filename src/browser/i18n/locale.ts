import { i18n, type Messages } from '@lingui/core'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Language } from '#domain/language.ts'
import { isRecord, persistIn } from '../storage.ts'
import type english from './en.json'
import { readLocale, WRITING } from './writing.ts'

export type Locale = Language
/** The id of a message in `en.json`; the other languages have the same ones. */
export type MessageId = keyof typeof english

// English comes with the first load. Any other language comes when it is chosen, and the messages of lazy pages come with those.
const [firstEnglish = {}] = Object.values(
  import.meta.glob<Messages>('./en.json', { query: '?first', import: 'default', eager: true }),
)
const FIRST = import.meta.glob<Messages>(['./*.json', '!./en.json'], { query: '?first', import: 'default' })
const LAZY = import.meta.glob<Messages>('./*.json', { query: '?lazy', import: 'default' })

export const loadFirst = async (locale: Locale): Promise<Messages> =>
  (await FIRST[`./${locale}.json`]?.()) ?? firstEnglish
export const loadLazy = async (locale: Locale): Promise<Messages> => (await LAZY[`./${locale}.json`]?.()) ?? {}

type LocalePreference = { locale: Locale; choose: (locale: Locale) => void }

/** The language of this terminal: shown while nobody is signed in, and to everybody who has chosen none of their own. */
export const useLocalePreference = create<LocalePreference>()(
  persist((set) => ({ locale: 'en', choose: (locale) => set({ locale }) }), {
    name: 'locale',
    storage: persistIn('locale', (stored) =>
      isRecord(stored) && typeof stored['locale'] === 'string' ? { locale: readLocale(stored['locale']) } : undefined,
    ),
    partialize: ({ locale }) => ({ locale }),
  }),
)

/** Which files have the letters of other scripts, and those of codes; they themselves come when a text needs them. Without them the system's own are shown. */
export const loadLateFonts = (): Promise<unknown> => import('../styles/late-fonts.css').catch(() => {})

let lazyMessages: Promise<void> | undefined
/** The language that was wanted last; its messages may still be on their way. */
let wanted: Locale | undefined

/** Loads the messages of a language and turns the page to it, unless another one is wanted by then. */
export async function activateLocale(locale: Locale): Promise<void> {
  wanted = locale
  try {
    const { tag, direction, script } = WRITING[locale]
    const [now] = await Promise.all([
      loadFirst(locale),
      lazyMessages && loadLazy(locale),
      script === 'latin' || loadLateFonts(),
    ])
    // A lazy page may have been opened meanwhile.
    const rest = lazyMessages ? await loadLazy(locale) : {}
    if (wanted !== locale) return
    i18n.loadAndActivate({ locale, locales: tag, messages: { ...now, ...rest } })
    document.documentElement.lang = locale
    document.documentElement.dir = direction
  } catch (error) {
    wanted = readLocale(i18n.locale)
    throw error
  }
}

/** Loads the messages of the lazy pages, once: in this language, and from now on in every other that is chosen. */
export function loadLazyMessages(): Promise<void> {
  const load = async () => {
    const locale = readLocale(i18n.locale)
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
  await activateLocale(readLocale(locale)).catch(() => activateLocale('en'))
}

/** Changes the language of this terminal; it stays as it was when the texts cannot be had. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const { locale: before, choose } = useLocalePreference.getState()
  choose(locale)
  await activateLocale(locale).catch((error: unknown) => {
    choose(before)
    throw error
  })
}

/** So long a page waits for the texts of who comes; then they follow. */
const PATIENCE_MS = 1_000

/** Turns the page to what its person reads, or, without a language of theirs, to that of the terminal. A language that cannot be had changes nothing. */
export async function showLanguage(own: Locale | undefined): Promise<void> {
  const locale = own ?? useLocalePreference.getState().locale
  if (locale === (wanted ?? i18n.locale)) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([activateLocale(locale).catch(() => {}), late])
}
