import { CATALOGUE_AS_OF_HEADER } from '#api/headers.ts'
import { RequestRefused } from '../lib/failures.ts'
import { findCoding } from '../http/compression.ts'
import { access } from '../staff/access.ts'
import type { CatalogueReading } from './catalogue-cache.ts'
import type { SellingStack, StackFor } from '../account/services.ts'
import { createCatalogueBytes, type CatalogueBytes } from './catalogue-bytes.ts'
import { route, type Route } from '../http/route.ts'

/** What can be sold, the same for every role. Supervisors can also read which parts of it were skipped. */
export function catalogueRoutes(stackFor: StackFor): Route[] {
  const writers = new WeakMap<SellingStack, ReturnType<typeof createCatalogueBytes>>()

  function bytesOf(stack: SellingStack, reading: CatalogueReading): Promise<CatalogueBytes> {
    const write = writers.get(stack) ?? createCatalogueBytes()
    writers.set(stack, write)
    return write(reading)
  }

  return [
    route('GET /api/catalogue', {
      access: { ...access.selling, selfOrder: true, fromCache: true },
      handle: async ({ request, reply }) => {
        const stack = stackFor(request)
        const current = await stack.catalogue.current()
        if (!current) {
          throw new RequestRefused(
            503,
            'not-ready',
            'The service has not told its products yet. We go on asking; try again in a moment.',
          )
        }
        const bytes = await bytesOf(stack, current)
        // Our own cache knows the age of the catalogue. A 304 carries it, too, for the copy that the till has stored.
        reply.headers({
          etag: bytes.etag,
          'cache-control': 'private, no-cache',
          vary: 'accept-encoding',
          [CATALOGUE_AS_OF_HEADER]: String(current.asOf),
        })
        if (isKnown(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send()
        const coding = findCoding(request.headers['accept-encoding'])
        if (coding) reply.header('content-encoding', coding)
        return reply.type('application/json; charset=utf-8').send(await bytes.in(coding))
      },
    }),
    route('GET /api/catalogue/marks', {
      // Not at a kiosk, where customers look on.
      access: { ...access.counter, fromCache: true },
      isCompressed: true,
      handle: async ({ request }) => {
        const { catalogue, marking } = stackFor(request)
        return marking.marksOf(catalogue.latest()?.services ?? [])
      },
    }),
    route('GET /api/catalogue/skipped', {
      access: access.supervisor,
      isCompressed: true,
      handle: async ({ request }) => {
        const { catalogue, offers } = stackFor(request)
        return { parts: [...catalogue.report(), ...offers.report()].map(({ part, report }) => ({ part, ...report })) }
      },
    }),
  ]
}

/** Compares the tags that a terminal sent. A reverse proxy may have made them weak or strong on the way. */
function isKnown(given: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return given?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false
}
