import type { CDPSession, Page } from 'playwright/test'

import type { Locale } from '#browser/i18n/locale.ts'

type Size = { width: number; height: number }

/** A setting of the browser or the system. */
type Setting = 'enlarged' | 'large letters' | 'letters apart' | 'own colors'

export type View = Size & { setting?: Setting }

/**
 * The usual windows, and the other requirements of WCAG 2.2 AA: 1.4.4, 1.4.10 and 1.4.12, and a system with high
 * contrast. With a setting, the main action may need scrolling. Views of one size follow each other, because each change
 * of size costs a layout.
 */
export const VIEWS: readonly View[] = [
  { width: 1280, height: 800 },
  { width: 1280, height: 800, setting: 'large letters' },
  { width: 1024, height: 768 },
  { width: 1024, height: 768, setting: 'letters apart' },
  { width: 1920, height: 1080 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
  { width: 640, height: 400, setting: 'enlarged' },
  // A counter's window of 1280x1024 px, enlarged four times: the minimum of WCAG 1.4.10.
  { width: 320, height: 256, setting: 'enlarged' },
  // Last, because it moves the focus.
  { width: 1280, height: 800, setting: 'own colors' },
]

export const nameOf = ({ width, height, setting }: View): string =>
  `${width}x${height}${setting === undefined || setting === 'enlarged' ? '' : ` with ${setting}`}`

export async function show(page: Page, view: View, locale: Locale): Promise<() => Promise<void>> {
  const { width, height } = view
  const shown = page.viewportSize()
  if (shown?.width !== width || shown.height !== height) await page.setViewportSize({ width, height })
  if (view.setting === 'large letters') {
    await setLetters(page, 32)
    return () => setLetters(page, 16)
  }
  if (view.setting === 'letters apart') return setLettersApart(page, locale)
  if (view.setting === 'own colors') {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.waitForFunction(
      () =>
        !document.getElementById('root') ||
        getComputedStyle(document.documentElement).getPropertyValue('--own-colors') === 'on',
    )
    return () => page.emulateMedia({ forcedColors: 'none' })
  }
  return async () => {}
}

/** Sets the browser's font size, with which pages scale. */
async function setLetters(page: Page, standard: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
}

const sessions = new WeakMap<Page, CDPSession>()

/** Sets the letter spacing of WCAG 1.4.12. Joined letters, or letters that hang from one line, are never spaced. */
async function setLettersApart(page: Page, locale: Locale): Promise<() => Promise<void>> {
  await page.evaluate((hasLone) => {
    const sheet = new CSSStyleSheet()
    const letters = hasLone ? 'letter-spacing: 0.12em !important;' : ''
    sheet.replaceSync(
      `* { line-height: 1.5 !important; word-spacing: 0.16em !important; ${letters} } p { margin-block-end: 2em !important }`,
    )
    document.adoptedStyleSheets = [sheet]
  }, locale === 'en')
  return () => page.evaluate(() => void (document.adoptedStyleSheets = []))
}
