import type { KnownSale } from '#api/known-numbers.ts'
import { findWholeNumber, maskKnownNumber, readNumberQuery, type NumberQuery } from '#domain/phone/known-number.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createBuckets, type Rate } from '../http/rate-buckets.ts'
import { route, type Route } from '../http/route.ts'
import { RequestRefused } from '../lib/failures.ts'
import { pick } from '../lib/pick.ts'
import { readSaleId } from '../sales/routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { access, actorOf, personOf } from '../staff/access.ts'
import { sellerOf } from '../staff/terminals/kiosk-routes.ts'

/** For each person. Ten thousand endings at this rate take three days, and show only masked numbers. */
const ENDING_RATE: Rate = { perSecond: 150 / 3600, burst: 20 }
/** A person who types whole numbers knows them already. */
const WHOLE_RATE: Rate = { perSecond: 1, burst: 30 }
const MAX_PEOPLE = 1_000

export function knownNumberRoutes({ stackFor, clock }: Pick<ServerParts, 'stackFor' | 'clock'>): Route[] {
  const endings = createBuckets(ENDING_RATE, MAX_PEOPLE, clock)
  const wholes = createBuckets(WHOLE_RATE, MAX_PEOPLE, clock)

  function limit(query: NumberQuery, personId: string): void {
    const retryAfterMs = ('whole' in query ? wholes : endings).take(personId)
    if (retryAfterMs === 0) return
    throw new RequestRefused(429, 'rate-limited', 'Too many numbers at once. Type the whole number.', { retryAfterMs })
  }

  return [
    route('POST /api/known-numbers', {
      access: { ...access.counter, isAutomatic: true },
      handle: async ({ body, request }) => {
        const query = readNumberQuery(body.typed)
        if (!query) return { sales: [] }
        const person = personOf(request)
        const { knownNumbers } = stackFor(request)
        limit(query, person.id)
        return { sales: (await knownNumbers.find(query, person)).map(knownSaleOf) }
      },
    }),
    route('POST /api/known-numbers/:id/choose', {
      access: access.counter,
      handle: async ({ id, request }) => {
        const { account = '' } = await stackFor(request).knownNumbers.choose(readSaleId(id), sellerOf(request))
        return { account }
      },
    }),
  ]
}

/** Field by field, and never the number. */
const knownSaleOf = (sale: SaleRecord): KnownSale => ({
  ...pick(sale, ['id', 'serviceId', 'serviceName', 'brand', 'amount', 'pays', 'international']),
  kind: sale.kind === 'international' ? 'international' : 'direct',
  masked: maskKnownNumber(sale) ?? '',
  soldAt: sale.finalAt ?? sale.openedAt,
})

/** The whole shop's sales, so not at a till in practice. */
export const eraseNumberRoutes = ({ eraseNumber }: Pick<ServerParts, 'eraseNumber'>): Route[] => [
  route('POST /api/known-numbers/erase', {
    access: access.stepUp,
    handle: async ({ body, request }) => {
      const number = findWholeNumber(body.number)
      if (number === undefined) throw new RequestRefused(422, 'number-invalid', 'Enter the whole number.')
      return eraseNumber(number, actorOf(request))
    },
  }),
]
