import type { CustomerStatus, CustomerView } from '#domain/sale/customer-status.ts'
import type { Language } from '#domain/language.ts'
import { busyPage, nothingPage, statusPage, type StatusPage } from '#server/status-page/status-page.ts'
import { expect } from '../support/shop.ts'
import type { Stop, Walk, Walker } from './walk.ts'

const STATUSES = Object.keys({
  'on-its-way': true,
  'code-coming': true,
  'not-known': true,
  sold: true,
  'code-waiting': true,
  'not-sold': true,
  refunded: true,
} satisfies Record<CustomerStatus, true>) as CustomerStatus[]

const SEEN = {
  now: Date.UTC(2026, 10, 20, 10, 34),
  timeZone: 'Asia/Dubai',
  isPractice: true,
  stays: false,
  shop: { name: 'Sidra Corner Shop', phone: '04 123 4567', accent: 'petrol' },
} as const

const statusStop = (name: string, pageIn: (language: Language) => StatusPage): Stop => ({
  name: `status page: ${name}`,
  reach: async ({ page, shop, locale }: Walker) => {
    const { body } = pageIn(locale as Language)
    await page.route('**/s/**', (route) => route.fulfill({ body, contentType: 'text/html' }))
    await page.goto(`${shop.url}/s/a-link`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
})

const viewOf = (status: CustomerStatus): CustomerView => ({
  status,
  product: 'Larkspur Family Bundle for Games, Films and Music of the Whole Year',
  lastDigits: '4567',
  sentAt: Date.UTC(2026, 10, 20, 10, 32),
})

export const statusPages: Walk = {
  name: 'the status page of a sale',
  stops: [
    ...STATUSES.map((status) => statusStop(status, (language) => statusPage(viewOf(status), SEEN, language))),
    statusStop('one that stays', (language) => statusPage(viewOf('on-its-way'), { ...SEEN, stays: true }, language)),
    statusStop('no sale', (language) => nothingPage(language)),
    statusStop('too many at once', (language) => busyPage(language, 429)),
  ],
}
