import { readFileSync } from 'node:fs'

import { expect, expectConsoleErrors, test } from '../support/shop.ts'

/**
 * @security V3.4.3, V3.2.2: Injected script does not run, because the page allows no inline script, only our files, and requires Trusted Types.
 * @security V3.6.1: The till loads only its own scripts, styles and fonts.
 */

test('no page contains an inline script, breaks its content security policy, or turns text into an element @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  const html = readFileSync('dist/browser/index.html', 'utf8')
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, attributes, text] of scripts) {
    expect(attributes).toMatch(/ src="\/[\w./-]+\.js"/)
    expect(text).toBe('')
  }
  const markup = html.replace(/<style>[\s\S]*?<\/style>/g, '')
  expect(markup).not.toMatch(/<[^>]*\son[a-z]+\s*=/i)
  expect(markup).not.toMatch(/javascript:/i)
  expect(markup).not.toMatch(/<[^>]*\sstyle\s*=/i)

  const policies: string[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(shop.url)) policies.push(response.headers()['content-security-policy'] ?? 'none')
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { violations: seen })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const warnings: string[] = []
  page.on('console', (message) => {
    if (/permissions-policy|content.security.policy|unrecognized feature/i.test(message.text()))
      warnings.push(message.text())
  })
  // Records which Trusted Types policies the page creates, and what each returns for a URL.
  await page.addInitScript(() => {
    const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: CreatePolicy } }
    const createPolicy = trustedTypes.createPolicy.bind(trustedTypes)
    const made: [string, string][] = []
    Object.assign(window, { madePolicies: made })
    trustedTypes.createPolicy = (name, rules) => {
      made.push([name, rules.createScriptURL?.('/api/anything.js') ?? ''])
      return createPolicy(name, rules)
    }
  })
  await shop.signIn(page)
  await expect(page.getByRole('main')).toBeVisible()
  expect(new Set(policies).size).toBe(1)
  expect(policies[0]).toContain("script-src 'self';")
  expect(await page.evaluate('violations')).toEqual([])
  expect(warnings).toEqual([])

  const made = () => page.evaluate(() => (window as unknown as { madePolicies: unknown }).madePolicies)
  await expect.poll(made).toEqual([['service-worker', '/service-worker.js']])
  const tried = await page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => void }
    }
    const attempts = {
      innerHTML: () => (document.createElement('p').innerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.createElement('p').insertAdjacentHTML('beforeend', '<b>x</b>'),
      write: () => document.write('<b>x</b>'),
      'the source of a script': () => (document.createElement('script').src = '/assets/x.js'),
      'the text of a script': () => (document.createElement('script').text = 'alert(1)'),
      srcdoc: () => (document.createElement('iframe').srcdoc = '<b>x</b>'),
      'a handler': () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
      'a policy': () => trustedTypes.createPolicy('anything', {}),
      'the policy of the page, once more': () => trustedTypes.createPolicy('service-worker', {}),
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return `${name} passed`
      } catch {
        return name
      }
    })
  })
  expect(tried.filter((name) => name.endsWith('passed'))).toEqual([])
  expectConsoleErrors(consoleErrors, /Trusted/)
})

type CreatePolicy = (name: string, rules: { createScriptURL?: (url: string) => string }) => unknown

test("an inline script and a script from elsewhere don't run in the page @long", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await page.route(`${shop.url}/`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '</head>',
      `<script>window.ran = 'inline'</script><script src="https://evil.example/x.js"></script></head>`,
    )
    await route.fulfill({ response, body })
  })
  await page.goto(shop.url)
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expectConsoleErrors(consoleErrors, /Content Security Policy/)
})

test('the page is denied every browser feature that the till does not use @long', async ({ page, shop }) => {
  await page.goto(shop.url)
  await expect(page).toHaveURL(/\/sign-in/)
  const states = await page.evaluate(() => {
    const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }
    return [
      'camera',
      'microphone',
      'geolocation',
      'payment',
      'hid',
      'usb',
      'serial',
      'screen-wake-lock',
      'fullscreen',
    ].map((name) => [name, featurePolicy?.allowsFeature(name)])
  })
  expect(Object.fromEntries(states)).toEqual({
    camera: false,
    microphone: false,
    geolocation: false,
    payment: false,
    hid: false,
    usb: true,
    serial: true,
    'screen-wake-lock': true,
    fullscreen: true,
  })
})

test('a person can open the pages by a link from another site @long', async ({ page, shop, consoleErrors }) => {
  await shop.signIn(page)
  await page.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${shop.url}/sell">to the till</a>` }),
  )
  await page.goto('https://evil.example/')
  await page.getByRole('link', { name: 'to the till' }).click()
  await expect(page).toHaveURL(`${shop.url}/sell`)
  await expect(page.getByRole('main')).toBeVisible()
  expectConsoleErrors(consoleErrors, /evil\.example|net::ERR_|status of 403/)
})
