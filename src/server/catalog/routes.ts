import { CATALOG_AS_OF_HEADER } from '#api/headers.ts'
import { RequestRefused } from '../lib/failures.ts'
import { findCoding } from '../http/compression.ts'
import { access } from '../staff/access.ts'
import type { CatalogReading } from './catalog-cache.ts'
import type { AccountServices, StackFor } from '../account/services.ts'
import { createCatalogBytes, type CatalogBytes } from './catalog-bytes.ts'
import { route, type Route } from '../http/route.ts'

export function catalogRoutes(stackFor: StackFor): Route[] {
  const writers = new WeakMap<AccountServices, ReturnType<typeof createCatalogBytes>>()

  function bytesOf(stack: AccountServices, reading: CatalogReading): Promise<CatalogBytes> {
    const write = writers.get(stack) ?? createCatalogBytes()
    writers.set(stack, write)
    return write(reading)
  }

  return [
    route('GET /api/catalog', {
      access: { ...access.selling, selfOrder: true, fromCache: true },
      handle: async ({ request, reply }) => {
        const stack = stackFor(request)
        const current = await stack.catalog.current()
        if (!current) {
          throw new RequestRefused(
            503,
            'not-ready',
            'The provider has not sent its products yet. Toptill keeps asking. Try again in a moment.',
          )
        }
        const bytes = await bytesOf(stack, current)
        // The till's cached copy needs the age, even with a 304.
        reply.headers({
          etag: bytes.etag,
          'cache-control': 'private, no-cache',
          vary: 'accept-encoding',
          [CATALOG_AS_OF_HEADER]: String(current.asOf),
        })
        if (isKnown(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send()
        const coding = findCoding(request.headers['accept-encoding'])
        if (coding) reply.header('content-encoding', coding)
        return reply.type('application/json; charset=utf-8').send(await bytes.in(coding))
      },
    }),
    route('GET /api/catalog/affordability', {
      // Not at a kiosk, where customers see the screen.
      access: { ...access.counter, fromCache: true },
      isCompressed: true,
      handle: async ({ request }) => {
        const { catalog, marking } = stackFor(request)
        return marking.marksOf(catalog.latest()?.services ?? [])
      },
    }),
    route('GET /api/catalog/skipped', {
      access: access.supervisor,
      isCompressed: true,
      handle: async ({ request }) => {
        const { catalog, offers } = stackFor(request)
        return { parts: [...catalog.report(), ...offers.report()].map(({ part, report }) => ({ part, ...report })) }
      },
    }),
  ]
}

/** Compares weakly, because a web server in front may have changed the tags. */
function isKnown(given: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return given?.split(',').some((tag) => opaque(tag) === opaque(etag)) ?? false
}
