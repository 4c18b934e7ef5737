import type { Page } from 'playwright/test'

import type { Locale } from '#browser/i18n/locale.ts'

/** As the choice of a language is kept; from the next page on. */
export const keepLocale = (page: Page, locale: Locale): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('toptill-locale', text), JSON.stringify({ locale }))
