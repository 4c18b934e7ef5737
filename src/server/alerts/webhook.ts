import { createHmac } from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import { post, type PostOptions } from './post.ts'

const KEY_PREFIX = 'whsec_'

export type WebhookAlert = { id: string; body: string }

/** `not-an-address`: not a URL, or one with a user, password or fragment. `not-https`: only if private networks are not allowed. */
export function findWebhookProblem(text: string, allowsPrivate: boolean): 'not-an-address' | 'not-https' | undefined {
  if (!URL.canParse(text)) return 'not-an-address'
  const { protocol, username, password, hash } = new URL(text)
  if (!/^https?:$/.test(protocol) || username || password || hash) return 'not-an-address'
  // Whether an http URL is private is checked when its name is resolved.
  return protocol === 'http:' && !allowsPrivate ? 'not-https' : undefined
}

/** Signs as Standard Webhooks specifies (`docs/developers/alert-webhook.md`). Repeats of an alert have the same id. */
export async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  { id, body }: WebhookAlert,
  now: number,
  options: PostOptions,
): Promise<AlertOutcome> {
  const timestamp = String(Math.floor(now / 1000))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`).digest('base64')}`,
    // For receivers from before 0.2.0.
    'toptill-alert-id': id,
    'toptill-timestamp': timestamp,
    'toptill-signature': `v1=${hmac(secret, `${timestamp}.${body}`).digest('hex')}`,
  }
  return post(new URL(url), { headers, body }, options)
}

/** Secrets from before 0.2.0 are arbitrary text, and its bytes are the key. */
const keyOf = (secret: string): string | Buffer =>
  secret.startsWith(KEY_PREFIX) ? Buffer.from(secret.slice(KEY_PREFIX.length), 'base64') : secret

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
