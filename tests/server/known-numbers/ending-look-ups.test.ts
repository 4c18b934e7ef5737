import { expect, it } from 'vitest'

import { isMasked } from '#domain/phone/contact.ts'
import { maskKnownNumber, readNumberQuery } from '#domain/phone/known-number.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createKnownNumbers } from '#server/known-numbers/known-numbers.ts'
import { createNumberIndex } from '#server/known-numbers/number-index.ts'
import { createNumberDigests } from '#server/lib/number-digests.ts'
import { salesStore } from '#server/sales/store.ts'
import { aJournal } from '../../support/a-journal.ts'
import { atLevel } from '../../support/level.ts'
import { cashier, otherCashier, sellerOf } from '../../support/money-path.ts'
import {
  APPROVED_AT,
  approved,
  CHECKED_AT,
  checkAnswered,
  DAY,
  openedSale,
  OPENED_AT,
  says,
  succeededSale,
  theirId,
} from '../../support/sales.ts'

/**
 * @security V2.3.2, V8.2.2: A known number is only an offer: a sale goes to the whole number that its review shows, and a wrong one among equal endings is seen there.
 */

const LOOK_UPS = atLevel(2_000, 10_000)
const ENDINGS = 970
/** Numbers that share their last four digits with another one. */
const SHARED = 30
const accountOf = (at: number) =>
  `97150${at < ENDINGS ? '123' : '987'}${String(1_000 + (at % ENDINGS) * 7).padStart(4, '0')}`

/** The same numbers on each run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

it(`in ${LOOK_UPS} look-ups by the last four digits, no sale is sent to a number that its review has not shown`, async () => {
  const db = await aJournal()
  const commit = groupCommit(db)
  const digests = createNumberDigests(Buffer.alloc(32, 5))
  const clock = { now: () => OPENED_AT + DAY }
  const index = createNumberIndex({ db, commit, clock, digests, months: () => 6 })
  const store = salesStore(db, { commit })
  const template = succeededSale()
  for (let at = 0; at < ENDINGS + SHARED; at += 1) {
    const id = `01JD6X${String(at).padStart(20, '0')}` as SaleRecord['id']
    await store.insert({ ...template, id, account: accountOf(at), transactionId: theirId(`t${at}`) }, [])
  }
  await index.upkeep({ isStopped: () => false, pause: async () => {} })
  let audited = 0
  const known = createKnownNumbers(index, async () => void (audited += 1))

  const roll = dice(20_261_120)
  const tally = { shared: 0, sent: 0, stopped: 0, unseen: 0, wrong: 0 }
  for (let turn = 0; turn < LOOK_UPS; turn += 1) {
    const customers = accountOf(roll(ENDINGS + SHARED))
    const found = await known.find(readNumberQuery(customers.slice(-4))!, otherCashier)
    if (found.length > 1) tally.shared += 1
    // What the till gets has no whole number.
    for (const sale of found) expect(maskKnownNumber(sale)).toMatch(/^0\d\d ••• \d{4}$/)
    // In a hurry, the cashier presses any of them.
    const pressed = found[roll(found.length)]!
    const { account } = await known.choose(pressed.id, sellerOf(otherCashier))
    const checked = checkAnswered(openedSale({ account: account! }), says(-1, { account: account! }), CHECKED_AT).sale
    expect(checked.state).toBe('checked')
    // The review reads the number of the sale itself, and the customer hears it.
    const shown = checked.account
    if (shown === undefined || isMasked(shown)) tally.unseen += 1
    if (shown !== customers) {
      tally.stopped += 1
      continue
    }
    const sent = approved(checked, APPROVED_AT).sale
    tally.sent += 1
    if (sent.account !== shown) tally.unseen += 1
    if (sent.account !== customers) tally.wrong += 1
  }
  expect(tally.sent + tally.stopped).toBe(LOOK_UPS)
  expect(tally).toMatchObject({ unseen: 0, wrong: 0 })
  // About 6 % of the customers share their ending (3 % of all endings twice), and half of these presses are wrong.
  expect(tally.shared / LOOK_UPS).toBeGreaterThan(0.03)
  expect(tally.stopped).toBeGreaterThan(LOOK_UPS * 0.015)
  // They are sales of a colleague, whose number another cashier opens.
  expect(audited).toBe(LOOK_UPS)

  const own = (await known.find({ ending: accountOf(0).slice(-4) }, cashier))[0]!
  await known.choose(own.id, sellerOf(cashier))
  expect(audited).toBe(LOOK_UPS)
})
