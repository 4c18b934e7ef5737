import type { APIRequestContext, Locator, Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { Catalog } from '#api/catalog.ts'
import type { OpenSale } from '#api/sales.ts'

import { expect, type Shop } from './shop.ts'

export async function findVoucher(page: Page, shop: Shop, serviceId: string, account?: string): Promise<OpenSale> {
  const { services } = (await (await page.request.get(`${shop.url}/api/catalog`)).json()) as Catalog
  const service = services.find((each) => each.id === serviceId)
  if (!service) throw new Error(`the practice shop sells no ${serviceId}`)
  return { kind: 'voucher', serviceId, amount: service.rule.min, ...(account && { account }) }
}

/** Sells one voucher of a product as the signed-in person, without the ticket, and returns its id. */
export async function sellVoucher(page: Page, shop: Shop, serviceId: string, account?: string): Promise<string> {
  const id = ulid()
  const content = await findVoucher(page, shop, serviceId, account)
  await write(page.request, 'PUT', `${shop.url}/api/sales/${id}`, content)
  await write(page.request, 'POST', `${shop.url}/api/sales/${id}/confirm`, {})
  return id
}

export async function openVoucherSale(page: Page, shop: Shop, serviceId: string, account?: string): Promise<string> {
  const id = await sellVoucher(page, shop, serviceId, account)
  await page.goto(`${shop.url}/sale/${id}`)
  return id
}

export async function write(
  request: APIRequestContext,
  method: 'PUT' | 'POST' | 'DELETE',
  url: string,
  data: unknown,
): Promise<void> {
  const headers = { origin: new URL(url).origin }
  const answer = await request.fetch(url, { method, data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const codeOn = (page: Page): Locator => page.getByRole('group', { name: 'PIN', exact: true })

export function issuedCode(shop: Shop) {
  const given = shop.sandbox.codes().at(-1)
  if (!given) throw new Error('the practice service gave no code out')
  return given
}

export const isInSight = (what: Locator) =>
  what.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const))
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
  })
