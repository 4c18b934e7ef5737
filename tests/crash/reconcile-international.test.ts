import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PIN_PRODUCT } from '#sandbox/international/products.ts'
import { internationalRecipients as numbers } from '#sandbox/international/scenarios.ts'
import { choose, sellInternational, requestFor } from '../support/international.ts'
import { aLastingFolder } from '../support/folders.ts'
import { openSale, openShop, saleOnce, sell, type Browser, type Shop } from '../support/shop.ts'
import { atLevel } from '../support/level.ts'
import { aCopy, type Copy, type Line, type Row } from './a-copy.ts'

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
  await cashier.ask('POST', `/api/sales/${gems.id}/reveal`, {})
  await cashier.ask('POST', `/api/sales/${gems.id}/delivered`, { method: 'given' })
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

async function acceptOperator(cashier: Browser): Promise<void> {
  const { id, body } = await openSale(cashier, requestFor(await choose(cashier), { account: numbers.otherOperator }))
  await cashier.ask('POST', `/api/sales/${id}/confirm`, { version: body.version, accept: 'operator' })
  await saleOnce(cashier, id, ({ state }) => state === 'succeeded')
}

const soldInternational = (copy: Copy) => copy.saleOf('succeeded', numbers.success)
const accepted = (copy: Copy) => copy.saleOf('succeeded', numbers.otherOperator)
const elsewhere = (copy: Copy) => copy.saleOf('refused', numbers.otherCountry)
const lostCheck = (copy: Copy) => copy.saleOf('refused', numbers.checkAnswerLost)
const gems = (copy: Copy) => copy.saleOf('succeeded', PIN_PRODUCT)

const aConfirm = (copy: Copy, transactionId: string, more: object = {}): Line => ({
  key: String(copy.lastKey() + 1n),
  request: { path: '/transaction/confirm', at: 0, transactionId, ...more },
})
const addRequest = (copy: Copy, request: NonNullable<Line['request']>) =>
  copy.addLine({ key: String(copy.lastKey() + 1n), request })

function addDebit(copy: Copy, transactionId: string, account: string): void {
  const international = copy.lines().findLast(({ debit }) => debit?.amountCurrency)?.debit
  const balance = (Number(copy.lines().findLast(({ debit }) => debit)?.debit?.balance) - 1).toFixed(2)
  copy.addDebit(undefined, transactionId, { ...international, price: '1.00', account, transactionId, balance })
}

type Damage = (copy: Copy, sale: Row) => unknown
const debitAgain: Damage = (copy, { record }) => addDebit(copy, record.transactionId, String(record.account))

/** The transaction that the provider created for a check whose answer was lost. */
function lostTransaction(copy: Copy): string {
  const line = copy.lines().find(({ transaction }) => transaction?.account === numbers.checkAnswerLost)
  if (!line?.transaction) throw new Error('the sound shop lost no answer to a check')
  return line.transaction.id
}

describe('reconciling international sales', () => {
  it('reconcile finds no violation in the database of a real shop with international sales', () => {
    const { violations, said } = aCopy(sound).audit()
    expect(violations).toEqual([])
    expect(said).toContain('International: 12 sales, 1 of them by an operator that was accepted.')
    expect(said).toContain('Vouchers: 1 sold, 0 without their code, 0 not handed over.')
  })

  const withDebit =
    (change: Record<string, string>): Damage =>
    (copy, { record }) =>
      copy.editLines((line) =>
        line.debit?.transactionId === record.transactionId ? { ...line, debit: { ...line.debit, ...change } } : line,
      )
  const UNACCEPTED = 'sale # was approved though another operator was detected, and nobody accepted that'
  const noAcceptance = (copy: Copy, { id }: Row) =>
    copy.sql("DELETE FROM sale_events WHERE kind = 'operator-accepted' AND sale_id = ?", id)

  /** The finding of reconcile for a damaged copy, where `#` is the number of the sale. */
  const findings: [says: string, damage: Damage, of?: (copy: Copy) => Row, what?: string][] = [
    ['sale # is refused, and the service debited 1.00', debitAgain, elsewhere],
    [
      '(our id: none), and no sale has it',
      (copy) => addDebit(copy, lostTransaction(copy), numbers.checkAnswerLost),
      lostCheck,
      'a debit for a check that was lost',
    ],
    ['sale # was debited 2 times', debitAgain],
    ['for 639170000099', withDebit({ account: '639170000099' }), soldInternational, 'a debit of another account'],
    ['the service executed 7.00 of', withDebit({ amount: '7.00' })],
    ['the service executed INR', withDebit({ amountCurrency: 'INR' })],
    [UNACCEPTED, noAcceptance, accepted, 'a confirm of another operator that nobody accepted'],
    [
      'sale # is for Islanet, and a transaction for Lakbay was confirmed',
      (copy, sale) => {
        copy.sql("DELETE FROM sale_events WHERE kind LIKE 'operator%' AND sale_id = ?", sale.id)
        copy.editRecord(sale, { mismatch: undefined })
      },
      accepted,
    ],
    [
      UNACCEPTED,
      (copy, sale) => {
        noAcceptance(copy, sale)
        copy.insertBefore('final', sale.id, 'operator-accepted')
      },
      accepted,
      'an operator accepted only after the confirm',
    ],
    [
      'sale # is for PHL, and a transaction for IND was confirmed',
      (copy, { record }) => copy.addLine(aConfirm(copy, record.transactionId)),
      elsewhere,
    ],
    [
      'a /transaction/confirm for nothing we know reached the service',
      (copy) => copy.addLine(aConfirm(copy, lostTransaction(copy))),
    ],
    [
      'and offer f0 was confirmed',
      (copy, { record }) =>
        copy.editLines(({ transaction, ...line }) =>
          transaction?.id === record.transactionId
            ? {
                ...line,
                transaction: { ...transaction, international: { ...transaction.international, amountId: 'f0' } },
              }
            : { ...line, ...(transaction && { transaction }) },
        ),
    ],
    [
      'a /transaction/confirm of an international sale names',
      (copy, { id, record }) => copy.addLine(aConfirm(copy, record.transactionId, { externalId: id })),
    ],
    [
      'a /transaction/find of an international sale names',
      (copy, { id }) => addRequest(copy, { path: '/transaction/find', at: 0, externalId: id }),
    ],
    [
      `a check of ${numbers.checkAnswerLost} `,
      (copy) => {
        const line = copy.lines().find(({ transaction }) => transaction?.account === numbers.checkAnswerLost)
        const transaction = { ...line!.transaction!, id: 'aaa-bbb' }
        copy.addLine({ ...line, key: String(copy.lastKey() + 1n), transaction })
      },
      lostCheck,
      'a lost check that was sent again',
    ],
    [
      'checks without an id of ours reached the service for 12 international sales',
      (copy) => {
        for (let more = 0; more < 3; more += 1) addRequest(copy, { path: '/transaction/check', at: 0 })
      },
    ],
    ['sale # fell: "checked" came when it was refused', (copy, sale) => copy.addEvent(sale, 'checked'), lostCheck],
    [
      'sale # is international, and its code is coming',
      (copy, sale) => copy.editRecord(sale, { voucher: 'coming' }),
      gems,
    ],
    [
      'the code of transaction ',
      (copy) => {
        const { number } = shop.sandbox.codes().find((code) => code.serial) ?? {}
        writeFileSync(join(copy.folder, 'notes'), `x${number}y`)
      },
      gems,
      'a number and a serial at rest',
    ],
  ]

  const all = findings
    .slice(0, atLevel(4, Infinity))
    .map(([says, damage, of, what]) => [what ? `finds ${what}` : `says "${says}"`, says, damage, of] as const)

  it.each(all)('reconcile %s', (_, says, damage, of = soldInternational) => {
    const copy = aCopy(sound)
    const sale = of(copy)
    damage(copy, sale)
    expect(copy.audit().violations).toContainEqual(expect.stringContaining(says.replace('#', String(sale.number))))
  })
})
