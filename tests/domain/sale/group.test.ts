import { describe, expect, it } from 'vitest'

import { SALE_STATES, type Resolution, type Sale } from '#domain/sale/sale.ts'
import { groupOfSale, SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'

const closed = (as: Resolution['outcome']): Pick<Sale, 'resolution'> => ({
  resolution: { outcome: as, note: 'Support said so', at: 1, by: 'H' },
})

describe('groupOfSale', () => {
  it.each<[Parameters<typeof groupOfSale>[0], SaleGroup]>([
    [{ state: 'opened' }, 'not-confirmed'],
    [{ state: 'checked' }, 'not-confirmed'],
    [{ state: 'refused' }, 'not-sold'],
    [{ state: 'confirming', confirmedAt: 1 }, 'waiting'],
    [{ state: 'pending', confirmedAt: 1 }, 'waiting'],
    [{ state: 'unknown', confirmedAt: 1 }, 'unknown'],
    [{ state: 'not-executed', confirmedAt: 1 }, 'not-sold'],
    [{ state: 'succeeded', confirmedAt: 1 }, 'sold'],
    [{ state: 'succeeded', voucher: 'ready' }, 'sold'],
    [{ state: 'succeeded', voucher: 'delivered' }, 'sold'],
    [{ state: 'failed', confirmedAt: 1 }, 'not-sold'],
    [{ state: 'canceled', confirmedAt: 1 }, 'unknown'],
    [{ state: 'replaced', confirmedAt: 1 }, 'unknown'],
    [{ state: 'abandoned' }, 'not-confirmed'],
    // The sale was abandoned after its confirm was sent, so the customer has the money back.
    [{ state: 'abandoned', confirmedAt: 1 }, 'not-sold'],
    [{ state: 'succeeded', voucher: 'coming' }, 'waiting'],
    [{ state: 'canceled', ...closed('sold') }, 'sold'],
    [{ state: 'pending', ...closed('not-sold') }, 'not-sold'],
    [{ state: 'succeeded', voucher: 'coming', ...closed('not-sold') }, 'not-sold'],
    // The customer had the money back before a supervisor learned that the sale had succeeded, so it counts as a loss,
    // not as sold.
    [{ state: 'abandoned', ...closed('sold'), refund: { done: { at: 1, by: 'A' } } }, 'not-sold'],
    [{ state: 'canceled', ...closed('not-sold'), refund: {} }, 'not-sold'],
    [{ state: 'succeeded', conflicting: true }, 'unknown'],
    [{ state: 'failed', conflicting: true, ...closed('not-sold') }, 'unknown'],
  ])('groupOfSale puts %j into %s', (sale, group) => expect(groupOfSale(sale)).toBe(group))

  it('groupOfSale has a group for every state', () => {
    for (const state of SALE_STATES) expect(SALE_GROUPS).toContain(groupOfSale({ state }))
  })
})
