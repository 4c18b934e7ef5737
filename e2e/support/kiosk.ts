import { request, type Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { PlaceOrder } from '#api/orders.ts'
import type { IssueCode, IssuedCode } from '#api/terminals.ts'
import type { Session } from '#api/session.ts'
import { expect, type Shop } from './shop.ts'
import { text } from '../../tests/support/texts.ts'

/** An upright touch screen. */
export const KIOSK_VIEWPORT = { viewport: { width: 800, height: 1280 }, hasTouch: true }

/** Makes the browser of this page a kiosk, with a code that a supervisor issues at another till. */
export const enrollKiosk = (page: Page, shop: Shop): Promise<void> =>
  enrolAs(page, shop, { name: text('terminals.kiosk'), kiosk: true })

export const enrollTablet = (page: Page, shop: Shop): Promise<void> =>
  enrolAs(page, shop, { name: 'Tablet', selfOrder: true })

async function enrolAs(page: Page, shop: Shop, wanted: IssueCode): Promise<void> {
  const code = await issueCode(shop, wanted)
  const headers = { origin: shop.url }
  const enrolled = await page.request.post(`${shop.url}/api/terminals/enroll`, { data: { code }, headers })
  expect(enrolled.ok(), await enrolled.text()).toBe(true)
}

async function issueCode(shop: Shop, wanted: IssueCode): Promise<string> {
  const counter = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  const { staff, demoPins } = (await (await counter.get('/api/session')).json()) as Session
  const staffId = staff.find(({ role }) => role === 'supervisor')?.id ?? ''
  await counter.post('/api/session', { data: { staffId, pin: demoPins?.[staffId] } })
  const issued = await counter.post('/api/terminals/enrollment-codes', { data: wanted })
  const { code } = (await issued.json()) as IssuedCode
  await counter.dispose()
  return code
}

/** Places orders as customers do at a tablet, without showing its page. Returns the ids of the orders. */
export async function placeOrders(shop: Shop, wishes: readonly PlaceOrder[]): Promise<string[]> {
  const tablet = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  const code = await issueCode(shop, { name: 'Tablet', selfOrder: true })
  await tablet.post('/api/terminals/enroll', { data: { code } })
  const ids: string[] = []
  for (const data of wishes) {
    const id = ulid()
    const placed = await tablet.put(`/api/orders/${id}`, { data })
    expect(placed.ok(), await placed.text()).toBe(true)
    ids.push(id)
  }
  await tablet.dispose()
  return ids
}
