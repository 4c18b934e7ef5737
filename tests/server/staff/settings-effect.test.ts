import { describe, expect, it } from 'vitest'

import type { CatalogContent } from '#api/catalog.ts'
import type { Failure } from '#api/failure.ts'
import type { ReportAnswer } from '#api/reports.ts'
import type { Session } from '#api/session.ts'
import { DEFAULT_SETTINGS, type Settings } from '#api/settings.ts'
import type { Status } from '#api/status.ts'
import { clockAt, dayBeside, shopDayAt, type ShopDay } from '#domain/shop-calendar.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aClockAhead, MINUTE } from '../../security/support/guarded-shop.ts'
import { aLogo } from '../../support/a-logo.ts'
import { answer } from '../../support/scripted-service.ts'
import { openScriptedShop } from '../../support/scripted-shop.ts'
import { openShop, sell, signedIn } from '../../support/shop.ts'

const HOUR = 60 * MINUTE

describe('a setting that is changed while the shop runs', () => {
  it('a new host of pictures is allowed at once: in the policy of the page, also for a browser that has the page, and in the catalog', async () => {
    const image_small = 'https://cdn.example/qamra.png'
    const element = { id: 1, parent_id: null, type: 'category', name: 'Mobile', active: 1, action: '', params: [], image_small } // prettier-ignore
    const shop = await openScriptedShop({
      '/point_info': answer({ agent: { name: 'Shop LLC' }, pos: { id: '20418', frontview_id: '77' } }),
      '/frontview': answer({ elements: [element] }),
    })
    const hamad = await signedIn(shop, 'Hamad')
    const tile = async () => {
      const { body } = await hamad.ask<CatalogContent>('GET', '/api/catalog')
      return body.tiles[0]
    }
    expect(await tile()).toMatchObject({ name: 'Mobile' })
    expect((await tile())?.imageSmall).toBeUndefined()
    const page = await fetch(`${shop.url}/sell`)
    expect(page.headers.get('content-security-policy')).not.toContain('cdn.example')

    const changed = await hamad.ask('PUT', '/api/settings', { pictureHosts: ['cdn.example'], expected: { pictureHosts: [] } }) // prettier-ignore
    expect(changed.status).toBe(200)
    const conditions = { 'if-none-match': page.headers.get('etag') ?? '*' }
    const again = await fetch(`${shop.url}/sell`, { headers: conditions })
    expect(again.status).toBe(200)
    expect(again.headers.get('content-security-policy')).toMatch(/img-src [^;]*https:\/\/cdn\.example/)
    await expect.poll(async () => (await tile())?.imageSmall).toBe(image_small)

    expect((await hamad.ask('PUT', '/api/settings', { pictureHosts: [] })).status).toBe(200)
    expect((await fetch(`${shop.url}/sell`)).headers.get('content-security-policy')).not.toContain('cdn.example')
    await expect.poll(async () => (await tile())?.imageSmall).toBeUndefined()
  })

  it('a till notices a changed setting by its status, and reads it in its session', async () => {
    const shop = await openShop()
    const [amal, hamad] = [shop.browser(), shop.browser()]
    const before = await amal.signIn('Amal')
    await hamad.signIn('Hamad')
    const status = async () => (await amal.ask<Status>('GET', '/api/status')).body
    expect((await status()).settingsVersion).toBe(before.settingsVersion)

    const receipt = { ...DEFAULT_SETTINGS.receipt, heading: 'Welcome', logo: aLogo(384, 120), copies: 2 as const }
    const wanted = { receipt, quickAmounts: ['15'], idleMinutes: 9, dayStartHour: 4 }
    expect((await hamad.ask('PUT', '/api/settings', wanted)).status).toBe(200)
    expect((await status()).settingsVersion).not.toBe(before.settingsVersion)
    const { body: session } = await amal.ask<Session>('GET', '/api/session')
    expect(session).toMatchObject({
      settings: { receipt, quickAmounts: ['15'] },
      idleMs: 9 * 60_000,
      dayStartHour: 4,
      settingsVersion: (await status()).settingsVersion,
    })
  })

  it('another hour at which days begin applies at once to the sales list, the limits and the reports', async () => {
    const clock = aClockAhead()
    const shop = await openShop({ clock })
    const hourNow = () => clockAt(clock.now(), 'Asia/Dubai').hour
    // The next hour has to be on the same calendar day.
    while (hourNow() > 20) clock.pass(HOUR)
    const [hamad, amal] = [await signedIn(shop, 'Hamad'), await signedIn(shop, 'Amal')]
    const limits = { currency: 'AED', perDay: '60' }
    expect((await hamad.ask('PUT', '/api/settings', { limits })).status).toBe(200)
    expect((await sell(amal, { account: recipients.success, amount: '45' })).status).toBeLessThan(300)
    clock.pass(HOUR)
    await hamad.signIn('Hamad')
    await amal.signIn('Amal')
    const today = shopDayAt(clock.now(), { timeZone: 'Asia/Dubai', dayStartHour: 0 })
    const ofDay = async (day: ShopDay) => {
      const range = new URLSearchParams({ from: day, to: day }).toString()
      const { body: list } = await hamad.ask<{ sales: unknown[] }>('GET', `/api/sales?${range}`)
      const { body: report } = await hamad.ask<ReportAnswer>('GET', `/api/reports?${range}`)
      return [list.sales.length, report.totals.sold]
    }
    expect(await ofDay(today)).toEqual([1, 1])
    const second = { account: recipients.succeedsAfterTwoFinds, amount: '45' }
    expect((await sell(amal, second)).body).toMatchObject({ code: 'above-limit' })

    expect((await hamad.ask('PUT', '/api/settings', { dayStartHour: hourNow() })).status).toBe(200)
    // The rejected sale is of this hour, the other one of the hour before.
    expect(await ofDay(today)).toEqual([1, 0])
    expect(await ofDay(dayBeside(today, -1))).toEqual([1, 1])
    expect((await sell(amal, second)).status).toBeLessThan(300)
  })

  it('a setting with an amount of too many digits is rejected, so that it stops neither tills nor drawers', async () => {
    const shop = await openShop()
    const hamad = await signedIn(shop, 'Hamad')
    const amount = '999999999999.999999'
    const wallet = { ...DEFAULT_SETTINGS.wallet, line: { amount, currency: 'AED' } }
    for (const change of [
      { wallet },
      { drawer: { varianceReasonThreshold: amount } },
      { fraudWarning: { amountAbove: amount } },
      { quickAmounts: [amount] },
      { favorites: [{ serviceId: 'qamra-rc', amount }] },
    ])
      expect((await hamad.ask<Failure>('PUT', '/api/settings', change)).status).toBe(400)
    await hamad.ask('GET', '/api/wallet')
    expect((await hamad.ask('GET', '/api/status')).status).toBe(200)
    expect((await hamad.ask<Settings>('GET', '/api/settings')).body).toMatchObject(DEFAULT_SETTINGS)
  })

  it('two complete logos fit into one change of settings, and anything longer is rejected', async () => {
    const shop = await openShop()
    const hamad = await signedIn(shop, 'Hamad')
    const bad = { receipt: { ...DEFAULT_SETTINGS.receipt, logo: 'data:image/svg+xml;base64,PHN2Zy8+' } }
    expect(await hamad.ask<Failure>('PUT', '/api/settings', bad)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^receipt\.logo: the picture is no PNG; choose/) as string },
    })
    const long = { receipt: { ...DEFAULT_SETTINGS.receipt, heading: 'x'.repeat(200_000) } }
    expect((await hamad.ask<Failure>('PUT', '/api/settings', long)).status).toBe(413)
    expect((await hamad.ask<Settings>('GET', '/api/settings')).body).toMatchObject(DEFAULT_SETTINGS)
  })
})
