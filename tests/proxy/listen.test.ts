import type { NetworkInterfaceInfo } from 'node:os'

import { expect, it } from 'vitest'

import { addressesOfNetwork } from '#proxy/listen.ts'

const at = (address: string, changes: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: 'IPv4', internal: false, ...changes }) as NetworkInterfaceInfo

const INTERFACES = {
  lo: [at('127.0.0.1', { internal: true })],
  eth0: [at('192.168.1.20'), at('fe80::1', { family: 'IPv6' } as never), at('203.0.113.9'), at('169.254.7.7')],
  wlan0: [at('10.0.0.5')],
  docker0: [at('172.17.0.1')],
  'br-1f2e': [at('172.18.0.1')],
  ppp0: [at('172.32.0.1')],
}

it.each([
  ['http://localhost:8080', { host: '0.0.0.0' }, ['http://192.168.1.20:8080', 'http://10.0.0.5:8080']],
  ['https://localhost:8443', { host: '::' }, ['https://192.168.1.20:8443', 'https://10.0.0.5:8443']],
  ['http://localhost:80', { host: '0.0.0.0' }, ['http://192.168.1.20', 'http://10.0.0.5']],
  ['http://127.0.0.1:8080', { host: '127.0.0.1' }, []],
  ['http://192.168.1.20:8080', { host: '192.168.1.20' }, []],
  ['https://till.example', { host: '0.0.0.0', publicOrigin: 'https://till.example' }, []],
])('the addresses in the network beside %s, where it listens at %j', (url, settings, expected) => {
  expect(addressesOfNetwork(url, settings, INTERFACES)).toEqual(expected)
})
