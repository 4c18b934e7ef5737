import type { Page } from 'playwright'

import type { Session } from '../../src/api/session.ts'
import type { SetSettings } from '../../src/api/settings.ts'

type Role = Session['staff'][number]['role']

export async function signIn(page: Page, url: string, role: Role = 'cashier'): Promise<void> {
  await startSession(page, url, role)
  await page.goto(url)
  await page.waitForURL(/\/sell/)
}

/** Changes settings of the shop as a supervisor, who is then signed out. */
export async function changeSettings(page: Page, url: string, settings: SetSettings): Promise<void> {
  await startSession(page, url, 'supervisor')
  const answer = await page.request.put(`${url}/api/settings`, { data: settings, headers: { origin: url } })
  if (!answer.ok()) throw new Error(await answer.text())
}

async function startSession(page: Page, url: string, role: Role) {
  const { staff, demoPins } = (await (await page.request.get(`${url}/api/session`)).json()) as Session
  const person = staff.find((each) => each.role === role)
  await page.request.post(`${url}/api/session`, {
    data: { staffId: person?.id, pin: demoPins?.[person?.id ?? ''] },
    headers: { origin: url },
  })
}
