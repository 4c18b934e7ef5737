import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { securityHeaders } from '#proxy/http/security-headers.ts'

const headersOf = (page: string, hasTls = true) => securityHeaders(page, { origin: 'https://service.example' }, hasTls)
const policyOf = (page: string) => headersOf(page)['content-security-policy'] ?? ''
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('allows the styles that stand in the page, by their hashes, and no others', () => {
  expect(policyOf('<style>a{}</style><style media="print">b{}</style>')).toContain(
    `style-src 'self' ${hashOf('a{}')} ${hashOf('b{}')};`,
  )
  expect(policyOf('<div id="root"></div>')).toContain(`style-src 'self';`)
})

it('allows no script that stands in the page', () => {
  const policy = policyOf(`<script type="module">ask()</script><script type="module" src="/a.js"></script>`)
  expect(policy).toContain(`script-src 'self';`)
  expect(policy).not.toContain(hashOf('ask()'))
  expect(policy).not.toContain('unsafe')
})

it('gives the page what it uses of the machine, and nothing else', () => {
  const permissions = headersOf('')['permissions-policy']?.split(', ') ?? []
  expect(permissions).toEqual(expect.arrayContaining(['usb=(self)', 'serial=(self)', 'screen-wake-lock=(self)']))
  expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']))
  expect(permissions.filter((one) => !/^[a-z-]+=\((self)?\)$/.test(one))).toEqual([])
})

it('asks for https for ever where the browser came by it, and only there', () => {
  expect(headersOf('', true)['strict-transport-security']).toMatch(/^max-age=31536000$/)
  expect(headersOf('', false)).not.toHaveProperty('strict-transport-security')
})
