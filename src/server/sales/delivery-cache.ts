import { createHmac, randomBytes } from 'node:crypto'

import type { Receipt } from '#domain/receipt.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { belongsToSale } from '#domain/sale/steps/match-transaction.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { TimedAnswer, Transaction } from '#domain/wallet/transaction.ts'
import { isUsable, lettersAndDigits, repeatsCode, type Voucher } from '#domain/catalog/voucher.ts'
import type { Ports } from '../lib/ports.ts'

const CACHED_MS = 2 * 60_000
/** Sales whose codes can be recognized; more than a shop sells in a day. */
const KNOWN_CODES = 20_000

/** A longer reference is shown with its code but not stored. */
const MAX_REFERENCE = 100

/** As the wholesaler sent it. */
export type DeliveryContent = { receipt?: Receipt; voucher?: Voucher }

/** What was delivered in the last two minutes, in memory only (rule 12). */
export type DeliveryCache = {
  store: (id: SaleId, handout: DeliveryContent) => void
  find: (id: SaleId) => DeliveryContent | undefined
  /** True if the code differs from the last one that this process received for the sale (G12). */
  isOtherCode: (id: SaleId, voucher: Voucher) => boolean
  /**
   * The reference in this answer, if it may be stored. For a sale with a code, it is first compared with the code from this answer or from the last two
   * minutes. Before the code is known it is never stored: it may repeat the code of a lost answer, and the next answer may have another code.
   * `forgetsReference`: the stored reference repeats the code (rule 12).
   */
  checkReference: (sale: JudgedSale, voucher: Voucher | undefined) => CheckedReference
}

type JudgedSale = Pick<SaleRecord, 'id' | 'kind' | 'reference'>
type CheckedReference = { reference?: string; forgetsReference?: true }

export function createDeliveryCache({ timers }: Pick<Ports, 'timers'>): DeliveryCache {
  const kept = new Map<SaleId, DeliveryContent>()
  // Older codes are kept only as keyed digests, which show that a code differs without revealing it.
  const key = randomBytes(32)
  const digests = new Map<SaleId, Digests>()
  const digest = (text: string | undefined) =>
    text === undefined ? undefined : createHmac('sha256', key).update(text).digest('base64')

  return {
    store: (id, handout) => {
      // An answer without the code doesn't remove an earlier code.
      const before = kept.get(id)
      const whole = { ...before, ...handout }
      if (isUsable(before?.voucher) && handout.voucher && !isUsable(handout.voucher)) {
        const { reference } = handout.voucher
        whole.voucher = { ...before?.voucher, ...(reference === undefined ? {} : { reference }) }
      }
      kept.set(id, whole)
      timers.after(CACHED_MS, () => kept.get(id) === whole && kept.delete(id))
    },
    find: (id) => kept.get(id),
    isOtherCode: (id, { number, link }) => {
      const now: Digests = { number: digest(plainNumber(number)), link: digest(plainLink(link)) }
      const known = digests.get(id)
      // A field that a later answer omits stays known; otherwise the latest counts.
      remember(digests, id, { number: now.number ?? known?.number, link: now.link ?? known?.link })
      if (known?.number !== undefined && now.number !== undefined) return known.number !== now.number
      return known?.link !== undefined && now.link !== undefined && known.link !== now.link
    },
    checkReference: ({ id, kind, reference: noted }, voucher) => {
      const codes = [kept.get(id)?.voucher, voucher].filter((each) => each !== undefined)
      const repeats = (reference: string) => codes.some((code) => repeatsCode(reference, code))
      const reference = voucher?.reference
      const isSafe = reference !== undefined && reference.length <= MAX_REFERENCE && !repeats(reference)
      return {
        ...(isSafe && (kind === 'direct' || codes.some(isUsable)) ? { reference } : {}),
        ...(noted !== undefined && repeats(noted) ? { forgetsReference: true } : {}),
      }
    },
  }
}

/** Rule 12: kept briefly in memory, never stored; content of another transaction is discarded. The rules get the answer without it. */
export function cacheDelivery(deliveries: DeliveryCache, sale: SaleRecord, answered: TimedAnswer): TimedAnswer {
  if (answered.answer.kind !== 'transaction') return answered
  const { receipt, voucher, transaction: theirs } = answered.answer
  const bare = (what: Transaction): TimedAnswer => ({
    ...answered,
    answer: { kind: 'transaction', transaction: what },
  })
  if (!belongsToSale(sale, theirs)) return bare(theirs)
  const transaction: Transaction = { ...theirs, ...deliveries.checkReference(sale, voucher) }
  if (transaction.state !== 1) return bare(transaction)
  const code = sale.kind === 'direct' ? undefined : voucher
  if (receipt || code)
    deliveries.store(sale.id, { ...(receipt ? { receipt } : {}), ...(code ? { voucher: code } : {}) })
  return bare(code && deliveries.isOtherCode(sale.id, code) ? { ...transaction, isOtherCode: true } : transaction)
}

type Digests = Record<'number' | 'link', string | undefined>

/** Without grouping and leading zeros, which a JSON number loses. */
const plainNumber = (number: string | undefined) =>
  number === undefined ? undefined : lettersAndDigits(number).replace(/^0+/, '')

/** Without query and fragment, which are signed again in each answer. */
const plainLink = (link: string | undefined) => link?.split(/[?#]/)[0]

function remember(known: Map<SaleId, Digests>, id: SaleId, value: Digests): void {
  known.set(id, value)
  const [oldest] = known.keys()
  if (known.size > KNOWN_CODES && oldest !== undefined) known.delete(oldest)
}
