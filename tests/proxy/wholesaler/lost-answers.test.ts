import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { CALL_LIMITS } from '#proxy/wholesaler/call-limits.ts'
import { openWholesaler } from '../../support/open-wholesaler.ts'
import {
  answer,
  answerText,
  hangUp,
  hangUpMidway,
  silence,
  startScriptedService,
  type Responder,
} from '../../support/scripted-service.ts'
import { createVirtualTime } from '../../support/virtual-time.ts'

const confirm = { id: '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId, amount: decimal('25') }
const aTransaction = { id: '69d', state: 1 }
const nested = (depth: number) =>
  '{"transaction":{"id":"69d","state":1,"deep":' + '['.repeat(depth - 2) + ']'.repeat(depth - 2) + '}}'

/** With `timesOut` all time that the confirm has passes once it has arrived. */
async function confirmAgainst(say: Responder, { timesOut = false } = {}) {
  const time = createVirtualTime()
  const confirmed: Responder = async (response, request) => {
    await say(response, request)
    if (timesOut) await time.pass(CALL_LIMITS.confirmMs)
  }
  const { wholesaler, service } = await openWholesaler({ script: { '/transaction/confirm': confirmed }, ...time })
  await wholesaler.fenced
  const { answer: given } = await wholesaler.confirm(confirm)
  return { given, service }
}

describe('a confirm that may have been sent', () => {
  it.each<{ name: string; say: Responder; timesOut?: true; lost: object }>([
    { name: 'is never answered', say: silence, timesOut: true, lost: { reason: 'timeout' } },
    {
      name: 'is answered slower than its time',
      say: (response) => void response.writeHead(200).write('{'),
      timesOut: true,
      lost: { reason: 'timeout' },
    },
    { name: 'is cut off', say: hangUp, lost: { reason: 'reset' } },
    { name: 'is cut off in the middle of the answer', say: hangUpMidway, lost: { reason: 'reset' } },
    {
      name: 'is answered by something that is not HTTP',
      say: (response) => void response.socket?.end('220 mail.example ready\r\n'),
      lost: { reason: 'reset' },
    },
    { name: 'is answered with a page', say: answerText('<html>Login</html>'), lost: { reason: 'not-json' } },
    { name: 'is answered with nothing', say: answerText(''), lost: { reason: 'not-json' } },
    {
      name: 'is answered with half a body',
      say: answerText('{"transaction":{"id":"69d","sta'),
      lost: { reason: 'not-json' },
    },
    { name: 'is answered with a list', say: answer([{ transaction: aTransaction }]), lost: { reason: 'wrong-shape' } },
    { name: 'is answered with null', say: answer(null), lost: { reason: 'wrong-shape' } },
    {
      name: 'is answered with something else',
      say: answer({ status: 'ok' }),
      lost: { reason: 'wrong-shape', detail: '`transaction` of /transaction/confirm is missing' },
    },
    {
      name: 'is answered without an id',
      say: answer({ transaction: { state: 1 } }),
      lost: { reason: 'wrong-shape', detail: '`transaction.id` of /transaction/confirm is missing' },
    },
    {
      name: 'is answered with an id of a wrong type',
      say: answer({ transaction: { id: true, state: 1 } }),
      lost: { reason: 'wrong-shape', detail: '`transaction.id` of /transaction/confirm cannot be read: a flag' },
    },
    {
      name: 'is answered with an empty id',
      say: answer({ transaction: { id: '', state: 1 } }),
      lost: { reason: 'wrong-shape', detail: '`transaction.id` of /transaction/confirm is empty' },
    },
    {
      name: 'is answered with an id beyond exact numbers',
      say: answerText('{"transaction":{"id":12345678901234567890,"state":1}}'),
      lost: { reason: 'wrong-shape' },
    },
    {
      name: 'is answered with both an error and a transaction',
      say: answer({ error: { code: 60 }, transaction: aTransaction }),
      lost: { reason: 'wrong-shape', detail: 'both error and transaction' },
    },
    { name: 'is answered with an error in words', say: answer({ error: 'no' }), lost: { reason: 'wrong-shape' } },
    {
      name: 'is answered with 500 and no error object',
      say: answer({}, 500),
      lost: { reason: 'http-status', detail: '500' },
    },
    {
      name: 'is answered with 502 and a page',
      say: answerText('<html/>', 502),
      lost: { reason: 'http-status', detail: '502' },
    },
    {
      name: 'is answered with 500 and a transaction',
      say: answer({ transaction: aTransaction }, 500),
      lost: { reason: 'http-status' },
    },
    {
      name: 'is answered with an error of the gateway',
      say: answer({ error: { message: 'upstream' } }, 504),
      lost: { reason: 'http-status', detail: '504' },
    },
    { name: 'is sent on', say: answerText('', 307, { location: '/elsewhere' }), lost: { reason: 'redirect' } },
    { name: 'is answered with 33 levels', say: answerText(nested(33)), lost: { reason: 'too-deep' } },
    { name: 'is answered with a million levels', say: answerText('['.repeat(1_000_000)), lost: { reason: 'too-deep' } },
    {
      name: 'is answered with more than 1 MiB',
      say: answerText(JSON.stringify({ transaction: aTransaction, filler: 'x'.repeat(1024 * 1024) })),
      lost: { reason: 'too-big' },
    },
    {
      name: 'is answered with an endless body',
      say: (response) => {
        const pour = () => {
          while (response.writable && response.write('x'.repeat(65_536)));
        }
        response.on('drain', pour)
        pour()
      },
      lost: { reason: 'too-big' },
    },
    {
      name: 'is answered with a key that reaches for a prototype',
      say: answerText('{"transaction":{"id":"69d","state":1,"__proto__":{"polluted":1}}}'),
      lost: { reason: 'wrong-shape', detail: 'a prototype key' },
    },
    {
      name: 'is answered with a constructor key',
      say: answerText('{"transaction":{"id":"69d","state":1,"constructor":{"prototype":{"polluted":1}}}}'),
      lost: { reason: 'wrong-shape', detail: 'a prototype key' },
    },
  ])('a confirm is lost and not repeated when it $name', async ({ say, lost, ...more }) => {
    const { given, service } = await confirmAgainst(say, more)
    expect(given).toMatchObject({ kind: 'lost', ...lost })
    expect(service.on('/transaction/confirm')).toHaveLength(1)
    expect(service.on('/elsewhere')).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each<{ name: string; say: Responder }>([
    { name: '32 levels', say: answerText(nested(32)) },
    { name: 'brackets inside a text', say: answer({ transaction: aTransaction, note: '\\"[[[['.repeat(20) }) },
    {
      name: 'a page as content type',
      say: answerText(JSON.stringify({ transaction: aTransaction }), 200, { 'content-type': 'text/html' }),
    },
    { name: 'status 201', say: answer({ transaction: aTransaction }, 201) },
    { name: 'a byte order mark', say: answerText(`\uFEFF${JSON.stringify({ transaction: aTransaction })}`) },
    { name: 'an error that is null', say: answer({ error: null, transaction: aTransaction }) },
    { name: 'an error that is an empty list', say: answer({ error: [], transaction: aTransaction }) },
    {
      name: 'a body in small pieces',
      say: (response) => {
        const pieces = Array.from(JSON.stringify({ transaction: aTransaction }))
        const next = () => {
          const piece = pieces.shift()
          if (piece === undefined) response.end()
          else response.write(piece, next)
        }
        next()
      },
    },
  ])('a confirm is answered despite $name', async ({ say }) => {
    expect((await confirmAgainst(say)).given).toMatchObject({
      kind: 'transaction',
      transaction: { id: '69d', state: 1 },
    })
  })
})

describe('a confirm that was not sent', () => {
  /** The service answers the fence and then becomes unreachable. */
  async function confirmAfter(goAway: (service: Awaited<ReturnType<typeof startScriptedService>>) => Promise<void>) {
    const service = await startScriptedService({
      '/balance': (response) => {
        response.setHeader('connection', 'close')
        return answer({ currency: 'AED', wallets: { main: 1 } })(response, {} as never)
      },
    })
    const { wholesaler } = await openWholesaler({ service })
    await wholesaler.fenced
    await goAway(service)
    return { given: (await wholesaler.confirm(confirm)).answer, service }
  }

  it('a confirm is not sent when nothing listens', async () => {
    const { given, service } = await confirmAfter((one) => one.stop())
    expect(given).toEqual({ kind: 'not-sent', reason: 'connect' })
    expect(service.on('/transaction/confirm')).toEqual([])
  })

  it('a confirm uses a new connection when the open one was closed', async () => {
    const { wholesaler, service } = await openWholesaler({
      script: { '/transaction/confirm': answer({ transaction: aTransaction }) },
    })
    await wholesaler.fenced
    await service.dropConnections()
    expect((await wholesaler.confirm(confirm)).answer.kind).toBe('transaction')
    expect(service.connections()).toBe(2)
  })

  it('a call is not sent when TLS is not established in time', async () => {
    let received = ''
    const server = createServer((socket) => socket.on('data', (data) => (received += data.toString('latin1'))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const { wholesaler } = await openWholesaler({ url, limits: { connectMs: 50, findMs: 5_000 } })
    expect((await wholesaler.find({ saleId: confirm.id })).answer).toEqual({ kind: 'not-sent', reason: 'connect' })
    expect(received).not.toContain('/transaction/find')
  })

  it('a call is not sent when the host name is unknown', async () => {
    const { wholesaler } = await openWholesaler({ url: new URL('http://no-such-host.invalid') })
    expect((await wholesaler.find({ saleId: confirm.id })).answer).toEqual({ kind: 'not-sent', reason: 'connect' })
  })

  it('a confirm is not sent when its time ends in the queue', async () => {
    const { wholesaler, service } = await openWholesaler({
      limits: { connections: 1, findMs: 60_000, confirmMs: 40 },
      script: { '/transaction/find': silence },
    })
    await wholesaler.fenced
    void wholesaler.find({ saleId: confirm.id })
    expect((await wholesaler.confirm(confirm)).answer).toEqual({ kind: 'not-sent', reason: 'busy' })
    expect(service.on('/transaction/confirm')).toEqual([])
  })

  it('a call is not sent while no key mark can be saved', async () => {
    const keys = { loadMark: async () => 0n, saveMark: () => Promise.reject(new Error('disk full')) }
    const { wholesaler, service, log } = await openWholesaler({ keys })
    expect((await wholesaler.find({ saleId: confirm.id })).answer).toEqual({ kind: 'not-sent', reason: 'busy' })
    expect(service.received).toEqual([])
    expect(log).toContainEqual({ what: 'the key mark cannot be saved; nothing is sent' })
  })

  it('in practice, where a fault of the journal is told by throwing, the call ends as one that was not sent', async () => {
    const keys = { loadMark: async () => 0n, saveMark: () => Promise.reject(new Error('disk full')) }
    const onKeyFault = () => {
      throw new Error('practice was closed')
    }
    const { wholesaler } = await openWholesaler({ keys, onKeyFault })
    expect((await wholesaler.find({ saleId: confirm.id })).answer).toEqual({ kind: 'not-sent', reason: 'busy' })
  })
})

describe('the limits of each call', () => {
  it('a find ends earlier when its caller allows less time', async () => {
    const time = createVirtualTime()
    const { wholesaler } = await openWholesaler({
      limits: { findMs: 60_000 },
      script: { '/transaction/find': () => time.pass(50) },
      ...time,
    })
    await wholesaler.fenced
    expect((await wholesaler.find({ saleId: confirm.id }, 50)).answer).toEqual({ kind: 'lost', reason: 'timeout' })
  })

  it('a list may be larger than other answers', async () => {
    const filler = 'x'.repeat(3 * 1024 * 1024)
    const { wholesaler } = await openWholesaler({
      script: {
        '/services': answer({ services: [], filler }),
        '/point_info': answer({ agent: { name: 'Shop' }, pos: {}, filler }),
      },
    })
    expect(await wholesaler.services()).toEqual({ ok: true, value: { services: [], skipped: [] } })
    expect(await wholesaler.pointInfo()).toMatchObject({ ok: false, reason: 'unreadable' })
  })
})
