import { createHmac } from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import { post, type PostOptions } from './post.ts'

/** Documented for receivers in `docs/developers/alert-webhook.md`. */
const WEBHOOK_HEADERS = {
  id: 'toptill-alert-id',
  timestamp: 'toptill-timestamp',
  signature: 'toptill-signature',
} as const

export type WebhookAlert = { id: string; body: string }

/** No address, a user or fragment in it, or not https where private networks are not allowed. */
export function findWebhookProblem(text: string, allowsPrivate: boolean): 'not-an-address' | 'not-https' | undefined {
  if (!URL.canParse(text)) return 'not-an-address'
  const { protocol, username, password, hash } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password || hash) return 'not-an-address'
  // Whether an http address is private is checked when its name is resolved.
  return protocol === 'http:' && !allowsPrivate ? 'not-https' : undefined
}

/** Signed over time and body. Repeats of an alert have the same id. */
export async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  { id, body }: WebhookAlert,
  now: number,
  options: PostOptions,
): Promise<AlertOutcome> {
  const timestamp = String(Math.floor(now / 1000))
  const headers = {
    'content-type': 'application/json',
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  }
  return post(new URL(url), { headers, body }, options)
}
