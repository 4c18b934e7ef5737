import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { startRelay } from '../../tools/crash-test/shops.ts'

async function anEcho() {
  const sockets: Socket[] = []
  const received: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received.push(chunk.toString())
      socket.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const relay = await startRelay((server.address() as AddressInfo).port)
  onTestFinished(async () => {
    await relay.close()
    server.close()
  })
  return { relay, received, sockets }
}

async function aClient(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString()))
  await once(socket, 'connect')
  return { socket, heard: () => heard }
}

it('the relay passes on what both sides send, and that one of them ends', async () => {
  const { relay, received, sockets } = await anEcho()
  const { socket, heard } = await aClient(relay.port)
  socket.write('one')
  await expect.poll(heard).toBe('one')
  expect(received).toEqual(['one'])
  socket.end()
  await once(socket, 'close')
  await expect.poll(() => sockets[0]?.readableEnded).toBe(true)
})

it('a network that is cut passes nothing and both sides stay connected, and what was sent arrives once it is restored', async () => {
  const { relay, received, sockets } = await anEcho()
  const [before, other] = [await aClient(relay.port), await aClient(relay.port)]
  before.socket.write('a')
  other.socket.write('b')
  await expect.poll(() => received.join('')).toHaveLength(2)
  relay.cut()
  before.socket.write('late')
  before.socket.destroy()
  const during = await aClient(relay.port)
  during.socket.write('new')
  const control = await anEcho()
  const { socket, heard } = await aClient(control.relay.port)
  socket.write('control')
  await expect.poll(heard).toBe('control')
  expect(received.join('')).toHaveLength(2)
  expect(sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([])
  expect(other.socket.destroyed).toBe(false)

  relay.mend()
  await expect.poll(() => received.toSorted()).toEqual(['a', 'b', 'late', 'new'])
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1)
  await expect.poll(during.heard).toBe('new')
})

it('a cut that ends with a reset loses what was sent during it, and closes every connection', async () => {
  const { relay, received, sockets } = await anEcho()
  const { socket } = await aClient(relay.port)
  socket.write('a')
  await expect.poll(() => received).toEqual(['a'])
  relay.cut()
  socket.write('lost')
  relay.mendWithReset()
  await expect.poll(() => socket.closed).toBe(true)
  await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  expect(received).toEqual(['a'])
  const after = await aClient(relay.port)
  after.socket.write('after')
  await expect.poll(after.heard).toBe('after')
})
