import fc from 'fast-check'
import { expect, it } from 'vitest'

import { addDecimals, decimal, money, type Money } from '#domain/money/money.ts'
import { earlierPayment, linesOf, paymentOfLine, sumOfLines, type BatchApproval } from '#domain/sale/batch.ts'
import { partsOfPayment, type Payment } from '#domain/money/payment.ts'
import { aBasket, aBatch, aRunningBatch } from '../../support/a-batch.ts'
import { anAmount } from '../../support/sales.ts'

const split = (cash: string): Payment => ({
  paymentMethod: 'card',
  split: { paymentMethod: 'cash', amount: anAmount(cash) },
})

it('the first method fills the lines in their order, and the second pays the rest', () => {
  const batch = aBatch(3)
  const of = (cash: string) =>
    linesOf(batch).map((line) => paymentOfLine(batch, { lines: [1, 2, 3], payment: split(cash) }, line))
  expect(of('50')).toEqual([{ paymentMethod: 'card' }, { paymentMethod: 'card' }, { paymentMethod: 'cash' }])
  expect(of('70')).toEqual([{ paymentMethod: 'card' }, split('20'), { paymentMethod: 'cash' }])
  expect(of('149.99')).toEqual([split('49.99'), { paymentMethod: 'cash' }, { paymentMethod: 'cash' }])
})

it('lines that are approved again are paid as before, unless the person says otherwise', () => {
  const batch = aRunningBatch({ batch: aBatch(4), lines: [1, 2, 3] }, { payment: split('70') })
  expect(earlierPayment(batch, [2, 3])).toEqual(split('70'))
  expect(earlierPayment(batch, [3])).toEqual({ paymentMethod: 'cash' })
  expect(earlierPayment(batch, [1])).toEqual({ paymentMethod: 'card' })
  expect(earlierPayment(batch, [3, 4])).toEqual(split('50'))
  expect(earlierPayment(aBatch(), [1])).toBeUndefined()
})

it('however a batch is split, each line is paid in full, and the lines add up to both parts', () => {
  const cents = fc.integer({ min: 1, max: 9_999 })
  const amountOf = (units: bigint): Money => money({ units, scale: 2 }, 'AED')
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 3, maxLength: 3 }),
      fc.integer(),
      fc.subarray([1, 2, 3], { minLength: 1 }),
      (prices, pick, lines) => {
        const basket = aBasket()
        const batch = {
          ...basket,
          lines: basket.lines.map((line, index) => ({
            ...line,
            content: { ...line.content!, amount: amountOf(BigInt(prices[index]!)) },
          })),
        }
        const total = lines.reduce((sum, line) => sum + prices[line - 1]!, 0)
        fc.pre(total > 1)
        const second = BigInt(1 + (Math.abs(pick) % (total - 1)))
        const payment: Payment = { paymentMethod: 'card', split: { paymentMethod: 'other', amount: amountOf(second) } }
        const approval: Pick<BatchApproval, 'lines' | 'payment'> = { lines, payment }
        const parts = lines.map((line) =>
          partsOfPayment(paymentOfLine(batch, approval, line)!, sumOfLines(batch, [line])),
        )
        const sumOf = (of: typeof parts, method?: string) =>
          of
            .flat()
            .filter(({ paymentMethod }) => method === undefined || paymentMethod === method)
            .map(({ amount }) => decimal(amount.amount))
            .reduce(addDecimals, { units: 0n, scale: 2 }).units
        parts.forEach((own, index) => expect(sumOf([own])).toBe(BigInt(prices[lines[index]! - 1]!)))
        expect(sumOf(parts, 'other')).toBe(second)
        expect(sumOf(parts)).toBe(BigInt(total))
        expect(parts.flat().every(({ amount }) => /[1-9]/.test(amount.amount))).toBe(true)
      },
    ),
  )
})
