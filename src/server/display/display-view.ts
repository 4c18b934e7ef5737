import type { DisplayView, Ticket } from '#api/displays.ts'
import { formatRecipient, maskInGroups } from '#domain/phone/contact.ts'
import { questionOf, type NumberQuestion } from '#domain/customer-display.ts'
import { findDecimal, money, type Money } from '#domain/money/money.ts'
import { changeOf, changeOfPayment } from '#domain/money/payment.ts'
import {
  approvalOf,
  batchCash,
  isMixed,
  linesOf,
  numbersOf,
  questionOfBatch,
  saleOfLine,
  sumOfLines,
  type KnownBatch,
} from '#domain/sale/batch.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import { carriesCode } from '#domain/sale/reveal-rights.ts'
import { isComplete } from '#domain/sale/sale.ts'
import type { Asked, TillTickets } from './till-tickets.ts'
import { refOf } from '#domain/person.ts'

const THANKS_MS = 20_000

/** `ask`: the customer should ask the cashier. `gone`: the sale ended before it was sent. */
type Stage = 'checking' | 'review' | 'on-its-way' | 'sold' | 'ask' | 'gone'

/** It has no field for a code, a cost or a person. */
export type Shown = {
  stage: Stage
  content: Pick<SaleContent, 'kind' | 'serviceId' | 'serviceName' | 'account' | 'international'>
  quantity?: number
  /** How many more products a basket has, and what is asked about its number. */
  others?: number
  question?: NumberQuestion
  pays: Money
  cashTendered?: Money | undefined
  change?: Money | undefined
  /** Only for a single sale. */
  gets?: Money
  saleNumber?: number
  statusLink?: string
}

export function shownSale(sale: SaleRecord, statusLink: string | undefined): Shown {
  return {
    stage: stageOf(sale),
    content: sale,
    pays: sale.pays,
    cashTendered: sale.cashTendered,
    change: changeOfPayment(sale, sale.pays),
    ...(carriesCode(sale) ? {} : { gets: sale.amount }),
    saleNumber: sale.number,
    ...(statusLink !== undefined && { statusLink }),
  }
}

export function shownBatch({ batch, sales }: KnownBatch): Shown {
  const known = { batch, sales }
  const stage = stageOfBatch(known)
  if (isMixed(batch)) return { stage, ...shownBasket(known), ...batchCash(batch) }
  const lines = linesOf(batch)
  return { stage, content: batch.content, quantity: lines.length, pays: sumOfLines(batch, lines), ...batchCash(batch) }
}

/** Without the lines that cannot be sold. */
function shownBasket(known: KnownBatch): Pick<Shown, 'content' | 'others' | 'pays' | 'question'> {
  const { batch } = known
  const isToSell = (line: number) => {
    const state = saleOfLine(known, line)?.state
    return state === undefined ? !batch.lines[line - 1]?.skip : state === 'opened' || state === 'checked'
  }
  const lines = approvalOf(batch)?.lines ?? linesOf(batch).filter(isToSell)
  const question = numbersOf(batch).length === 1 ? questionOfBatch(batch) : undefined
  return {
    content: shownContent(batch),
    others: Math.max(0, lines.length - 1),
    pays: sumOfLines(batch, lines),
    ...(question ? { question } : {}),
  }
}

/** Several numbers are not shown, so the customer is not asked about one of them. */
function shownContent(batch: KnownBatch['batch']): Shown['content'] {
  const [first, ...others] = numbersOf(batch)
  if (first && others.length === 0) return first
  const { account: _, ...content } = batch.content
  return content
}

/** The customer is thanked only for a complete sale. */
function stageOf(sale: SaleRecord): Stage {
  const { state, confirmedAt, conflicting, resolution } = sale
  if (state === 'opened') return 'checking'
  if (state === 'checked') return 'review'
  if (conflicting || resolution) return 'ask'
  if (isComplete(sale)) {
    if (groupOfSale(sale) === 'sold') return 'sold'
    return confirmedAt === undefined ? 'gone' : 'ask'
  }
  return state === 'not-executed' ? 'ask' : 'on-its-way'
}

function stageOfBatch({ batch, sales }: KnownBatch): Stage {
  if (batch.state === 'complete') return 'sold'
  if (batch.state === 'running') return 'on-its-way'
  if (batch.approvals.length > 0) return 'ask'
  if (batch.state !== 'checked') return 'gone'
  return sales.some(({ state }) => state === 'checked') ? 'review' : 'checking'
}

/** Nothing is asked once the sale was sent. */
export function askedOf(shown: Shown): Asked | undefined {
  if (shown.stage !== 'checking' && shown.stage !== 'review') return undefined
  const question = shown.question ?? questionOf(shown.content, shown.pays)
  const number = formatRecipient(shown.content)
  return question && number !== undefined ? { question, number } : undefined
}

type Present = Pick<ReturnType<TillTickets['current']>, 'asked' | 'version' | 'answer'>
type Context = {
  mustConfirm: boolean
  /** In ms. */
  stageForMs: number
  picture: string | undefined
}

/** For a ticket that is still being entered, as its page reported it. */
export function viewOfTyped(
  { product, number, pays }: Extract<Ticket, { kind: 'typed' }>,
  { asked, version, answer }: Present,
  picture: string | undefined,
): DisplayView {
  if (number === undefined) return { show: 'idle' }
  const amount = findDecimal(pays?.amount)
  return {
    show: 'number',
    number,
    ...(product && { product: { name: product.name, ...(picture !== undefined && { picture }) } }),
    ...(pays && amount && { pays: money(amount, pays.currency) }),
    ...(asked && { version }),
    ...(answer && { answer }),
  }
}

/** `given` is the cash entered so far, during the review. */
export function viewOfShown(
  shown: Shown,
  cashTendered: string | undefined,
  { asked, version, answer }: Present,
  { mustConfirm, stageForMs, picture }: Context,
): DisplayView {
  const { stage, content, quantity, others, pays, gets, saleNumber, statusLink } = shown
  const { international, serviceName } = content
  const product = {
    ...(international
      ? { name: international.provider.name, country: refOf(international.country) }
      : { name: serviceName }),
    ...(picture !== undefined && { picture }),
  }
  const goods = { product, ...(quantity !== undefined && { quantity }), ...(others !== undefined && { others }), pays }
  const number = content.kind === 'voucher' ? undefined : formatRecipient(content)
  switch (stage) {
    case 'gone':
      return { show: 'idle' }
    case 'ask':
      return stageForMs < THANKS_MS ? { show: 'ask' } : { show: 'idle' }
    case 'checking':
      return number === undefined
        ? { show: 'pay', ...goods }
        : { show: 'number', number, product, pays, ...(answer && { answer }) }
    case 'review': {
      const typed = readGiven(cashTendered, pays)
      const isOpen = answer !== 'number-correct' && (mustConfirm || typed === undefined)
      if (asked && isOpen)
        return { show: 'number', number: asked.number, product, pays, version, ...(answer && { answer }) }
      return { show: 'pay', ...goods, ...withNumber(number), ...cashOf(typed, changeOf(typed, pays)) }
    }
    case 'on-its-way':
      return {
        show: 'on-its-way',
        ...goods,
        ...withNumber(number, maskInGroups),
        ...cashOf(shown.cashTendered, shown.change),
        ...(statusLink !== undefined && { statusLink }),
      }
    case 'sold':
      if (stageForMs >= THANKS_MS) return { show: 'idle' }
      return {
        show: 'sold',
        ...goods,
        ...withNumber(number, maskInGroups),
        ...cashOf(shown.cashTendered, shown.change),
        ...(gets && { gets }),
        ...(saleNumber !== undefined && { saleNumber }),
      }
  }
}

const withNumber = (number: string | undefined, write = (text: string) => text) =>
  number === undefined ? {} : { number: write(number) }

const cashOf = (cashTendered: Money | undefined, change: Money | undefined) => ({
  ...(cashTendered && { cashTendered }),
  ...(change && { change }),
})

/** `undefined` for an incomplete amount, or less than the price. */
function readGiven(cashTendered: string | undefined, pays: Money): Money | undefined {
  const amount = findDecimal(cashTendered)
  const typed = amount && money(amount, pays.currency)
  return typed && !changeOf(pays, typed) ? typed : undefined
}
