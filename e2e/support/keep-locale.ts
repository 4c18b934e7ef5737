import type { Page } from 'playwright/test'

import type { Locale } from '#browser/i18n/locale.ts'

export const keepLocale = (page: Page, locale: Locale): Promise<void> =>
  page.evaluate((text) => localStorage.setItem('toptill-locale', text), JSON.stringify({ locale }))
