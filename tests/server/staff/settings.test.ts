import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '#api/settings.ts'
import { openSettings } from '#server/staff/settings.ts'
import { salesStore } from '#server/sales/store.ts'
import { aLogo } from '../../support/a-logo.ts'
import { openedSale } from '../../support/sales.ts'
import { aStaffStore } from './staff-store.ts'

it('when two supervisors who saw the same settings save at the same time, one of them changes the settings', async () => {
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

it('the audit log names each changed setting by its path, and of a logo only that it changed', async () => {
  const { settings, audit } = await aStaffStore()
  const receipt = { heading: 'Welcome', logo: aLogo(8, 8), paperWidth: 58, copies: 1 } as const
  await settings.set({ receipt, payments: { methods: ['cash', 'card'], default: 'cash' } }, {})
  await settings.set({ receipt: { ...receipt, heading: 'Ahlan', logo: aLogo(16, 8) } }, {})
  const { lines } = await audit.page({ kind: 'settings-changed' })
  expect(lines.map(({ detail }) => detail)).toEqual([
    { 'receipt.heading': 'Ahlan', 'receipt.headingBefore': 'Welcome', 'receipt.logo': 'changed' },
    {
      'receipt.heading': 'Welcome',
      'receipt.headingBefore': 'none',
      'receipt.logo': 'changed',
      'receipt.paperWidth': 58,
      'receipt.paperWidthBefore': 80,
      payments: '{"methods":["cash","card"],"default":"cash"}',
      paymentsBefore: 'none',
    },
  ])
})

it('settings without fields of a newer build get the defaults, and unreadable settings are rejected', async () => {
  const shop = await aStaffStore()
  const store = (record: string) =>
    shop.db.insertInto('settings').values({ id: 1, record }).onConflict((row) => row.column('id').doUpdateSet({ record })).execute() // prettier-ignore
  await store(JSON.stringify({ idleMinutes: 7, limits: null }))
  expect((await openSettings(shop)).current()).toEqual({ ...DEFAULT_SETTINGS, idleMinutes: 7 })
  for (const bad of ['{', '{"idleMinutes":7,"receipt":{"logo":"data:image/svg+xml,<svg/>"}}']) {
    await store(bad)
    await expect(openSettings(shop)).rejects.toThrow(/cannot be read/)
  }
})

it('the version of settings that tills compare changes only with what tills know', async () => {
  const { settings } = await aStaffStore()
  const first = settings.version()
  await settings.set({ wallet: { ...DEFAULT_SETTINGS.wallet, lowBalanceDays: 3 } }, {})
  expect(settings.version()).toBe(first)
  await settings.set({ quickAmounts: ['10', '25'] }, {})
  expect(settings.version()).not.toBe(first)
  await settings.set({ quickAmounts: [] }, {})
  expect(settings.version()).toBe(first)
})

describe('the time zone', () => {
  const supervisor = { by: { id: 'h', name: 'Hamad' } }
  const sellIn = (shop: Awaited<ReturnType<typeof aStaffStore>>) => salesStore(shop.db).insert(openedSale(), [])

  it('the time zone of a shop is chosen on the screen, and tills notice', async () => {
    const { settings } = await aStaffStore()
    const before = settings.version()
    expect(settings.calendar().timeZone).toBe('Asia/Dubai')
    expect(await settings.answer()).not.toHaveProperty('timeZoneFixedBy')
    await settings.set({ timeZone: 'Asia/Muscat' }, supervisor)
    expect(settings.calendar().timeZone).toBe('Asia/Muscat')
    expect(settings.version()).not.toBe(before)
  })

  it('the time zone cannot be changed once anything was sold, because the days of earlier sales would move', async () => {
    const shop = await aStaffStore()
    const { settings } = shop
    await sellIn(shop)
    expect(await settings.answer()).toMatchObject({ timeZoneFixedBy: 'sales' })
    await expect(settings.set({ timeZone: 'Asia/Muscat' }, supervisor)).rejects.toMatchObject({ status: 409 })
    expect(settings.calendar().timeZone).toBe('Asia/Dubai')
    await settings.set({ timeZone: 'Asia/Dubai', dayStartHour: 4 }, supervisor)
    expect(settings.calendar()).toEqual({ timeZone: 'Asia/Dubai', dayStartHour: 4 })
  })

  it('a time zone of the administrator wins, also after sales, and stays when it is no longer set', async () => {
    const shop = await aStaffStore()
    await sellIn(shop)
    const opened = await openSettings({ ...shop, timeZone: 'Asia/Muscat' })
    expect(opened.calendar().timeZone).toBe('Asia/Muscat')
    expect(await opened.answer()).toMatchObject({ timeZone: 'Asia/Muscat', timeZoneFixedBy: 'administrator' })
    await expect(opened.set({ timeZone: 'Asia/Dubai' }, supervisor)).rejects.toMatchObject({ status: 409 })
    const { lines } = await shop.audit.page({ kind: 'settings-changed' })
    expect(lines.map(({ by, detail }) => [by, detail])).toEqual([
      [undefined, { timeZone: 'Asia/Muscat', timeZoneBefore: 'Asia/Dubai' }],
    ])
    expect((await openSettings(shop)).calendar().timeZone).toBe('Asia/Muscat')
  })
})
