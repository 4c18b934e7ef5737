import { i18n, type Messages } from '@lingui/core'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type laterEnglish from './en-later.json'
import english from './en.json'

export type Locale = 'en' | 'ar'
/** The id of a text in `en.json` or `en-later.json`; the other languages have the same ones. */
export type MessageId = keyof typeof english | keyof typeof laterEnglish

const DIRECTION = { en: 'ltr', ar: 'rtl' } as const

type Catalogue = { first: () => Promise<Messages>; later: () => Promise<Messages> }

/** English comes with the page, and what only later screens say comes with those; any other language comes when it is chosen. */
const CATALOGUES: Record<Locale, Catalogue> = {
  en: { first: async () => english, later: async () => (await import('./en-later.json')).default },
  ar: {
    first: async () => (await import('./ar.json')).default,
    later: async () => (await import('./ar-later.json')).default,
  },
}

type LocalePreference = { locale: Locale; choose: (locale: Locale) => void }

/** The language of this terminal: chosen once, kept for everybody who signs in here. */
export const useLocalePreference = create<LocalePreference>()(
  persist((set) => ({ locale: 'en', choose: (locale) => set({ locale }) }), {
    name: 'toptill-locale',
    partialize: ({ locale }) => ({ locale }),
  }),
)

let isComplete = false

/** Loads the texts of a language and turns the page to it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { first, later } = CATALOGUES[locale]
  const [now, rest] = await Promise.all([first(), isComplete ? later() : {}])
  i18n.loadAndActivate({ locale, messages: { ...now, ...rest } })
  document.documentElement.lang = locale
  document.documentElement.dir = DIRECTION[locale]
}

/** Loads what the later screens say, in this language and in every one chosen from now on. */
export async function loadLaterTexts(): Promise<void> {
  if (isComplete) return
  const locale = findLocale(i18n.locale)
  i18n.load(locale, await CATALOGUES[locale].later())
  isComplete = true
}

/** The language kept from last time, or English when its texts cannot be had. */
export async function activateKeptLocale(): Promise<void> {
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
