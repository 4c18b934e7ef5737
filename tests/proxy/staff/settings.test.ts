import { describe, expect, it } from 'vitest'

import { aStaffStore } from './staff-store.ts'

describe('the settings of a shop', () => {
  it('of two supervisors who saw the same settings and save at the same time, one changes them', async () => {
    const { settings } = await aStaffStore()
    const was = settings.current()
    const set = (idleMinutes: number) => settings.set({ idleMinutes, limits: null }, {}, was)
    const [first, second] = await Promise.allSettled([set(2), set(9)])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { status: 409 } })
    expect(settings.current().idleMinutes).toBe(2)
  })

  it('the audit log records the settings before a change, also for two changes at the same time', async () => {
    const { settings, audit } = await aStaffStore()
    await Promise.all([2, 9].map((idleMinutes) => settings.set({ idleMinutes, limits: null }, {})))
    const { lines } = await audit.page({ kind: 'settings-changed' })
    expect(lines.map(({ detail }) => [detail?.idleMinutesBefore, detail?.idleMinutes])).toEqual([
      [2, 9],
      [5, 2],
    ])
    expect(settings.current().idleMinutes).toBe(9)
  })
})
