import { createHmac } from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import { post, type PostOptions } from './post.ts'

/** `docs/alert-webhook.md` describes these headers for those who receive them. */
const WEBHOOK_HEADERS = {
  id: 'toptill-alert-id',
  timestamp: 'toptill-timestamp',
  signature: 'toptill-signature',
} as const

export type WebhookAlert = { id: string; body: string }

/** Why alerts cannot be sent to an address: it is none, has a user in it, or is not https outside of private networks. */
export function findWebhookProblem(text: string, allowsPrivate: boolean): 'not-an-address' | 'not-https' | undefined {
  if (!URL.canParse(text)) return 'not-an-address'
  const { protocol, username, password, hash } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password || hash) return 'not-an-address'
  // Whether an address by http is a private one shows when its name is resolved.
  return protocol === 'http:' && !allowsPrivate ? 'not-https' : undefined
}

/** Sends an alert, signed over its time and body. The same alert has the same id each time it is sent. */
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
