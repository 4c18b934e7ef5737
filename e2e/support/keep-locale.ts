import type { Page } from 'playwright/test'

/** As the choice of a language is kept; from the next page on. */
export const keepLocale = (page: Page, locale: 'ar' | 'en'): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('toptill-locale', text), JSON.stringify({ locale }))
