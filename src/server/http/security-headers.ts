import { createHash } from 'node:crypto'

import type { PictureSource } from '../wholesaler/picture.ts'

/** Denied to the page, too. By default, only the page may use what is not named here. */
const UNUSED = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
]
const PERMISSIONS = UNUSED.map((name) => `${name}=()`).join(', ')

/**
 * Of every response. `page` is our index.html: its inline styles are allowed by hash, inline scripts never. Pictures come from the wholesaler's host and those
 * of the settings.
 */
export function securityHeaders(
  page: string,
  { origin, others = [] }: PictureSource,
  hasTls: boolean,
): Record<string, string> {
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, text]) => ` 'sha256-${sha256(text ?? '')}'`,
  )
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'${styles.join('')}`,
    `img-src 'self' data: ${[origin, ...others].join(' ')}`,
    `connect-src 'self'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The service worker needs it (browser/api/keep-offline.ts).
    `trusted-types service-worker`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    ...(hasTls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** The picture hosts may change. */
export function createSecurityHeaders(
  page: string,
  pictures: () => PictureSource,
  hasTls: boolean,
): () => Record<string, string> {
  let last: { source: PictureSource; headers: Record<string, string> } | undefined
  return () => {
    const source = pictures()
    if (last?.source !== source) last = { source, headers: securityHeaders(page, source, hasTls) }
    return last.headers
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
