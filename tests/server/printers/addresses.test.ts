import { once } from 'node:events'
import type { LookupAddress } from 'node:dns'

import { expect, it, onTestFinished } from 'vitest'

import { isPrinterHost } from '#api/network-printers.ts'
import type { PrintBody } from '#api/printing.ts'
import { createPrinterGuard } from '#server/lib/address-guard.ts'
import { InvalidOperation } from '#server/lib/failures.ts'
import type { LookUp } from '#server/lib/dns-queue.ts'
import { createPrinters } from '#server/printers/printers.ts'
import { aPrinter } from '../../support/a-printer.ts'

/** @security V1.3.6, V13.2.4: Tills print only at private addresses that a supervisor entered, at ports 9100 to 9109. */

const PAPER: PrintBody = { document: { lines: [{ kind: 'text', text: 'Paid', align: 'start' }] }, opensDrawer: false }
const aPlace = (host: string, port = 9100) =>
  ({ id: 'p1', name: 'Counter', host, port, language: 'esc-pos', width: 80 }) as const

/**
 * How an address that a supervisor enters is treated: it is used, it is rejected because it is not in a private
 * network, or its form is rejected.
 */
const ADDRESSES = {
  used: [
    ...'10.0.0.1 10.255.255.254 172.16.0.1 172.31.255.254 192.168.1.50 fc00::50 fd12:3456:789a::1'.split(' '),
    ...'FD12:3456:789A:0:0:0:0:1 printer.local star-mc-print3'.split(' '),
  ],
  network: [
    ...'127.0.0.1 127.1.2.3 ::1 0:0:0:0:0:0:0:1 0.0.0.0 :: 8.8.8.8 9.255.255.255 11.0.0.1 172.15.255.255'.split(' '),
    ...'172.32.0.1 192.167.255.255 192.169.0.1 100.64.0.1 100.100.100.200 169.254.169.254 169.254.10.10'.split(' '),
    ...'168.63.129.16 198.18.0.1 224.0.0.1 255.255.255.255 fe80::1 fec0::1 ff02::1 2001:4860:4860::8888'.split(' '),
    ...'2002:0a00:0001::1 64:ff9b::10.0.0.1 fd00:ec2::254 fd20:ce::254 fd00:c1::a9fe:a9fe fd00:42::42'.split(' '),
    // An IPv4 address within an IPv6 address.
    ...'::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:a00:1 0:0:0:0:0:ffff:10.0.0.1 ::10.0.0.1'.split(' '),
  ],
  form: [
    ...'167772161 0x0a000001 012.0.0.1 10.0.0.01 0xa.0.0.1 10.1 192.168.1.256 10.0.0.1. fe80::1%eth0 [::1]'.split(' '),
    ...'10.0.0.1:9100 http://10.0.0.1 printer/../10.0.0.1 １０.0.0.1'.split(' '),
    'printer .local',
    '',
  ],
}

const NAMES: Record<string, string[]> = {
  'metadata.internal': ['169.254.169.254'],
  'localhost.example': ['127.0.0.1'],
  'outside.example': ['93.184.216.34'],
  'mapped.example': ['::ffff:10.0.0.1'],
  'one-of-two.example': ['192.168.1.50', '93.184.216.34'],
  'no-address.example': [],
}

const guard = createPrinterGuard({ allowsLoopback: false })

function verdictOf(host: string) {
  if (!isPrinterHost(host)) return 'form'
  return guard.forbids(host) ? 'network' : 'used'
}

const lookUpIn =
  (names: (name: string) => readonly string[], asked: string[] = []): LookUp =>
  (name, _, answer) => {
    asked.push(name)
    const found = names(name).map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(answer, null, found)
  }

it('only addresses of private networks are used, in the one form that everyone reads the same', () => {
  const hosts = Object.values(ADDRESSES).flat()
  const judged = (verdict: string) => hosts.filter((host) => verdictOf(host) === verdict)
  expect(hosts.length).toBeGreaterThan(50)
  expect({ used: judged('used'), network: judged('network'), form: judged('form') }).toEqual(ADDRESSES)
})

it('a supervisor cannot save an address outside, nor a port that no printer uses', () => {
  const printers = createPrinters({ printers: () => [], guard, allowsLoopback: false })
  for (const host of ['8.8.8.8', '127.0.0.1', '::ffff:10.0.0.1', '169.254.169.254'])
    expect(() => printers.requireUsable([aPlace('192.168.1.50'), aPlace(host)])).toThrow(InvalidOperation)
  for (const port of [22, 80, 631, 9099, 9110, 5432])
    expect(() => printers.requireUsable([aPlace('192.168.1.50', port)])).toThrow(InvalidOperation)
  expect(() => printers.requireUsable([aPlace('192.168.1.50', 9100), aPlace('printer.local', 9109)])).not.toThrow()
})

it('a printer on this machine is allowed only where the administrator allows it, and then at any port', () => {
  const allowed = { allowsLoopback: true }
  const printers = createPrinters({ printers: () => [], guard: createPrinterGuard(allowed), ...allowed })
  expect(() => printers.requireUsable([aPlace('127.0.0.1', 40_000), aPlace('::1', 40_000)])).not.toThrow()
  for (const host of ['192.168.1.50', 'localhost'])
    expect(() => printers.requireUsable([aPlace(host, 40_000)])).toThrow(InvalidOperation)
})

it.each(Object.keys(NAMES))('nothing is sent to a name of a forbidden network: %s', async (name) => {
  const places = createPrinterGuard({ allowsLoopback: false, lookUp: lookUpIn((asked) => NAMES[asked] ?? []) })
  const socket = places.connect(name, 9100)
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('EADDRFORBIDDEN')
  const printers = createPrinters({ printers: () => [aPlace(name)], guard: places, allowsLoopback: false })
  expect(await printers.print('p1', PAPER)).toEqual({ kind: 'not-printed', why: 'forbidden' })
})

it("a printer's name is resolved once for each job, and the job goes to the address that was checked", async () => {
  const printer = await aPrinter()
  onTestFinished(printer.close)
  const asked: string[] = []
  // An attacker who controls the name answers with another address each time.
  const answers = [['127.0.0.1'], ['93.184.216.34'], ['127.0.0.1', '93.184.216.34'], ['127.0.0.1']]
  const lookUp = lookUpIn(() => answers[asked.length - 1] ?? [], asked)
  const places = createPrinterGuard({ allowsLoopback: true, lookUp })
  // Only addresses of this machine may have another port, so only the guard checks the name here.
  const job = () =>
    once(places.connect('rebinding.example', printer.port), 'connect').then(
      () => 'sent',
      (error: NodeJS.ErrnoException) => error.code,
    )
  const outcomes = [await job(), await job(), await job(), await job()]
  expect(outcomes).toEqual(['sent', 'EADDRFORBIDDEN', 'EADDRFORBIDDEN', 'sent'])
  expect(asked).toEqual(Array(4).fill('rebinding.example'))
  expect(printer.state.connections).toBe(2)
})
