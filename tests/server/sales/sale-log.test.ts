import { describe, expect, it } from 'vitest'

import { saleLine } from '#server/sales/sale-log.ts'
import {
  checkedSale,
  comingVoucher,
  failedSale,
  deliveredVoucher,
  heldSale,
  openedSale,
  OPENED_AT,
  pendingSale,
  readyVoucher,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'

const auditEntryOf = (change: Parameters<typeof saleLine>[0]) => {
  const line = saleLine(change, OPENED_AT)
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>)
}

describe('the log line of a sale', () => {
  it('the line of a new sale contains its product, amount, cashier and terminal', () => {
    expect(auditEntryOf({ sale: openedSale() })).toEqual({
      time: new Date(OPENED_AT).toISOString(),
      what: 'sale',
      id: openedSale().id,
      number: 1,
      version: 1,
      to: 'opened',
      service: 'qamra',
      amount: '50.00',
      currency: 'AED',
      cashier: 'amal',
      terminal: 'till',
    })
  })

  it.each([
    { before: openedSale(), sale: checkedSale(), says: { from: 'opened', to: 'checked' } },
    {
      before: checkedSale(),
      sale: unknownSale(),
      says: { from: 'checked', to: 'unknown', problem: 'no-answer', transaction: '69d-7c9-5f1-098-494' },
    },
    { before: pendingSale(), sale: failedSale(), says: { from: 'pending', to: 'failed', problem: 'service-failed' } },
    { before: pendingSale(), sale: heldSale(), says: { from: 'pending', to: 'pending', flags: 'held' } },
    {
      before: succeededSale(),
      sale: { ...succeededSale(), conflicting: true as const },
      says: { from: 'succeeded', to: 'succeeded', flags: 'conflicting' },
    },
    {
      before: unknownSale(),
      sale: { ...unknownSale(), resolution: { outcome: 'sold' as const, note: 'Support says so', at: 1, by: 'Hamad' } },
      says: { from: 'unknown', to: 'unknown', flags: 'resolved as sold' },
    },
    {
      before: comingVoucher(),
      sale: readyVoucher(),
      says: { from: 'succeeded', to: 'succeeded', flags: 'code ready' },
    },
    {
      before: readyVoucher(),
      sale: deliveredVoucher(),
      says: { from: 'succeeded', to: 'succeeded', flags: 'code delivered' },
    },
  ])('the line of a change from $says.from to $says.to has the flags $says.flags', ({ before, sale, says }) => {
    expect(auditEntryOf({ before, sale })).toMatchObject(says)
  })

  it('no line is written when only the number of finds changed', () => {
    expect(
      auditEntryOf({ before: unknownSale(), sale: { ...unknownSale(), findCount: 4, version: 9 } }),
    ).toBeUndefined()
  })

  it('a line contains no account, no name and no text of the provider', () => {
    const sale = {
      ...failedSale(),
      problem: { code: 'service-failed' as const, text: 'canary text\nof the service' },
      resolution: { outcome: 'sold' as const, note: 'canary note', at: 1, by: 'Canary Name' },
    }
    const line = saleLine({ before: pendingSale(), sale }, OPENED_AT) ?? ''
    expect(line).not.toMatch(/canary|971501234567|Amal Rahman|Counter|\n/i)
    expect(line).toContain('"to":"failed"')
  })
})
