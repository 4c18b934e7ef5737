import { i18n, type Messages } from '@lingui/core'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { Language } from '#domain/language.ts'
import { isRecord, persistIn } from '../lib/storage.ts'
import type english from './en.json'
import { readLocale, WRITING } from './writing.ts'

export type Locale = Language
/** A message id of `en.json`. All languages have the same ids. */
export type MessageId = keyof typeof english

// English is part of the first load. Other languages load when chosen; messages of lazy pages load with those pages.
const [firstEnglish = {}] = Object.values(
  import.meta.glob<Messages>('./en.json', { query: '?first', import: 'default', eager: true }),
)
const FIRST = import.meta.glob<Messages>(['./*.json', '!./en.json'], { query: '?first', import: 'default' })
const LAZY = import.meta.glob<Messages>('./*.json', { query: '?lazy', import: 'default' })

export const loadFirst = async (locale: Locale): Promise<Messages> =>
  (await FIRST[`./${locale}.json`]?.()) ?? firstEnglish
export const loadLazy = async (locale: Locale): Promise<Messages> => (await LAZY[`./${locale}.json`]?.()) ?? {}

type LocalePreference = { locale: Locale; choose: (locale: Locale) => void }

/** Used while no one is signed in and for people who have not chosen their own. */
export const useLocalePreference = create<LocalePreference>()(
  persist((set) => ({ locale: 'en', choose: (locale) => set({ locale }) }), {
    name: 'locale',
    storage: persistIn('locale', (stored) =>
      isRecord(stored) && typeof stored['locale'] === 'string' ? { locale: readLocale(stored['locale']) } : undefined,
    ),
    partialize: ({ locale }) => ({ locale }),
  }),
)

/** They load when text needs them. On failure, system fonts are used. */
export const loadLateFonts = (): Promise<unknown> => import('../styles/late-fonts.css').catch(() => {})

let lazyMessages: Promise<void> | undefined
let wanted: Locale | undefined

/** Loads and shows a language, unless another one is requested meanwhile. */
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

/** Loads the lazy messages once, and from then on with every chosen language. */
export function loadLazyMessages(): Promise<void> {
  const load = async () => {
    const locale = readLocale(i18n.locale)
    i18n.load(locale, await loadLazy(locale))
  }
  lazyMessages ??= load().catch((error: unknown) => {
    // Lets the next page retry.
    lazyMessages = undefined
    throw error
  })
  return lazyMessages
}

/** Shows the stored language, or English if its messages fail to load. */
export async function activateStoredLocale(): Promise<void> {
  const { locale } = useLocalePreference.getState()
  await activateLocale(readLocale(locale)).catch(() => activateLocale('en'))
}

/** Changes the terminal's language. Throws and restores the previous one if its messages fail to load. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const { locale: before, choose } = useLocalePreference.getState()
  choose(locale)
  await activateLocale(locale).catch((error: unknown) => {
    choose(before)
    throw error
  })
}

/** How long (ms) a page waits for the next person's messages before it renders without them. */
const PATIENCE_MS = 1_000

/** Shows the person's language, or the terminal's if they have none. If loading fails, the language stays. */
export async function showLanguage(own: Locale | undefined): Promise<void> {
  const locale = own ?? useLocalePreference.getState().locale
  if (locale === (wanted ?? i18n.locale)) return
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([activateLocale(locale).catch(() => {}), late])
}
