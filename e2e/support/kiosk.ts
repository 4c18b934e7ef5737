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

/** Makes the browser of this page the customer display of a till. */
export async function pairDisplay(page: Page, shop: Shop): Promise<void> {
  const code = await issueCode(shop, ({ terminal }) => [`/api/terminals/${terminal?.id ?? ''}/display-codes`, {}])
  await become(page, shop, '/api/display/pair', code)
}

async function enrolAs(page: Page, shop: Shop, wanted: IssueCode): Promise<void> {
  await become(page, shop, '/api/terminals/enroll', await issueCode(shop, () => [ENROLLMENT, wanted]))
}

async function become(page: Page, shop: Shop, path: string, code: string): Promise<void> {
  const answer = await page.request.post(`${shop.url}${path}`, { data: { code }, headers: { origin: shop.url } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const ENROLLMENT = '/api/terminals/enrollment-codes'

/** A supervisor signs in at another till and requests a code there. */
async function issueCode(shop: Shop, ask: (session: Session) => [path: string, data: object]): Promise<string> {
  const counter = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  const session = (await (await counter.get('/api/session')).json()) as Session
  const staffId = session.staff.find(({ role }) => role === 'supervisor')?.id ?? ''
  await counter.post('/api/session', { data: { staffId, pin: session.demoPins?.[staffId] } })
  const [path, data] = ask(session)
  const issued = await counter.post(path, { data })
  const { code } = (await issued.json()) as IssuedCode
  await counter.dispose()
  return code
}

/** Places orders as customers do at a tablet, without showing its page. Returns the ids of the orders. */
export async function placeOrders(shop: Shop, wishes: readonly PlaceOrder[]): Promise<string[]> {
  const tablet = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  const code = await issueCode(shop, () => [ENROLLMENT, { name: 'Tablet', selfOrder: true }])
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
