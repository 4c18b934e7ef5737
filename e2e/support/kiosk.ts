import { request, type Page } from 'playwright/test'

import type { IssueCode, IssuedCode } from '#contract/proxy/terminals.ts'
import type { Session } from '#contract/proxy/session.ts'
import { expect, type Shop } from './shop.ts'

/** An upright touch screen. */
export const KIOSK_VIEWPORT = { viewport: { width: 800, height: 1280 }, hasTouch: true }

/** Makes the browser of this page a kiosk, with a code that a supervisor issues at a till of their own. */
export const enrolKiosk = (page: Page, shop: Shop): Promise<void> => enrolAs(page, shop, { name: 'Kiosk', kiosk: true })

/** And a tablet at which customers order. */
export const enrolTablet = (page: Page, shop: Shop): Promise<void> =>
  enrolAs(page, shop, { name: 'Tablet', selfOrder: true })

async function enrolAs(page: Page, shop: Shop, wanted: IssueCode): Promise<void> {
  const headers = { origin: shop.url }
  const counter = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: headers })
  const { staff, demoPins } = (await (await counter.get('/api/session')).json()) as Session
  const staffId = staff.find(({ role }) => role === 'supervisor')?.id ?? ''
  await counter.post('/api/session', { data: { staffId, pin: demoPins?.[staffId] } })
  const issued = await counter.post('/api/terminals/enrollment-codes', { data: wanted })
  const { code } = (await issued.json()) as IssuedCode
  await counter.dispose()
  const enrolled = await page.request.post(`${shop.url}/api/terminals/enrol`, { data: { code }, headers })
  expect(enrolled.ok(), await enrolled.text()).toBe(true)
}
