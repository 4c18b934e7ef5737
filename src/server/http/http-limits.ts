import { MAX_SETTINGS_BYTES } from '#api/settings.ts'
import { MAX_PRINT_BYTES } from '#receipt-printer/plain-document.ts'

/** How much one connection may send and how long it may take, and how many connections there may be. */
export type HttpLimits = {
  /** The request line counts with the headers, and so do the cookies that other programs at this host, or on its domain, gave the browser. */
  headerBytes: number
  bodyBytes: number
  /** From the first byte to the last, of the headers and of the whole request. */
  headersMs: number
  requestMs: number
  /** Between two requests. Longer than the 60 s of reverse proxies, so that no connection is closed while they reuse it. */
  idleMs: number
  /** Without a byte in either direction. Longer than any answer takes. */
  silentMs: number
  tlsHandshakeMs: number
  /** How often to check for connections that exceed these times. */
  checkIntervalMs: number
  connections: number
  /** From one network address. Behind a reverse proxy this is a whole shop, with six connections for each till. */
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

/** The routes whose bodies may be longer than `HTTP_LIMITS` says, also where a process passes them on. */
export const LONG_BODIES = [
  { method: 'POST', path: '/api/sales/:id/print', maxBytes: MAX_PRINT_BYTES },
  { method: 'POST', path: '/api/printers/:id/print', maxBytes: MAX_PRINT_BYTES },
  { method: 'PUT', path: '/api/settings', maxBytes: MAX_SETTINGS_BYTES },
] as const
