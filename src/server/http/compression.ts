import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyInstance, FastifyRequest } from 'fastify'

export type Coding = 'br' | 'gzip'

/** More would cost more time than it saves on a shop's network. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** A shorter answer fits into one packet anyway. */
const WORTH_IT_BYTES = 1_400

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/** Brotli, else gzip, unless `q=0` excludes it. */
export function findCoding(accepted: string | undefined): Coding | undefined {
  const takes = new Set<string>()
  for (const offer of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...rest] = offer.split(';').map((word) => word.trim())
    if (!rest.some((word) => /^q=0(\.0*)?$/.test(word))) takes.add(name)
  }
  return (['br', 'gzip'] as const).find((coding) => takes.has(coding))
}

/** Runs outside the event loop. */
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

/** Only the answers for which `isList` holds: the compressed length of an answer with a code would reveal something about it. */
export function compressLists(app: FastifyInstance, isList: (request: FastifyRequest) => boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || !isList(request)) return payload
    reply.header('vary', 'accept-encoding')
    const coding = findCoding(request.headers['accept-encoding'])
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!coding || bytes.length < WORTH_IT_BYTES) return payload
    reply.removeHeader('content-length').header('content-encoding', coding)
    return compress(bytes, coding)
  })
}
