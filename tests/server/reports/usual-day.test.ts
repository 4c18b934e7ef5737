import { expect, it } from 'vitest'

import type { ReportAnswer } from '#api/reports.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openShop, sell, signedIn } from '../../support/shop.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Saturday noon in Dubai. */
const NOON = Date.UTC(2026, 10, 7, 8)

const aed = (amount: string) => [{ amount, currency: 'AED' }]

it('a day has the median of its weekday in the last four weeks behind it, from days on which something was sold', async () => {
  const real = systemClock()
  let ahead = NOON - real.wall()
  const read = () => real.wall() + ahead
  const goTo = (at: number) => void (ahead += at - read())
  const shop = await openShop({ clock: { ...real, now: read, wall: read } })
  const amal = await signedIn(shop, 'Amal')
  const reportAt = async (at: number) => {
    goTo(at)
    const hamad = await signedIn(shop, 'Hamad')
    const day = new Date(at).toISOString().slice(0, 10)
    return (await hamad.ask<ReportAnswer>('GET', `/api/reports?from=${day}&to=${day}`)).body
  }
  const sellAt = async (at: number, account: string, amount: string) => {
    goTo(at)
    await amal.signIn('Amal')
    expect((await sell(amal, { account, amount })).body.state).toBe('succeeded')
  }
  await sellAt(NOON, '0501234501', '10')
  expect(await reportAt(NOON + HOUR)).not.toHaveProperty('usual')
  await sellAt(NOON + 3 * HOUR, '0501234502', '30')

  // The shop is closed in the second week.
  await sellAt(NOON + 14 * DAY, '0501234503', '20')
  const { usual, totals } = await reportAt(NOON + 14 * DAY + HOUR + 60_000)
  expect(totals.paid).toEqual(aed('20.00'))
  expect(usual).toEqual({
    days: 1,
    hours: [
      { id: '12', paid: aed('10.00') },
      { id: '15', paid: aed('30.00') },
    ],
    soFar: { at: NOON + 14 * DAY + HOUR, paid: aed('20.00'), usual: aed('10.00') },
  })

  const next = (await reportAt(NOON + 21 * DAY)).usual
  expect(next?.days).toBe(2)
  expect(next?.hours).toEqual([
    { id: '12', paid: aed('15.00') },
    { id: '15', paid: aed('15.00') },
  ])
})
