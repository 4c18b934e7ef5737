import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { LimitsFor, SalesLimits } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { aMoneyPath, cashier, otherCashier, sellerOf, supervisor } from '../../support/money-path.ts'
import {
  amal,
  anAmount,
  APPROVED_AT,
  aSaleId,
  checkAnswered,
  CHECKED_AT,
  checkedSale,
  confirmingSale,
  confirmingVoucher,
  hamad,
  MINUTE,
  openedVoucher,
  says,
  saysOfVoucher,
  till,
} from '../../support/sales.ts'

/** @security V2.3.5: Above a limit, a supervisor's PIN for that sale is needed and recorded. */

const aed = (limits: Omit<SalesLimits, 'currency'>): SalesLimits => ({ currency: 'AED', ...limits })
const approver = { staffId: hamad.id, pin: '730519' }

type Options = { limits: LimitsFor; sale?: SaleRecord; sold?: SaleRecord[]; pinOf?: Person; onPin?: () => void }

/** A checked sale of AED 50. Any PIN that is entered counts as the PIN of `pinOf`. */
async function aTill({ limits, sale = checkedSale(), sold = [], pinOf = supervisor, onPin = () => {} }: Options) {
  const asked: unknown[] = []
  const path = await aMoneyPath({
    sale,
    sales: sold,
    limits,
    script: { confirm: says(1) },
    recognize: async (who) => {
      asked.push(who)
      onPin()
      return pinOf
    },
  })
  return {
    ...path,
    pins: asked,
    aboveLimits: () => path.lines.filter(({ kind }) => kind === 'above-limit'),
    confirm: (by: { approver?: typeof approver } = {}, person: Person = cashier) =>
      path.sales.confirm(sale.id, { version: sale.version, ...by }, sellerOf(person)),
  }
}
const refusal = (code: string, limits: { of: string; kind: string }[]) => ({
  status: 403,
  failure: { code, limits: limits.map((limit) => expect.objectContaining(limit)) },
})
const soldBefore = (changes: Partial<SaleRecord> = {}): SaleRecord => ({
  ...confirmingSale(),
  id: aSaleId('Z'),
  number: 2,
  account: '971509999999',
  approval: { ...confirmingSale().approval!, countsTowardLimits: true },
  ...changes,
})
const PER_SALE = { of: 'shop', kind: 'perSale' }

describe('a sale above a limit', () => {
  it('a sale above a limit is rejected without an approver, and is in the audit log once a minute', async () => {
    const path = await aTill({ limits: { shop: aed({ perSale: '10' }) } })
    await expect(path.confirm()).rejects.toMatchObject(refusal('above-limit', [PER_SALE]))
    expect(path.aboveLimits()).toEqual([
      {
        kind: 'above-limit',
        by: amal,
        terminal: till,
        about: { id: checkedSale().id, name: '1' },
        detail: { limit: 'shop perSale' },
      },
    ])
    path.clock.time += MINUTE - 1
    await expect(path.confirm()).rejects.toMatchObject(refusal('above-limit', [PER_SALE]))
    expect(path.aboveLimits()).toHaveLength(1)
    path.clock.time += 1
    await expect(path.confirm()).rejects.toMatchObject(refusal('above-limit', [PER_SALE]))
    expect(path.aboveLimits()).toHaveLength(2)
    // A clock that was set back does not silence the log.
    path.clock.time -= MINUTE
    await expect(path.confirm()).rejects.toMatchObject(refusal('above-limit', [PER_SALE]))
    expect(path.aboveLimits()).toHaveLength(3)
    expect(path.steps()).toEqual([])
    expect((await path.read())?.state).toBe('checked')
  })

  it('a sale above a limit is in the audit log beside another sale above the same limit', async () => {
    const other = { ...checkedSale(), id: aSaleId('Y'), account: '971508888888', number: 2 }
    const path = await aTill({ limits: { shop: aed({ perSale: '10' }) }, sold: [other] })
    await expect(path.confirm()).rejects.toMatchObject({ status: 403 })
    const confirmed = path.sales.confirm(other.id, { version: 1 }, sellerOf(cashier))
    await expect(confirmed).rejects.toMatchObject(refusal('above-limit', [PER_SALE]))
    expect(path.aboveLimits().map(({ about }) => about?.id)).toEqual([checkedSale().id, other.id])
  })

  it('a rejection above the limit of vouchers per minute says how many are sold', async () => {
    const voucher = checkAnswered(openedVoucher(), saysOfVoucher(-1), CHECKED_AT).sale
    const approval = { ...confirmingVoucher().approval!, countsTowardLimits: true as const }
    const before = { ...confirmingVoucher(), id: aSaleId('Z'), number: 2, approval }
    const path = await aTill({ limits: { shop: aed({ vouchersPerMinute: 1 }) }, sale: voucher, sold: [before] })
    const error = await path.confirm().catch((refused: unknown) => refused)
    expect(error).toMatchObject(refusal('above-limit', [{ of: 'shop', kind: 'vouchersPerMinute' }]))
    expect((error as { failure: { message: string } }).failure.message).toMatch(/vouchers in a minute: 1 of 1 used/)
  })

  it.each<{ kind: string; limits: LimitsFor; sold?: SaleRecord[]; says: string[] }>([
    { kind: 'perSale', limits: { shop: aed({ perSale: '10' }) }, says: ['shop', 'one sale', 'AED 0.00 of AED 10.00'] },
    { kind: 'perHour', limits: { person: aed({ perHour: '60' }) }, says: ['hour', 'AED 50.00 of AED 60.00'] },
    { kind: 'perDay', limits: { shop: aed({ perDay: '99.99' }) }, says: ['shop', 'day', 'AED 50.00 of AED 99.99'] },
    {
      kind: 'perNumber',
      limits: { shop: aed({ perNumber: '70' }) },
      sold: [soldBefore({ account: '971501234567', serviceId: 'velto' })],
      says: ['number', 'AED 50.00 of AED 70.00'],
    },
  ])(
    'a sale above a limit names the limit and its usage: $kind',
    async ({ kind, limits, sold = [soldBefore()], says: parts }) => {
      const path = await aTill({ limits, sold })
      const error = await path.confirm().catch((refused: unknown) => refused)
      expect(error).toMatchObject(refusal('above-limit', [{ of: limits.shop ? 'shop' : 'person', kind }]))
      const { message } = (error as { failure: { message: string } }).failure
      for (const part of parts) expect(message).toContain(part)
      expect(message.includes('shop')).toBe(limits.shop !== undefined)
    },
  )

  it('the limit of a day starts a new day at midnight of the shop', async () => {
    const beforeMidnight = soldBefore({ confirmedAt: APPROVED_AT - 24 * 60 * MINUTE })
    const path = await aTill({ limits: { shop: aed({ perDay: '60' }) }, sold: [beforeMidnight] })
    expect((await path.confirm()).state).toBe('succeeded')
  })

  it('a sale above a limit is sent with a supervisor’s PIN, which is checked for this terminal and recorded in the sale', async () => {
    const path = await aTill({ limits: { shop: aed({ perSale: '10' }), person: aed({ perSale: '20' }) } })
    expect((await path.confirm({ approver })).state).toBe('succeeded')
    expect(path.pins).toEqual([{ terminalId: till.id, ...approver }])
    const expected = { by: amal, approver: hamad, overridden: [{ of: 'person', kind: 'perSale' }, PER_SALE] }
    expect((await path.read())?.approval).toMatchObject(expected)
    expect(path.aboveLimits()).toEqual([])
  })

  it('a sale above a limit is sent by a supervisor who sells it and enters their own PIN', async () => {
    const path = await aTill({
      limits: { shop: aed({ perSale: '10' }) },
      sale: { ...checkedSale(), cashier: hamad },
    })
    expect((await path.confirm({ approver }, supervisor)).state).toBe('succeeded')
  })

  it.each<[what: string, staffId: string, sale?: SaleRecord, seller?: Person]>([
    ['a cashier who sells it', amal.id],
    [
      'the cashier of the sale, while a supervisor sells it',
      otherCashier.id,
      { ...checkedSale(), cashier: { id: otherCashier.id, name: otherCashier.name } },
      supervisor,
    ],
  ])(
    'a sale above a limit cannot be approved by %s, and no PIN is checked',
    async (_, staffId, sale = checkedSale(), seller = cashier) => {
      const path = await aTill({ limits: { shop: aed({ perSale: '10' }) }, sale })
      const confirmed = path.confirm({ approver: { ...approver, staffId } }, seller)
      await expect(confirmed).rejects.toMatchObject({ status: 403 })
      expect(path.pins).toEqual([])
      expect(path.steps()).toEqual([])
    },
  )

  it('a sale above a limit cannot be approved with another cashier’s PIN', async () => {
    const path = await aTill({ limits: { shop: aed({ perSale: '10' }) }, pinOf: otherCashier })
    await expect(path.confirm({ approver })).rejects.toMatchObject(refusal('not-allowed', [PER_SALE]))
    expect(path.aboveLimits()).toHaveLength(1)
    expect(path.steps()).toEqual([])
  })

  it('a sale above a limit is rejected when a further limit is set while the PIN is checked', async () => {
    const limits: { shop: SalesLimits } = { shop: aed({ perSale: '10' }) }
    const path = await aTill({ limits, onPin: () => (limits.shop = aed({ perSale: '10', perDay: '20' })) })
    const refused = refusal('above-limit', [{ of: 'shop', kind: 'perDay' }])
    await expect(path.confirm({ approver })).rejects.toMatchObject(refused)
    expect(path.steps()).toEqual([])
  })

  it('a sale above a limit that is rejected for another reason has that reason, and no PIN is checked', async () => {
    const path = await aTill({ limits: { shop: aed({ perSale: '10' }) } })
    path.health.service = 'stopped'
    await expect(path.confirm({ approver })).rejects.toMatchObject({ status: 503 })
    expect(path.pins).toEqual([])
  })
})

it("a sale in a shop without limits is above none, and no approver's PIN is checked", async () => {
  const path = await aTill({ limits: {}, sale: { ...checkedSale(), pays: anAmount('999999') } })
  expect((await path.confirm({ approver })).state).toBe('succeeded')
  expect([path.pins, path.lines]).toEqual([[], []])
})
