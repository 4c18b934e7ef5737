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
  /** Whether this is another code than this process was given for the sale last (RELIABILITY G12). */
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
      // An answer that leaves the code out takes none away.
      const whole = { ...kept.get(id), ...handout }
      kept.set(id, whole)
      timers.after(KEPT_MS, () => kept.get(id) === whole && kept.delete(id))
    },
    find: (id) => kept.get(id),
    isOtherCode: (id, { number, link }) => {
      const now: Digests = { number: digest(plainNumber(number)), link: digest(plainLink(link)) }
      const known = digests.get(id)
      // What was told once is not told again: the latest one counts.
      remember(digests, id, { number: now.number ?? known?.number, link: now.link ?? known?.link })
      if (known?.number !== undefined && now.number !== undefined) return known.number !== now.number
      return known?.link !== undefined && now.link !== undefined && known.link !== now.link
    },
  }
}

type Digests = Record<'number' | 'link', string | undefined>

/** However it is grouped; as a JSON number it loses the zeros before it. */
const plainNumber = (number: string | undefined) =>
  number === undefined ? undefined : lettersAndDigits(number).replace(/^0+/, '')

/** Without what is signed anew at each answer. */
const plainLink = (link: string | undefined) => link?.split(/[?#]/)[0]

function remember(digests: Map<SaleId, Digests>, id: SaleId, digest: Digests): void {
  digests.set(id, digest)
  const [oldest] = digests.keys()
  if (digests.size > KNOWN_CODES && oldest !== undefined) digests.delete(oldest)
}
