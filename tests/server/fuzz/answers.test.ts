import { expect, it } from 'vitest'

import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stepSale } from '#domain/sale/steps/step.ts'
import { atLevel } from '../../support/level.ts'
import { aDamagedText, CODE, readAnswer, seededChance, SERIAL } from '../../support/mutated-answers.ts'
import * as sales from '../../support/sales.ts'

/**
 * @security V1.5.2, V15.3.5, V15.3.6: Damaged answers settle nothing, and an unreadable value is never read as zero.
 */

const ANSWERS = atLevel(2_000, 100_000)

const objectIn = (text: string) => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)

/** The state that a text obviously gives to our transaction, found without the readers under test. */
function plainState(text: string, status: number): number | undefined {
  if (status < 200 || status > 299) return undefined
  try {
    const answer = JSON.parse(objectIn(text)) as { transaction?: Record<string, unknown>; error?: unknown }
    const { transaction } = answer
    if (typeof transaction !== 'object' || transaction === null || transaction.id !== sales.THEIR_ID) return undefined
    const ours = transaction.external_transaction_id
    // A value that is neither a string nor a plain number names no sale, so the wholesaler’s own id decides.
    if ((typeof ours === 'string' && ours !== '' && ours !== sales.aSaleId()) || Number.isSafeInteger(ours))
      return undefined
    const { state } = transaction
    if (typeof state === 'number' && Number.isInteger(state)) return state
    return typeof state === 'string' && /^(-1|\d)$/.test(state) ? Number(state) : undefined
  } catch {
    return undefined
  }
}

const FINAL: Partial<Record<SaleState, number>> = { succeeded: 1, failed: 2, canceled: 3, replaced: 4 }
const given: SaleRecord[] = [
  { ...sales.openedSale(), transactionId: sales.THEIR_ID },
  sales.checkedSale(),
  sales.refusedSale(),
  sales.confirmingSale(),
  sales.repeatedConfirmSale(),
  sales.unknownSale(),
  sales.onceReservedSale(),
  sales.pendingSale(),
  sales.notExecutedSale(),
  sales.succeededSale(),
  sales.failedSale(),
  sales.canceledSale(),
  sales.replacedSale(),
  sales.abandonedSale(),
  sales.resolved(sales.pendingSale(), 'sold', sales.PROVEN_AT + 2 * sales.HOUR).sale,
  { ...sales.confirmingVoucher(), account: '971501234567' },
  sales.comingVoucher(),
  sales.readyVoucher(),
  sales.deliveredVoucher(),
]
const now = sales.PROVEN_AT + 3 * sales.HOUR
const context = sales.aContext(now)
const inputs = ['check-answered', 'confirm-answered', 'find-answered'] as const

/** Whether a text obviously contains a usable code, found without the readers under test. */
function hasPlainCode(text: string): boolean {
  try {
    const { info } = JSON.parse(objectIn(text)) as { info?: Record<string, unknown> }
    if (typeof info !== 'object' || info === null || Array.isArray(info)) return false
    const { number, redemption_url: link } = info
    const isNumber = typeof number === 'string' ? /\S/.test(number) : Number.isSafeInteger(number)
    return isNumber || (typeof link === 'string' && /^\s*https?:\/\/[^\s/]+/i.test(link))
  } catch {
    return false
  }
}

function fault(before: SaleRecord, after: SaleRecord, said: number | undefined, text: string): string | undefined {
  if (after.voucher === 'ready' && before.voucher !== 'ready' && !hasPlainCode(text)) return 'ready without a code'
  if (after.voucher === 'coming' && after.next?.kind !== 'find') return 'not asked about until its code comes'
  const kept = JSON.stringify(after)
  if ([CODE, SERIAL].some((secret) => kept.includes(secret))) return 'a code in the record'
  const final = FINAL[after.state]
  if (final !== undefined && before.state !== after.state && said !== final)
    return 'settled without a final state of ours'
  const isProof = before.state !== after.state && (after.state === 'not-executed' || after.state === 'confirming')
  if (isProof && said !== -1) return 'called not executed without a -1 of ours'
  if (before.finalAt !== undefined && before.state !== after.state) return 'settled twice'
  if (after.state === 'refused' && before.state !== 'opened' && before.state !== 'refused')
    return 'refused after its check'
  if (after.id !== before.id || after.amount !== before.amount || after.account !== before.account)
    return 'not the same sale'
  return undefined
}

it(
  'damaged answers never throw, and never make a sale final without its id and a final state',
  { timeout: 600_000 },
  () => {
    const chance = seededChance(20_261_120)
    const kinds = new Map<string, number>()
    const reached = new Set<string>()
    for (let index = 0; index < ANSWERS; index++) {
      const { text, status } = aDamagedText(chance)
      const said = plainState(text, status)
      const answer = readAnswer(text, status)
      kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1)
      const answered = { answer, sentAt: now - 100, answeredAt: now }
      const kind = inputs[index % inputs.length]!
      // Answers that are not a transaction are tried on every fifth sale, in turn.
      const tried = given.filter((_, place) => answer.kind === 'transaction' || (place + index) % 5 === 0)
      for (const before of tried) {
        const after = stepSale(before, { kind, answered }, context).sale
        if (after.state !== before.state) reached.add(`${before.state} → ${after.state}`)
        if (after.voucher !== before.voucher) reached.add(`${before.voucher} → ${after.voucher}`)
        const wrong = fault(before, after, said, text)
        if (wrong) expect.fail(`${wrong}: ${before.state} by ${kind} of ${status} ${text.slice(0, 500)}`)
      }
    }
    // Otherwise the answers would be too damaged to test anything.
    for (const kind of ['transaction', 'refusal', 'lost']) expect(kinds.get(kind)).toBeGreaterThan(ANSWERS / 20)
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'confirming → succeeded',
        'confirming → unknown',
        'unknown → not-executed',
        'unknown → failed',
        'pending → canceled',
        'not-executed → succeeded',
        'opened → checked',
        'opened → refused',
        'undefined → ready',
        'undefined → coming',
        'coming → ready',
      ]),
    )
    expect(({} as Record<string, unknown>).state).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  },
)
