import { describe, expect, it } from 'vitest'

import { aStaffStore } from './staff-store.ts'

describe('the settings of a shop', () => {
  it('are changed by one of two supervisors who saw the same and save in the same moment', async () => {
    const { settings } = await aStaffStore()
    const was = settings.current()
    const set = (idleMinutes: number) => settings.set({ idleMinutes, limits: null }, {}, was)
    const [first, second] = await Promise.allSettled([set(2), set(9)])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: { status: 409 } })
    expect(settings.current().idleMinutes).toBe(2)
  })

  it('say in the audit log what they were before, also when they change twice in a moment', async () => {
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
