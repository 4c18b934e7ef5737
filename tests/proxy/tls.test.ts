import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { openShop } from '../support/shop.ts'

// Made for these tests alone, for localhost, with no other use.
const pem = (name: string) => fileURLToPath(new URL(`../support/localhost-${name}.pem`, import.meta.url))

it('serves over TLS with the files it is given, and locks its cookies to that', async () => {
  const shop = await openShop({ env: { TLS_CERT_FILE: pem('cert'), TLS_KEY_FILE: pem('key') } })
  expect(shop.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    const sent = request(shop.url + proxyPaths.session, { ca: readFileSync(pem('cert')) }, (answer) => {
      answer.resume()
      resolve(answer.headers)
    })
    sent.on('error', reject).end()
  })
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d+/)
  expect(headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-toptill-terminal=.*; Secure/)])
})
