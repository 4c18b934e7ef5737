import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

const CHUNK = { chunkSize: 64 * 1024 }

/**
 * For a body that arrives compressed although `identity` was requested. The first byte decides, because servers in between compress silently, or decompress and
 * keep the header. `unknown` for an unsupported compression.
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
      // Some servers omit the zlib header.
      return (firstByte & 0x0f) === ZLIB ? createInflate(CHUNK) : createInflateRaw(CHUNK)
    default:
      return 'unknown'
  }
}

const OPENING_OBJECT = 0x7b
const GZIP = 0x1f
const ZLIB = 8
