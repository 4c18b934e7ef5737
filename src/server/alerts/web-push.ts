import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

import type { AlertOutcome } from '#domain/alerts.ts'
import { post, type PostOptions } from './post.ts'

/** Endpoint and keys are secret: anyone who has them can show messages on the device. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** Identifies this shop to push services (RFC 8292), as JWK text. Created once, because subscriptions are bound to it. */
export function createVapidKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}

/** An uncompressed point in base64url, as browsers expect it. */
export function vapidPublicKey(key: string): string {
  const { x = '', y = '' } = createPublicKey(privateKeyOf(key)).export({ format: 'jwk' })
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
}

const privateKeyOf = (key: string) =>
  createPrivateKey({ key: JSON.parse(key) as Record<string, string>, format: 'jwk' })

const POINT_BYTES = 65
const AUTH_BYTES = 16

/** True for a point on the curve and a secret of the right length. */
export function isUsableSubscription({ endpoint, p256dh, auth }: PushSubscription): boolean {
  if (!URL.canParse(endpoint) || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    const point = Buffer.from(p256dh, 'base64url')
    return point.length === POINT_BYTES && ecdh.computeSecret(point).length > 0
  } catch {
    return false
  }
}

const RECORD_BYTES = 4096

/** One record of `aes128gcm` (RFC 8291): the push service cannot read it. */
function encryptPush(text: string, { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  const ours = ecdh.generateKeys()
  const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(ecdh.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const salt = randomBytes(16)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  // The byte 2 marks the last record.
  const record = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...record])
}

const TOKEN_VALID_S = 12 * 60 * 60
/** How long the push service keeps a message for an offline device. */
const KEPT_FOR_S = 24 * 60 * 60

type Vapid = {
  key: string
  /** An `https:` or `mailto:` URL. */
  contact: string
}

/** Replaces an earlier message with the same `topic`. */
export async function sendPush(
  subscription: PushSubscription,
  { topic, text }: { topic: string; text: string },
  { key, contact }: Vapid,
  now: number,
  options: PostOptions,
): Promise<AlertOutcome> {
  const url = new URL(subscription.endpoint)
  const claims = { aud: url.origin, exp: Math.floor(now / 1000) + TOKEN_VALID_S, sub: contact }
  const token = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(token), { key: privateKeyOf(key), dsaEncoding: 'ieee-p1363' })
  const headers = {
    authorization: `vapid t=${token}.${signature.toString('base64url')}, k=${vapidPublicKey(key)}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_FOR_S),
    urgency: 'high',
    topic,
  }
  const outcome = await post(url, { headers, body: encryptPush(text, subscription) }, options)
  const isGone = !outcome.ok && (outcome.status === 404 || outcome.status === 410)
  return isGone ? { ...outcome, problem: 'gone' } : outcome
}
