import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

const CHUNK = { chunkSize: 64 * 1024 }

/**
 * What reads a body that arrives compressed although `identity` was asked for, or `undefined` for one that is not. The first byte decides,
 * because servers on the way compress without a word, or decompress and leave the header. Returns `unknown` for a compression that nothing here reads.
 */
export function decompressionOf(encoding: string, firstByte: number | undefined): Transform | 'unknown' | undefined {
  // No compressed body begins like this.
  if (firstByte === undefined || firstByte === OPENING_OBJECT) return undefined
  if (firstByte === GZIP) return createGunzip(CHUNK)
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'identity':
    case '':
      return undefined
    case 'br':
      return createBrotliDecompress(CHUNK)
    case 'deflate':
      // Some servers leave out the header of zlib.
      return (firstByte & 0x0f) === ZLIB ? createInflate(CHUNK) : createInflateRaw(CHUNK)
    default:
      return 'unknown'
  }
}

const OPENING_OBJECT = 0x7b
const GZIP = 0x1f
const ZLIB = 8
