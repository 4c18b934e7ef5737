import type { Page } from 'playwright'

import type { Session } from '../../src/api/session.ts'

export async function signIn(page: Page, url: string): Promise<void> {
  const { staff, demoPins } = (await (await page.request.get(`${url}/api/session`)).json()) as Session
  const cashier = staff.find(({ role }) => role === 'cashier')
  await page.request.post(`${url}/api/session`, {
    data: { staffId: cashier?.id, pin: demoPins?.[cashier?.id ?? ''] },
    headers: { origin: url },
  })
  await page.goto(url)
  await page.waitForURL(/\/sell/)
}
