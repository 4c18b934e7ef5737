import { describe, expect, it } from 'vitest'

import { interruptBatch, findLineStart, nextForBatch, restoreBatch, stopBatch } from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { mayReveal } from '#domain/sale/reveal-rights.ts'
import { findAttention, saleCan, type SaleState } from '#domain/sale/sale.ts'
import { DEFAULT_PERMISSIONS, type Person } from '#domain/person.ts'
import { aBatch, aRunningBatch, withLines } from '../../../support/a-batch.ts'
import {
  amal,
  ANSWERED_AT,
  approved,
  aSale,
  aVoucher,
  checkedInternational,
  CONFIRM_GRACE_MS,
  DAY,
  delivered,
  findAnswered,
  HOUR,
  kindsOf,
  lost,
  MINUTE,
  OPENED_AT,
  openedInternational,
  pollRequested,
  refuses,
  resolved,
  restarted,
  says,
  saysInternational,
  SECOND,
  step,
} from '../../../support/sales.ts'

const now = OPENED_AT + DAY
const restored = (sale: SaleRecord) => step(sale, { kind: 'restored' }, now)
/** Two answers to find, the second one after the required pause. */
function answeredTwice(sale: SaleRecord, answer: Parameters<typeof findAnswered>[1]): SaleRecord {
  const first = findAnswered(sale, answer, now + SECOND).sale
  expect(first.state).toBe('unknown')
  const tooSoon = findAnswered(first, answer, now + SECOND + CONFIRM_GRACE_MS - 1).sale
  expect(tooSoon.state).toBe('unknown')
  return findAnswered(tooSoon, answer, now + 2 * SECOND + CONFIRM_GRACE_MS).sale
}

describe('a sale in a database that was restored from a backup', () => {
  const AT_ONCE = { kind: 'find', at: now } as const
  const rows: [string, SaleState, () => SaleRecord][] = [
    ['opened', 'unknown', aSale.opened],
    ['opened, a voucher', 'unknown', aVoucher.opened],
    ['checked', 'unknown', aSale.checked],
    ['checked, international', 'unknown', checkedInternational],
    ['confirming', 'unknown', aSale.confirming],
    ['unknown', 'unknown', aSale.unknown],
    ['unknown, with one -1', 'unknown', aSale.onceReserved],
    ['not executed', 'unknown', aSale.notExecuted],
    ['pending', 'pending', aSale.pending],
    ['abandoned after a confirm', 'abandoned', aSale.abandoned],
    ['expired before a confirm', 'abandoned', aSale.expired],
    ['sold, with its code still coming', 'succeeded', aVoucher.coming],
  ]

  it.each(rows)('a restored sale that was %s is %s, and polled at once', (_, state, given) => {
    const { sale, events } = restored(given())
    expect(sale).toMatchObject({ state, next: AT_ONCE, findCount: 0 })
    for (const proof of ['minusOneAt', 'mayRepeatConfirm']) expect(sale).not.toHaveProperty(proof)
    expect(kindsOf(events)).toEqual(['restored'])
    // A second process, which finds the restore only partly resumed, does the same again.
    expect(restored(sale).sale).toMatchObject({ state, next: AT_ONCE })
  })

  it.each([aSale.refused, aSale.succeeded, aSale.failed, aSale.canceled, aVoucher.delivered])(
    'a restored sale that is final and has no code to deliver does not change: %o',
    (given) => {
      const sale = given()
      expect(restored(sale)).toEqual({ sale, events: [] })
    },
  )

  it('a restored sale is not confirmed, automatically or by a person, before find has proven that nothing was executed', () => {
    for (const [, , given] of rows) {
      const { sale } = restored(given())
      expect(sale.next?.kind).toBe('find')
      expect(saleCan.confirm(sale, now)).toBe(false)
      expect(approved(sale, now).sale).toBe(sale)
    }
  })

  it.each([aSale.opened, aSale.checked])(
    '%o, restored and sold after the backup: find reports it, and it is sold',
    (given) => {
      const { sale } = restored(given())
      expect(findAnswered(sale, says(1), now + SECOND).sale).toMatchObject({ state: 'succeeded' })
      expect(findAnswered(sale, says(0), now + SECOND).sale).toMatchObject({ state: 'pending' })
    },
  )

  it('a restored checked sale that was not executed ends after two finds prove it, because its quote is too old', () => {
    const ended = answeredTwice(restored(aSale.checked()).sale, says(-1))
    // Like a sale that was abandoned after a confirm, it is checked again; no one is known to have paid.
    expect(ended).toMatchObject({ state: 'abandoned', problem: { code: 'expired' }, next: { kind: 'find' } })
    expect(ended).not.toHaveProperty('refund')
    expect(findAnswered(ended, says(1), ended.next!.at).sale.conflicting).toBe(true)
  })

  it('a restored opened sale ends after code 20 twice, because the check never arrived', () => {
    expect(answeredTwice(restored(aSale.opened()).sale, refuses(20))).toMatchObject({ state: 'abandoned' })
    // If a transaction is known by its id, code 20 proves nothing.
    const known = findAnswered(restored(aSale.checked()).sale, refuses(20), now + SECOND).sale
    expect(known).not.toHaveProperty('minusOneAt')
  })

  it('a restored opened sale stays unknown after code 22, which proves nothing, until a supervisor resolves it', () => {
    let sale = restored(aSale.opened()).sale
    for (const minutes of [1, 2, 60]) sale = findAnswered(sale, refuses(22), now + minutes * MINUTE).sale
    expect(sale).toMatchObject({ state: 'unknown', next: { kind: 'find' } })
    expect(sale).not.toHaveProperty('minusOneAt')
    expect(saleCan.resolve(sale, now + DAY)).toBe(true)
  })

  it('a restored opened sale stays unknown after a lost answer, however old it is', () => {
    const { sale } = restored(aSale.opened())
    const asked = findAnswered(sale, lost(), now + SECOND).sale
    expect(asked).toMatchObject({ state: 'unknown', next: { kind: 'find' } })
    expect(findAnswered(asked, refuses(60), now + MINUTE).sale.state).toBe('unknown')
  })

  it('a restored sale that was not executed may have been finished after the backup, and is proven again before a person decides', () => {
    const { sale } = restored(aSale.notExecuted())
    expect(findAnswered(sale, says(1), now + SECOND).sale.state).toBe('succeeded')
    const proven = answeredTwice(sale, says(-1))
    expect(proven.state).toBe('not-executed')
    expect(saleCan.confirm(proven, now + MINUTE)).toBe(true)
  })

  it('a restored opened international top-up cannot be polled, so a supervisor decides at once', () => {
    const { sale } = restored(openedInternational())
    expect(sale.state).toBe('unknown')
    expect(sale).not.toHaveProperty('next')
    expect(saleCan.poll(sale)).toBe(false)
    expect(pollRequested(sale, now).sale).toBe(sale)
    expect(restarted(sale, now + HOUR).sale).toBe(sale)
    expect(findAttention(sale, now)).toBe('late')
    const closed = resolved(sale, 'not-sold', now + MINUTE).sale
    expect(closed).not.toHaveProperty('next')
    expect(closed).not.toHaveProperty('refund')
    // A sale that was checked has the provider's id.
    expect(findAnswered(restored(checkedInternational()).sale, saysInternational(1), now).sale.state).toBe('succeeded')
  })

  it('a restored sale that expired before the backup is polled until one answer is clear', () => {
    const { sale } = restored(aSale.expired())
    const lostOnce = findAnswered(sale, lost(), now + SECOND).sale
    expect(lostOnce.next?.kind).toBe('find')
    expect(findAnswered(lostOnce, says(-1), now + MINUTE).sale).not.toHaveProperty('next')
    expect(findAnswered(sale, says(1), now + SECOND).sale.conflicting).toBe(true)
  })

  describe('the code of a restored sale', () => {
    const cashier: Person = { id: amal.id, name: amal.name, role: 'cashier', permissions: [] }
    const trusted: Person = { ...cashier, permissions: [...DEFAULT_PERMISSIONS, 'reveal-again'] }

    it('the code of a restored sale that was ready in the backup is revealed only like a delivered one', () => {
      const ready = aVoucher.ready()
      expect(mayReveal(ready, cashier, now)).toBe('yes')
      const { sale, events } = restored(ready)
      expect(kindsOf(events)).toEqual(['restored'])
      expect(sale).toMatchObject({ voucher: 'ready', mayBeDelivered: true })
      expect(mayReveal(sale, cashier, now)).toBe('no')
      expect(mayReveal(sale, trusted, now)).toBe('with-reason')
      // Once the code is delivered, its cashier may reveal it again, because the first print may have failed.
      expect(mayReveal(delivered(sale, 'printed', now).sale, cashier, now + SECOND)).toBe('yes')
    })

    it('the code of a restored sale that arrived after the backup is revealed only like a delivered one', () => {
      for (const given of [aVoucher.opened, aVoucher.confirming, aVoucher.coming]) {
        const found = findAnswered(restored(given()).sale, says(1, { hasCode: true }), now + SECOND).sale
        expect(found).toMatchObject({ state: 'succeeded', voucher: 'ready' })
        expect(mayReveal(found, cashier, now + SECOND)).toBe('no')
      }
    })

    it('the code of a restored sale that was delivered before the backup stays delivered, and a top-up has none', () => {
      expect(restored(aVoucher.delivered()).sale).not.toHaveProperty('mayBeDelivered')
      expect(restored(aSale.confirming()).sale).not.toHaveProperty('mayBeDelivered')
    })
  })
})

describe('a quantity in a database that was restored from a backup', () => {
  const running = aRunningBatch({}, { at: now, remaining: [2, 3] })
  const stopped = stopBatch(running, { reason: 'requested', at: ANSWERED_AT, by: amal })

  it.each([aBatch(), running, stopped])(
    'a restored $state quantity is stopped, and starts no further line',
    (batch) => {
      const { sales } = withLines(batch, aVoucher.ready())
      const restoredBatch = restoreBatch({ batch, sales }, now)
      expect(restoredBatch).toMatchObject({ state: 'stopped', stop: { reason: 'restored' }, isRestored: true })
      const known = { batch: restoredBatch, sales }
      expect(nextForBatch(known, { now })).toEqual({ kind: 'wait' })
      expect(interruptBatch(known, now)).toBe(restoredBatch)
      for (const line of [1, 2, 3]) expect(findLineStart(known, line, now)).toBeUndefined()
      expect(restoreBatch(known, now + 1)).toBe(restoredBatch)
    },
  )

  it('a restored quantity whose lines are all sold is complete', () => {
    const sold = withLines(running, aVoucher.ready(), aVoucher.ready(), aVoucher.ready())
    expect(restoreBatch(sold, now)).toMatchObject({ state: 'complete' })
  })
})
