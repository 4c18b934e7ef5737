import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { securityHeaders } from '#server/http/security-headers.ts'

const headersOf = (page: string, hasTls = true) => securityHeaders(page, { origin: 'https://service.example' }, hasTls)
const policyOf = (page: string) => headersOf(page)['content-security-policy'] ?? ''
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('the policy allows the inline styles of the page by their hashes, and no others', () => {
  expect(policyOf('<style>a{}</style><style media="print">b{}</style>')).toContain(
    `style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')};`,
  )
  expect(policyOf('<div id="root"></div>')).toContain(`style-src 'self';`)
})

it('the policy allows no inline script', () => {
  const policy = policyOf(`<script type="module">ask()</script><script type="module" src="/a.js"></script>`)
  expect(policy).toContain(`script-src 'self';`)
  expect(policy).not.toContain(hashOf('ask()'))
  expect(policy).not.toContain('unsafe')
})

it('the page may turn text into script by one named policy, and by no other', () => {
  const directives = policyOf('').split('; ')
  const expected = [`require-trusted-types-for 'script'`, 'trusted-types service-worker']
  expect(directives.filter((directive) => /trusted-types/.test(directive))).toEqual(expected)
})

it('the page may use only the device features that it needs', () => {
  const permissions = headersOf('')['permissions-policy']?.split(', ') ?? []
  expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']))
  // By default, only the page may use what is not named.
  expect(
    permissions.filter(
      (one) => !/^[a-z-]+=\(\)$/.test(one) || /usb|serial|bluetooth|wake-lock|fullscreen|clipboard/.test(one),
    ),
  ).toEqual([])
})

it('HTTPS is required in future only when the page was served over HTTPS', () => {
  expect(headersOf('', true)['strict-transport-security']).toMatch(/^max-age=31536000$/)
  expect(headersOf('', false)).not.toHaveProperty('strict-transport-security')
})
