import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyInstance } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'

export type Coding = 'br' | 'gzip'

/** Better than that costs more time than a shop's network gives back. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** Less than that fits into one packet anyway. */
const WORTH_IT_BYTES = 1_400

/** Lists. An answer that may hold a code is never compressed: its length would tell of its content. */
const COMPRESSED = new Set<string>([
  proxyPaths.sales,
  proxyPaths.skipped,
  proxyPaths.countries,
  proxyPaths.country(':id'),
  proxyPaths.provider(':id'),
])

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** The coding to answer in by an Accept-Encoding header: brotli, else gzip, where it is not refused by `q=0`. */
export function findCoding(accepted: string | undefined): Coding | undefined {
  const takes = new Set<string>()
  for (const offer of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...rest] = offer.split(';').map((word) => word.trim())
    if (!rest.some((word) => /^q=0(\.0*)?$/.test(word))) takes.add(name)
  }
  return (['br', 'gzip'] as const).find((coding) => takes.has(coding))
}

/** Outside the event loop. */
export function compress(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return zip(bytes, { level: GZIP_LEVEL })
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Compresses the lists on their way out. */
export function compressLists(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || !COMPRESSED.has(request.routeOptions.url ?? ''))
      return payload
    reply.header('vary', 'accept-encoding')
    const coding = findCoding(request.headers['accept-encoding'])
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!coding || bytes.length < WORTH_IT_BYTES) return payload
    reply.removeHeader('content-length').header('content-encoding', coding)
    return compress(bytes, coding)
  })
}
