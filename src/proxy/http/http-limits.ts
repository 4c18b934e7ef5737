/** What one connection may hold and for how long, and how many there may be. */
export type HttpLimits = {
  /** The request line counts with the headers. */
  headerBytes: number
  bodyBytes: number
  /** From the first byte to the last of the headers, and of the whole request. */
  headersMs: number
  requestMs: number
  /** Between two requests. Longer than reverse proxies keep theirs (60 s), so that none is closed while it is being used. */
  idleMs: number
  /** Without a byte in either direction: longer than anything here takes to be answered. */
  silentMs: number
  tlsHandshakeMs: number
  /** How often overdue ones are looked for. */
  checkIntervalMs: number
  connections: number
  /** From one address; a reverse proxy brings a whole shop, six connections for each till. */
  connectionsOfOne: number
}

export const HTTP_LIMITS: HttpLimits = {
  headerBytes: 8 * 1024,
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
