import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { internationalRecipients as numbers } from '#sandbox/international/scenarios.ts'
import { choose, sellInternational, requestFor } from '../support/international.ts'
import { aLastingFolder } from '../support/folders.ts'
import { openSale, openShop, saleOnce, sell, type Browser, type Shop } from '../support/shop.ts'
import { atLevel } from '../support/level.ts'
import { aCopy, type Copy, type Line, type Row } from './a-copy.ts'

/** The journal and ledger of a shop with international sales of every kind. */
let sound: string
let shop: Shop

beforeAll(async () => {
  shop = await openShop({ isClosedByHand: true, sandbox: { slowMs: 50 } })
  const cashier = shop.browser()
  await cashier.signIn('Amal')
  for (const account of [numbers.success, numbers.otherOperatorSameName, numbers.operatorUnsaid]) {
    await sellInternational(cashier, account)
  }
  await acceptOperator(cashier)
  const gems = await sellInternational(cashier, numbers.success, { amount: PIN_PRODUCT })
  await cashier.ask('POST', proxyPaths.revealSale(gems.id), {})
  await cashier.ask('POST', proxyPaths.deliveredSale(gems.id), { method: 'given' })
  for (const account of [numbers.succeedsAfterTwoFinds, numbers.fails, numbers.answerLostAfter]) {
    const { id } = await sellInternational(cashier, account)
    await saleOnce(cashier, id, ({ state }) => state === 'succeeded' || state === 'failed')
  }
  const offered = await choose(cashier)
  for (const account of [
    numbers.otherCountry,
    numbers.checkRefused,
    numbers.checkAnswerLost,
    numbers.checkNeverArrives,
  ]) {
    await openSale(cashier, requestFor(offered, { account }))
  }
  await sell(cashier, { account: '971500000001' })
  sound = aLastingFolder()
  for (const file of ['toptill.db', 'toptill.db-wal', 'ledger.jsonl', 'pepper'])
    copyFileSync(join(shop.folder, 'data', 'sandbox', file), join(sound, file))
})
afterAll(() => shop.close())

/** Sells to a number of another provider, which the cashier accepts. */
async function acceptOperator(cashier: Browser): Promise<void> {
  const { id, body } = await openSale(cashier, requestFor(await choose(cashier), { account: numbers.otherOperator }))
  await cashier.ask('POST', proxyPaths.confirmSale(id), { version: body.version, accept: 'operator' })
  await saleOnce(cashier, id, ({ state }) => state === 'succeeded')
}

const soldInternational = (copy: Copy) => copy.saleOf('succeeded', numbers.success)
const accepted = (copy: Copy) => copy.saleOf('succeeded', numbers.otherOperator)
const elsewhere = (copy: Copy) => copy.saleOf('refused', numbers.otherCountry)
const lostCheck = (copy: Copy) => copy.saleOf('refused', numbers.checkAnswerLost)
const gems = (copy: Copy) => copy.saleOf('succeeded', PIN_PRODUCT)

/** A ledger line of an accepted confirm. */
const aConfirm = (copy: Copy, transactionId: string, more: object = {}): Line => ({
  key: String(copy.lastKey() + 1n),
  request: { path: '/transaction/confirm', at: 0, transactionId, ...more },
})
/** Adds a debit like the last one for another transaction and number. */
function addDebit(copy: Copy, transactionId: string, account: unknown): void {
  const international = copy.lines().findLast(({ debit }) => debit?.amountCurrency)?.debit
  const more = { ...international, price: '1.00', account: String(account) }
  copy.addDebit(undefined, transactionId, { ...more, transactionId, balance: lowered(copy) })
}
const lowered = (copy: Copy) => (Number(copy.lines().findLast(({ debit }) => debit)?.debit?.balance) - 1).toFixed(2)

/** The transaction that the service created for a check whose answer was lost. */
function lostTransaction(copy: Copy): string {
  const line = copy.lines().find(({ transaction }) => transaction?.account === numbers.checkAnswerLost)
  if (!line?.transaction) throw new Error('the sound shop lost no answer to a check')
  return line.transaction.id
}

describe('reconciling international sales', () => {
  it('reconcile finds no violation in the journal of a real shop with international sales', () => {
    const { violations, said } = aCopy(sound).audit()
    expect(violations).toEqual([])
    expect(said).toContain('International: 12 sales, 1 of them by an operator that was accepted.')
    expect(said).toContain('Vouchers: 1 sold, 0 without their code, 0 not handed over.')
  })

  type Tamper = { what: string; tamper: (copy: Copy) => Row | void; says: string }
  const tampers: Tamper[] = [
    {
      what: 'a debit for a number in another country',
      tamper: (copy) => {
        const sale = elsewhere(copy)
        addDebit(copy, sale.record.transactionId, sale.record.account)
        return sale
      },
      says: 'sale # is refused, and the service debited 1.00',
    },
    {
      what: 'a debit for a check that was lost',
      tamper: (copy) => addDebit(copy, lostTransaction(copy), numbers.checkAnswerLost),
      says: '(our id: none), and no sale has it',
    },
    {
      what: 'a second debit',
      tamper: (copy) => {
        const sale = soldInternational(copy)
        addDebit(copy, sale.record.transactionId, sale.record.account)
        return sale
      },
      says: 'sale # was debited 2 times',
    },
    ...[
      { field: 'account', value: '639170000099', says: 'for 639170000099' },
      { field: 'amount', value: '7.00', says: 'the service executed 7.00 of' },
      { field: 'amountCurrency', value: 'INR', says: 'the service executed INR' },
    ].map(({ field, value, says }) => ({
      what: `a debit of another ${field}`,
      tamper: (copy: Copy) => {
        const { record } = soldInternational(copy)
        copy.editLines((line) =>
          line.debit?.transactionId === record.transactionId
            ? { ...line, debit: { ...line.debit, [field]: value } }
            : line,
        )
      },
      says,
    })),
    {
      what: 'a confirm of another operator that nobody accepted',
      tamper: (copy) => {
        const sale = accepted(copy)
        copy.sql("DELETE FROM sale_events WHERE kind = 'operator-accepted' AND sale_id = ?", sale.id)
        return sale
      },
      says: 'sale # was approved though another operator was detected, and nobody accepted that',
    },
    {
      what: 'a confirm of another operator that the journal never heard of',
      tamper: (copy) => {
        const sale = accepted(copy)
        copy.sql("DELETE FROM sale_events WHERE kind LIKE 'operator%' AND sale_id = ?", sale.id)
        copy.editRecord(sale, { mismatch: undefined })
        return sale
      },
      says: 'sale # is for Islanet, and a transaction for Lakbay was confirmed',
    },
    {
      what: 'an operator accepted only after the confirm',
      tamper: (copy) => {
        const sale = accepted(copy)
        copy.sql("DELETE FROM sale_events WHERE kind = 'operator-accepted' AND sale_id = ?", sale.id)
        copy.insertBefore('final', sale.id, 'operator-accepted')
        return sale
      },
      says: 'sale # was approved though another operator was detected, and nobody accepted that',
    },
    {
      what: 'a confirm of a number in another country',
      tamper: (copy) => {
        const sale = elsewhere(copy)
        copy.addLine(aConfirm(copy, sale.record.transactionId))
        return sale
      },
      says: 'sale # is for PHL, and a transaction for IND was confirmed',
    },
    {
      what: 'a confirm of a check that was lost',
      tamper: (copy) => copy.addLine(aConfirm(copy, lostTransaction(copy))),
      says: 'a /transaction/confirm for nothing we know reached the service',
    },
    {
      what: 'a confirm of another offer',
      tamper: (copy) => {
        const sale = soldInternational(copy)
        copy.editLines((line) =>
          line.transaction?.id === sale.record.transactionId
            ? {
                ...line,
                transaction: {
                  ...line.transaction,
                  international: { ...line.transaction.international, amountId: 'f0' },
                },
              }
            : line,
        )
        return sale
      },
      says: 'and offer f0 was confirmed',
    },
    {
      what: 'a confirm with an id of ours beside the one of the service',
      tamper: (copy) => {
        const { id, record } = soldInternational(copy)
        copy.addLine(aConfirm(copy, record.transactionId, { externalId: id }))
      },
      says: 'a /transaction/confirm of an international sale names',
    },
    {
      what: 'a find by an id of ours',
      tamper: (copy) => {
        const { id } = soldInternational(copy)
        const request = { path: '/transaction/find', at: 0, externalId: id }
        copy.addLine({ key: String(copy.lastKey() + 1n), request })
      },
      says: 'a /transaction/find of an international sale names',
    },
    {
      what: 'a lost check that was sent again',
      tamper: (copy) => {
        const line = copy.lines().find(({ transaction }) => transaction?.account === numbers.checkAnswerLost)
        if (line?.transaction) {
          const transaction = { ...line.transaction, id: 'aaa-bbb' }
          copy.addLine({ ...line, key: String(copy.lastKey() + 1n), transaction })
        }
      },
      says: `a check of ${numbers.checkAnswerLost} `,
    },
    {
      what: 'more checks than sales',
      tamper: (copy) => {
        for (let more = 0; more < 3; more += 1)
          copy.addLine({ key: String(copy.lastKey() + 1n), request: { path: '/transaction/check', at: 0 } })
      },
      says: 'checks without an id of ours reached the service for 12 international sales',
    },
    {
      what: 'a transaction of two sales',
      tamper: (copy) =>
        copy.editRecord(elsewhere(copy), { transactionId: soldInternational(copy).record.transactionId }),
      says: 'belongs to 2 sales',
    },
    {
      what: 'a restart that lets a lost check go on',
      tamper: (copy) => (copy.addEvent(lostCheck(copy), 'checked'), lostCheck(copy)),
      says: 'sale # fell: "checked" came when it was refused',
    },
    {
      what: 'a code that is to come',
      tamper: (copy) => (copy.editRecord(gems(copy), { voucher: 'coming' }), gems(copy)),
      says: 'sale # is international, and its code is coming',
    },
    {
      what: 'a hand-over the record forgot',
      tamper: (copy) => (copy.editRecord(gems(copy), { voucher: 'ready' }), gems(copy)),
      says: 'sale # has two answers for whether its code was handed over',
    },
    {
      what: 'a number and a serial at rest',
      tamper: (copy) => {
        const { number } = shop.sandbox.codes().find((code) => code.serial) ?? {}
        writeFileSync(join(copy.folder, 'notes'), `x${number}y`)
      },
      says: 'the code of transaction ',
    },
  ]

  it.each(tampers.slice(0, atLevel(4, Infinity)))('reconcile finds $what', ({ tamper, says }) => {
    const copy = aCopy(sound)
    const sale = tamper(copy)
    const { violations } = copy.audit()
    expect(violations).toContainEqual(expect.stringContaining(says.replace('#', String(sale ? sale.number : ''))))
  })
})
