import { expect, it } from 'vitest'

import type { AuditEntry } from '#domain/audit.ts'
import { createLookUps, LOOK_UPS_A_MINUTE } from '#server/sales/colleague-sale-access.ts'
import { cashier, otherCashier, sellerOf } from '../../support/money-path.ts'
import { amal, joseph, MINUTE, OPENED_AT, openedSale, SECOND, till } from '../../support/sales.ts'

/**
 * @security V8.2.2: A cashier can open ten complete sales of colleagues a minute, each only by its number, and each is
 * audited.
 */

function aCounter() {
  const clock = { time: OPENED_AT, now: () => clock.time, wall: () => clock.time }
  const lines: AuditEntry[] = []
  const audit = { append: async (line: AuditEntry) => void lines.push(line), appendIn: async () => () => {} }
  const note = createLookUps({ clock, audit })
  return { clock, lines, look: (person = otherCashier) => note(openedSale(), sellerOf(person)) }
}

it('viewing a colleague’s sale is in the audit log, with the number of the sale and who sold it', async () => {
  const { lines, look } = aCounter()
  await look()
  expect(lines).toEqual([
    {
      kind: 'looked-up',
      by: joseph,
      terminal: till,
      about: { id: openedSale().id, name: '1' },
      detail: { seller: amal.name },
    },
  ])
})

it("a person can view a limited number of colleagues' sales per minute, and other people have separate limits", async () => {
  const { clock, lines, look } = aCounter()
  for (let count = 0; count < LOOK_UPS_A_MINUTE; count += 1) {
    await look()
    clock.time += SECOND
  }
  const waited = LOOK_UPS_A_MINUTE * SECOND
  await expect(look()).rejects.toMatchObject({
    status: 429,
    failure: { code: 'rate-limited', moneyMoved: 'unknown' },
    retryAfterMs: MINUTE - waited,
  })
  await look(cashier)
  expect(lines).toHaveLength(LOOK_UPS_A_MINUTE + 1)
  clock.time = OPENED_AT + MINUTE - 1
  await expect(look()).rejects.toMatchObject({ retryAfterMs: 1 })
  clock.time += 1
  await look()
  await expect(look()).rejects.toMatchObject({ retryAfterMs: SECOND })
})
