import { setupI18n } from '@lingui/core'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'

import { loadFirst, loadLateFonts, loadLazy, type Locale } from './locale.ts'
import { textIn, useLocale, useText, type Text } from './use-text.ts'
import { WRITING } from './writing.ts'

/** The texts of languages that are not on screen. */
const useLoaded = create<Partial<Record<Locale, Text>>>(() => ({}))

async function load(locale: Locale): Promise<void> {
  const [first, lazy] = await Promise.all([loadFirst(locale), loadLazy(locale), loadLateFonts()])
  const messages = { [locale]: { ...first, ...lazy } }
  useLoaded.setState({ [locale]: textIn(setupI18n({ locale, locales: WRITING[locale].tag, messages })) })
}

/** The texts of each language, whatever is on screen. One that has not come, or cannot be had, is left out: a paper is printed without it. */
export function usePaperTexts(locales: readonly Locale[]): readonly { locale: Locale; t: Text }[] {
  const shown = useLocale()
  const t = useText()
  const loaded = useLoaded()
  const missing = locales.filter((locale) => locale !== shown && !loaded[locale]).join()
  useEffect(() => {
    for (const locale of missing.split(',')) if (locale !== '') load(locale as Locale).catch(() => {})
  }, [missing])
  const wanted = locales.join()
  return useMemo(
    () =>
      (wanted.split(',') as Locale[]).flatMap((locale) => {
        const texts = locale === shown ? t : loaded[locale]
        return texts ? [{ locale, t: texts }] : []
      }),
    [wanted, shown, t, loaded],
  )
}
