import { createHash } from 'node:crypto'

/**
 * The headers of every answer. `page` is our index.html: its inlined styles are allowed by hash. Pictures may come from the service's own
 * host.
 */
export function securityHeaders(
  page: string,
  pictureOrigins: readonly string[],
  isTls: boolean,
): Record<string, string> {
  const styles = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, sheet]) => `'sha256-${sha256(sheet ?? '')}'`,
  )
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' ${styles.join(' ')}`.trimEnd(),
    `img-src 'self' data: ${pictureOrigins.join(' ')}`.trimEnd(),
    `connect-src 'self'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(isTls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
