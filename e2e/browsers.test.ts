import { existsSync, readdirSync, readFileSync } from 'node:fs'

import type { Page } from 'playwright/test'

import { text } from '../tests/support/texts.ts'
import { button, dialogOn } from './support/controls.ts'
import newerApis from './support/newer-apis.json' with { type: 'json' }
import { amountField, debits, expectState, fillTicket, numberField, pickQamra, review, send } from './support/sell.ts'
import { ARMED_MS, expect, pass, test, typePin } from './support/shop.ts'

/**
 * Each API is called only if the browser has it: by a package, after a check of ours, or as a method of the same name
 * on one of our objects.
 */
const ASKED_FIRST = new Set([
  'CSSStyleSheet.prototype.replaceSync',
  'Clipboard.prototype.readText',
  'Document.prototype.exitFullscreen',
  'Document.prototype.startViewTransition',
  'Element.prototype.requestFullscreen',
  'Element.prototype.startViewTransition',
  'FileSystemHandle.prototype.requestPermission',
  'Intl.Segmenter',
  'Iterator.prototype.take',
  'ServiceWorkerRegistration.prototype.showNotification',
  'URL.canParse',
])

/** A call in built code. A call with `?.(` checks first. */
function callOf(api: string): RegExp {
  const names = api.split('.')
  // Not a spread of what a short minified name returns.
  if (api.includes('.prototype.')) return new RegExp(`(?<!\\.)\\.${names.at(-1)}\\(`)
  return new RegExp(names.length > 1 ? `\\b${names.join('\\.')}\\b` : `(?<![.\\w$])new ${api}\\b`)
}

test('the built code calls nothing that the oldest supported browsers lack', () => {
  const files = readdirSync('dist/browser', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  const code = files.map((file) => readFileSync(`dist/browser/${file}`, 'utf8')).join('\n')
  expect(newerApis.telling.filter((api) => callOf(api).test(code) && !ASKED_FIRST.has(api))).toEqual([])
  expect(code).not.toMatch(/\(\?<[=!]/)
  const html = readFileSync('dist/browser/index.html', 'utf8')
  expect(html.match(/@media[^{]*[<>][^{]*/g) ?? []).toEqual([])
  // The check is a script that no build replaces, and older than every other script of the page.
  const [check] = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) => file)
  expect(check).toBe('browser-check.js')
  expect(readFileSync('dist/browser/browser-check.js', 'utf8')).not.toMatch(
    /=>|`|\b(let|const|class|async)\b|\?\.|\?\?/,
  )
})

test('the service worker stores only files that the till has', () => {
  const worker = readFileSync('dist/browser/service-worker.js', 'utf8')
  const paths = [...worker.matchAll(/"(\/[^"]+)":"sha256-/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(`dist/browser${path}`))).toEqual([])
})

const takeAway = (page: Page, apis: readonly string[]) =>
  page.addInitScript((apis) => {
    for (const api of apis) {
      const names = api.split('.')
      const last = names.pop() ?? ''
      const of = names.reduce(
        (from: unknown, name) => (from as Record<string, unknown> | undefined)?.[name],
        globalThis,
      )
      if (of) Reflect.deleteProperty(of, last)
    }
  }, apis)

/** Signs in with the pointer and sells a top-up, whatever is done to the page in the meantime. */
async function sellByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Amal/ }).click()
  await typePin(page, '2580')
  await expect(page).toHaveURL(/\/sell/)
  await pickQamra(page)
  await review(page, '50 123 4567')
  await send(page)
  await expectState(page, 'succeeded')
}

const chip = (page: Page, fact: 'translated' | 'unstored') => button(page.getByRole('banner'), `alerts.chip.${fact}`)

test('the oldest supported browser sells with letters of double size @long', async ({ page, shop }) => {
  await takeAway(page, [...newerApis.telling, ...newerApis.others])
  const device = await page.context().newCDPSession(page)
  await device.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto(shop.url)
  await sellByHand(page)
  const [letters, hidden] = await page.evaluate(() => {
    const html = document.documentElement
    return [getComputedStyle(html).fontSize, html.scrollWidth - html.clientWidth]
  })
  expect([letters, hidden]).toEqual(['32px', 0])
  expect(debits(shop)).toBe(1)
})

test('a browser that is too old is shown which version is needed @long', async ({ page, shop }) => {
  await takeAway(page, ['AbortSignal.timeout'])
  await page.goto(shop.url)
  await expect(page).toHaveURL(/browser-too-old/)
  await expect(page.getByRole('paragraph')).toHaveText(Array(4).fill(/Chrome.*109.*Firefox\s+121.*Safari 16/s))
})

/** Replaces all text by elements, again whenever the page changes, from an isolated world as browser extensions do. */
async function rewriteTexts(page: Page, way: 'each' | 'twice' | 'around' | 'joined'): Promise<void> {
  const rewrite = (way: string) => {
    const fontOf = (text: string | null) => Object.assign(document.createElement('font'), { textContent: text })
    const rewriteIn = (parent: Element) => {
      const texts = [...parent.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '')
      if (texts.length === 0 || parent.matches('font, script, style, option')) return
      const all = texts.map(({ textContent }) => textContent).join('')
      for (const text of texts) {
        const font = fontOf(text.textContent)
        if (way === 'joined') parent.removeChild(text)
        else parent.replaceChild(font, text)
        if (way === 'twice') font.replaceWith(fontOf(font.textContent))
        if (way === 'around') font.replaceChildren(text)
      }
      if (way === 'joined') parent.append(fontOf(all))
    }
    const run = () => {
      for (const element of document.body.querySelectorAll('*')) rewriteIn(element)
      for (const field of document.querySelectorAll('input'))
        if (field.nextElementSibling?.tagName !== 'X-NOTE') field.after(document.createElement('x-note'))
    }
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.classList.add('translated-ltr')
      new MutationObserver(run).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }
  const device = await page.context().newCDPSession(page)
  await device.send('Page.enable')
  const source = `(${rewrite.toString()})(${JSON.stringify(way)})`
  await device.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'extension' })
}

for (const way of ['each', 'twice', 'around', 'joined'] as const)
  test(`a page whose texts an extension replaces, ${way}, sells and warns about it @long`, async ({ page, shop }) => {
    await rewriteTexts(page, way)
    await page.goto(shop.url)
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
    await sellByHand(page)
    await chip(page, 'translated').click()
    await expect(dialogOn(page)).toContainText('A translation can change amounts')
    await page.keyboard.press('Escape')
    await button(page, 'sale.nextCustomer').click()
    await pickQamra(page)
    for (const amount of ['25', '100']) await fillTicket(page, '50 123 4567', amount)
    await expect(page.getByText('100.00').first()).toBeVisible()
    await expect(page.getByText('25.00')).toHaveCount(0)
  })

const forbidStores = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
}
/** Some browsers have no storage from the start in a private window, and no service worker. */
const fillStores = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  for (const name of ['serviceWorker', 'storage']) Reflect.deleteProperty(Navigator.prototype, name)
  for (const name of ['indexedDB', 'caches', 'Notification']) Reflect.deleteProperty(window, name)
}
for (const [what, meet] of [
  ['whose stores are forbidden', forbidStores],
  ['with a private window', fillStores],
] as const)
  test(`a browser ${what} sells, and warns that it stores nothing @long`, async ({ page, shop }) => {
    await page.addInitScript(meet)
    await page.goto(shop.url)
    await sellByHand(page)
    await chip(page, 'unstored').click()
    await expect(dialogOn(page)).toContainText(text('alerts.unstored'))
  })

test('a keyboard of another script signs in, and an input method fills in the ticket @long', async ({ page, shop }) => {
  const device = await page.context().newCDPSession(page)
  await page.goto(shop.url)
  await page.getByRole('button', { name: /Amal/ }).click()
  for (const key of '٢٥٨٠') {
    await device.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key })
    await device.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
  }
  await pass(page, ARMED_MS)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sell/)
  await pickQamra(page)
  await numberField(page).focus()
  await device.send('Input.insertText', { text: '٠٥٠١٢٣٤٥٦٧' })
  await amountField(page).focus()
  await device.send('Input.imeSetComposition', { text: '٢٥', selectionStart: 2, selectionEnd: 2 })
  await device.send('Input.insertText', { text: '٢٥' })
  await expect(amountField(page)).toHaveValue('25')
  await button(page, 'ticket.review').click()
  await send(page)
  await expectState(page, 'succeeded')
  expect(shop.sandbox.ledger()).toMatchObject([{ account: '971501234567' }])
})

test('a device whose clock is years off shows the time of the shop, and keeps a sale when the person goes back and forward @long', async ({
  page,
  shop,
}) => {
  await page.clock.setSystemTime(new Date('2019-03-01T03:07:00+04:00'))
  await page.goto(shop.url)
  await sellByHand(page)
  const shopTime = () =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai', hour: '2-digit', minute: '2-digit' }).format(shop.now())
  await expect
    .poll(async () => (await page.getByRole('banner').getByRole('time').textContent()) === shopTime())
    .toBe(true)
  await button(page, 'sale.nextCustomer').click()
  await page.goBack()
  await expectState(page, 'succeeded')
  await page.goForward()
  await expect(page).toHaveURL(/\/sell/)
  expect(debits(shop)).toBe(1)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('a phone enlarges the page neither for a field nor for two quick taps, and no number becomes a link @long', async ({
    page,
    shop,
  }) => {
    await shop.signIn(page, 'Hamad Saleh')
    await expect(page.locator('html')).toHaveCSS('touch-action', 'manipulation')
    await expect(page.locator('meta[name=format-detection]')).toHaveAttribute('content', /telephone=no/)
    const small = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select, textarea'))
          .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      )
    for (const path of ['/sales', '/settings', '/limits', '/audit-log']) {
      await page.goto(`${shop.url}${path}`)
      // The filters of the sales open from a button.
      if (path === '/sales') await button(page, 'salesList.filter').click()
      await expect(page.locator('input, select, textarea').first()).toBeAttached()
      expect(await small(), path).toEqual([])
    }
    await page.goto(`${shop.url}/sell`)
    await pickQamra(page)
    await expect(numberField(page)).toBeVisible()
    expect(await small()).toEqual([])
  })
})
