import { Client } from 'undici'

import type { AlertOutcome, AlertProblem } from '#domain/alerts.ts'
import type { AddressGuard } from '../lib/address-guard.ts'

export type PostOptions = {
  guard: AddressGuard
  deadlineMs: number
  ca?: string | undefined
  signal: AbortSignal
}

/** Only the status matters; the body is discarded. */
const MAX_BODY_BYTES = 16 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/** A separate connection, without redirects, cookies or retries. Never rejects. */
export async function post(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
  { guard: anyGuard, deadlineMs, ca, signal }: PostOptions,
): Promise<AlertOutcome> {
  const guard = url.protocol === 'http:' ? anyGuard.withoutTls : anyGuard
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (guard.forbids(host)) return { ok: false, problem: 'address-forbidden' }
  const client = new Client(url.origin, {
    connect: {
      lookup: guard.lookup,
      timeout: deadlineMs,
      // No environment variable can switch verification off.
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    pipelining: 0,
  })
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    const path = `${url.pathname}${url.search}`
    const both = AbortSignal.any([signal, deadline])
    const { statusCode, body: answer } = await client.request({ path, method: 'POST', headers, body, signal: both })
    // The status is final, however the answer ends.
    await answer.dump({ limit: MAX_BODY_BYTES, signal: both }).catch(() => {})
    return outcomeOf(statusCode)
  } catch (error) {
    return { ok: false, problem: deadline.aborted ? 'no-reply' : problemOf(error) }
  } finally {
    void client.destroy().catch(() => {})
  }
}

function outcomeOf(status: number): AlertOutcome {
  if (status >= 200 && status < 300) return { ok: true }
  return { ok: false, problem: status < 400 ? 'redirected' : 'refused', status }
}

const NO_REPLY = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])

export function problemOf(error: unknown): AlertProblem {
  const code = (error as { code?: unknown }).code
  if (code === 'EADDRFORBIDDEN') return 'address-forbidden'
  if (typeof code !== 'string') return 'unclear'
  if (NO_REPLY.has(code)) return 'no-reply'
  if (UNREACHABLE.has(code)) return 'unreachable'
  if (code === 'EPROTO' || /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) return 'no-tls'
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code) ? 'certificate' : 'unclear'
}
