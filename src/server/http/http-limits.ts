import { MAX_BATCH_BYTES } from '#api/batches.ts'
import { MAX_SETTINGS_BYTES } from '#api/settings.ts'
import { MAX_PRINT_BYTES } from '#receipt-printer/plain-document.ts'

/** Limits of one connection, and the number of connections. */
export type HttpLimits = {
  /** Includes the request line, and cookies that other programs on this host or its domain have set. */
  headerBytes: number
  bodyBytes: number
  /** Time from the first byte to the last, of the headers and of the whole request. */
  headersMs: number
  requestMs: number
  /** Between two requests. Longer than the 60 s of web servers in front, so no connection is closed while they reuse it. */
  idleMs: number
  /** Longer than any answer takes without a byte in either direction. */
  silentMs: number
  tlsHandshakeMs: number
  /** How often these times are checked. */
  checkIntervalMs: number
  connections: number
  /** Per network. Behind a web server this is a whole shop, with six connections per till. */
  connectionsOfOne: number
}

export const HTTP_LIMITS: HttpLimits = {
  headerBytes: 16 * 1024,
  bodyBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 72_000,
  silentMs: 120_000,
  tlsHandshakeMs: 10_000,
  checkIntervalMs: 1_000,
  connections: 1_000,
  connectionsOfOne: 500,
}

/** These bodies may exceed `HTTP_LIMITS`, even when they are forwarded. */
export const LONG_BODIES = [
  { method: 'POST', path: '/api/sales/:id/print', maxBytes: MAX_PRINT_BYTES },
  { method: 'POST', path: '/api/printers/:id/print', maxBytes: MAX_PRINT_BYTES },
  { method: 'PUT', path: '/api/batches/:id', maxBytes: MAX_BATCH_BYTES },
  { method: 'PUT', path: '/api/settings', maxBytes: MAX_SETTINGS_BYTES },
] as const
