import type { NetworkInterfaceInfo } from 'node:os'

import { expect, it } from 'vitest'

import { reachableAt } from '#server/http/reachable-at.ts'

const at = (address: string, more: object = {}) =>
  ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo
const interfaces = () => ({
  lo: [at('127.0.0.1', { internal: true })],
  eth0: [at('192.168.1.20'), at('fe80::1')],
  wlan0: [at('10.0.0.7'), at('203.0.113.9'), at('172.32.0.1'), at('169.254.7.7')],
  docker0: [at('172.17.0.1')],
  'br-1f2e': [at('172.18.0.1')],
})
const reached = (more: object) => reachableAt({ host: '127.0.0.1', port: 8080, ...more }, interfaces)

it.each(['127.0.0.1', 'localhost', '::1'])(
  'a shop that listens at %s cannot be reached from another machine',
  (host) => {
    expect(reached({ host })).toEqual([])
  },
)

it.each(['0.0.0.0', '::'])('a shop that listens at %s is reached at the private addresses of its machine', (host) => {
  expect(reached({ host })).toEqual(['http://192.168.1.20:8080', 'http://10.0.0.7:8080'])
})

it('a shop with a certificate is reached by https, without the default port', () => {
  expect(reached({ host: '192.168.1.20', port: 443, tls: { cert: '', key: '' } })).toEqual(['https://192.168.1.20'])
})

it('a shop with a public origin has only that address, wherever the process listens', () => {
  expect(reached({ publicOrigin: 'https://till.sidra.example' })).toEqual(['https://till.sidra.example'])
})

it('a shop in a network with only public addresses is reached at those', () => {
  const outside = {
    eth0: [at('203.0.113.9'), at('169.254.7.7')],
    docker0: [at('172.17.0.1')],
    lo: [at('127.0.0.1', { internal: true })],
  }
  expect(reachableAt({ host: '0.0.0.0', port: 8080 }, () => outside)).toEqual(['http://203.0.113.9:8080'])
})
