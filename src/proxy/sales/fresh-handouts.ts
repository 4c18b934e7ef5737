import { createHmac, randomBytes } from 'node:crypto'

import type { Receipt } from '#domain/receipt.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { lettersAndDigits, type Voucher } from '#domain/voucher.ts'
import type { Ports } from '../ports.ts'

const KEPT_MS = 2 * 60_000
/** Sales whose codes this process would know again; more than a shop sells in a day. */
const KNOWN_CODES = 20_000

/** What the customer gets, as the wholesaler gave it. */
export type Handout = { receipt?: Receipt; voucher?: Voucher }

/** Handouts of the last two minutes, in memory only (DESIGN rule 12). */
export type FreshHandouts = {
  keep: (id: SaleId, handout: Handout) => void
  find: (id: SaleId) => Handout | undefined
  /** Whether this is another code than the first one this process was given for the sale (RELIABILITY G12). */
  isOtherCode: (id: SaleId, voucher: Voucher) => boolean
}

export function freshHandouts({ timers }: Pick<Ports, 'timers'>): FreshHandouts {
  const kept = new Map<SaleId, Handout>()
  // Of older codes a keyed digest is known: enough to see that another one came, and no way back to the code.
  const key = randomBytes(32)
  const digests = new Map<SaleId, Digests>()
  const digest = (text: string | undefined) =>
    text === undefined ? undefined : createHmac('sha256', key).update(text).digest('base64')

  return {
    keep: (id, handout) => {
      kept.set(id, handout)
      timers.after(KEPT_MS, () => kept.get(id) === handout && kept.delete(id))
    },
    find: (id) => kept.get(id),
    isOtherCode: (id, { number, link }) => {
      const now: Digests = {
        number: digest(number === undefined ? undefined : lettersAndDigits(number)),
        link: digest(link),
      }
      const known = digests.get(id)
      remember(digests, id, { number: known?.number ?? now.number, link: known?.link ?? now.link })
      return isOther(known?.number, now.number) || isOther(known?.link, now.link)
    },
  }
}

type Digests = Record<'number' | 'link', string | undefined>

/** What comes later, beside what was there, is no other code. */
const isOther = (known: string | undefined, now: string | undefined) =>
  known !== undefined && now !== undefined && known !== now

function remember(digests: Map<SaleId, Digests>, id: SaleId, digest: Digests): void {
  digests.set(id, digest)
  const [oldest] = digests.keys()
  if (digests.size > KNOWN_CODES && oldest !== undefined) digests.delete(oldest)
}
