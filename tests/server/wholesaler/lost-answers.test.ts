import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { describe, expect, it, onTestFinished } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { CALL_LIMITS } from '#server/wholesaler/call-limits.ts'
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

const MIB = 1024 * 1024
const sold = JSON.stringify({ transaction: aTransaction })
const ours = JSON.stringify({ transaction: { ...aTransaction, external_transaction_id: confirm.id } })
const DECORATED = [
  `\uFEFF${sold}`,
  `\r\n\r\n\uFEFF ${sold}\0\u200b\n`,
  `<br />\n<b>Warning</b>: Undefined array key "x" in <b>/a.php</b> on line <b>12</b><br />\n${ours}`,
  `${ours}\n<!-- 0.02 s -->`,
  `/* a */ ${ours} // b`,
  `callback(${ours});`,
  `OK${ours}`,
  `#0 {main} ${ours}`,
]
const NOT_DECORATED = [
  `Notice: x ${sold}`,
  `${ours.replace(confirm.id, `${confirm.id}X`)} <!-- -->`,
  `Notice ${ours}${ours}`,
  `Notice ${ours}{"trans`,
  `action":{}}${ours}`,
  `[1,${ours} x`,
  `"Notice" ${ours}`,
  `5 ${ours}`,
  `Notice {"error":{"code":1001}}`,
  `Notice [${ours.slice(0, -1)}`,
  `${'x'.repeat(70_000)}${ours}`,
]
const COMPRESSED: [what: string, body: string | Buffer, encoding: string][] = [
  ['gzip', gzipSync(sold), 'gzip'],
  ['gzip without a header', gzipSync(sold), ''],
  ['gzip named in capitals', gzipSync(sold), ' GZIP '],
  ['gzip named as br', gzipSync(sold), 'br'],
  ['deflate', deflateSync(sold), 'deflate'],
  ['raw deflate', deflateRawSync(sold), 'deflate'],
  ['brotli', brotliCompressSync(sold), 'br'],
  ['gzip that was taken away', sold, 'gzip'],
  ['a compression that was taken away', sold, 'zstd'],
  ['no compression', sold, 'identity'],
]

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
/** Bytes that no Node server would send. */
const raw =
  (bytes: string): Responder =>
  (response) =>
    void response.socket?.write(bytes)

/** With `timesOut`, all of the confirm's time passes once the confirm has arrived. */
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
  const slowly: Responder = (response) => void response.writeHead(200).write('{')
  const inAnotherProtocol: Responder = (response) => void response.socket?.end('220 mail.example ready\r\n')
  const withoutEnd: Responder = (response) => {
    const pour = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', pour)
    pour()
  }
  const withKey = (key: string) => answerText(`{"transaction":{"id":"69d","state":1,${key}}}`)
  const wrongShape = (detail?: string) => ({ reason: 'wrong-shape', ...(detail && { detail }) })
  const ofConfirm = (field: string, problem: string) => wrongShape(`\`${field}\` of /transaction/confirm ${problem}`)
  const httpStatus = (detail: string) => ({ reason: 'http-status', detail })
  const big = JSON.stringify({ transaction: aTransaction, filler: 'x'.repeat(1024 * 1024) })
  const both = { error: { code: 60 }, transaction: aTransaction }

  it.each<[what: string, say: Responder, lost: object]>([
    ['never answered', silence, { reason: 'timeout' }],
    ['answered slower than its time', slowly, { reason: 'timeout' }],
    ['cut off', hangUp, { reason: 'reset' }],
    ['cut off in the middle of the answer', hangUpMidway, { reason: 'reset' }],
    ['answered by something that is not HTTP', inAnotherProtocol, { reason: 'reset' }],
    [
      'continued unasked',
      raw(`HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: ${sold.length}\r\n\r\n${sold}`),
      { reason: 'reset' },
    ],
    [
      'answered with two lengths',
      raw(`${OK}Content-Length: 1\r\nContent-Length: ${sold.length}\r\n\r\n${sold}`),
      { reason: 'reset' },
    ],
    [
      'answered with a length and chunks',
      raw(`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      { reason: 'reset' },
    ],
    ['answered with headers without end', raw(`${OK}${'X-A: b\r\n'.repeat(40_000)}`), { reason: 'reset' }],
    [
      'asked to speak another protocol',
      raw(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n`),
      { reason: 'reset' },
    ],
    ['answered with a page', answerText('<html>Login</html>'), { reason: 'not-json' }],
    ['answered with nothing', answerText(''), { reason: 'not-json' }],
    ['answered with half a body', answerText('{"transaction":{"id":"69d","sta'), { reason: 'not-json' }],
    ['answered with a list', answer([{ transaction: aTransaction }]), wrongShape()],
    ['answered with null', answer(null), wrongShape()],
    ['answered with something else', answer({ status: 'ok' }), ofConfirm('transaction', 'is missing')],
    ['answered without an id', answer({ transaction: { state: 1 } }), ofConfirm('transaction.id', 'is missing')],
    [
      'answered with an id of a wrong type',
      answer({ transaction: { id: true, state: 1 } }),
      ofConfirm('transaction.id', 'cannot be read: a flag'),
    ],
    [
      'answered with an empty id',
      answer({ transaction: { id: '', state: 1 } }),
      ofConfirm('transaction.id', 'is empty'),
    ],
    ...['1.2e+15', '1E30', '1.5', '1e400'].map((id): [string, Responder, object] => [
      `answered with the id ${id}`,
      answerText(`{"transaction":{"id":${id},"state":1}}`),
      wrongShape(),
    ]),
    ...NOT_DECORATED.map((text): [string, Responder, object] => [text, answerText(text), { reason: 'not-json' }]),
    [
      'compressed in an unknown way',
      answerText('(', 200, { 'content-encoding': 'zstd' }),
      wrongShape('compressed as zstd'),
    ],
    [
      'half of what was compressed',
      answerText(gzipSync(sold).subarray(0, 40)),
      wrongShape('damaged where it is compressed'),
    ],
    [
      'a bomb',
      answerText(gzipSync(Buffer.alloc(64 * MIB)), 200, { 'content-encoding': 'gzip' }),
      { reason: 'too-big' },
    ],
    [
      'another bomb',
      answerText(brotliCompressSync(Buffer.alloc(64 * MIB)), 200, { 'content-encoding': 'br' }),
      { reason: 'too-big' },
    ],
    ['answered with both an error and a transaction', answer(both), wrongShape('both error and transaction')],
    ['answered with an error in words', answer({ error: 'no' }), wrongShape()],
    ['answered with 500 and no error object', answer({}, 500), httpStatus('500')],
    ['answered with 502 and a page', answerText('<html/>', 502), httpStatus('502')],
    ['answered with 500 and a transaction', answer({ transaction: aTransaction }, 500), httpStatus('500')],
    ['answered with an error of the gateway', answer({ error: { message: 'upstream' } }, 504), httpStatus('504')],
    ['sent on', answerText('', 307, { location: '/elsewhere' }), { reason: 'redirect' }],
    ['answered with 33 levels', answerText(nested(33)), { reason: 'too-deep' }],
    ['answered with a million levels', answerText('['.repeat(1_000_000)), { reason: 'too-deep' }],
    ['answered with more than 1 MiB', answerText(big), { reason: 'too-big' }],
    ['answered with an endless body', withoutEnd, { reason: 'too-big' }],
    ['answered with a prototype', withKey('"__proto__":{"polluted":1}'), wrongShape('a prototype key')],
    [
      'answered with a constructor',
      withKey('"constructor":{"prototype":{"polluted":1}}'),
      wrongShape('a prototype key'),
    ],
  ])('a confirm is lost and not repeated when it is %s', async (_, say, lost) => {
    const { given, service } = await confirmAgainst(say, { timesOut: say === silence || say === slowly })
    expect(given).toMatchObject({ kind: 'lost', ...lost })
    expect(service.on('/transaction/confirm')).toHaveLength(1)
    expect(service.on('/elsewhere')).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  const inSmallPieces: Responder = (response) => {
    const pieces = Array.from(sold)
    const next = () => {
      const piece = pieces.shift()
      if (piece === undefined) response.end()
      else response.write(piece, next)
    }
    next()
  }

  it.each<[what: string, say: Responder]>([
    ['32 levels', answerText(nested(32))],
    ['brackets inside a text', answer({ transaction: aTransaction, note: '\\"[[[['.repeat(20) })],
    ['a page as content type', answerText(sold, 200, { 'content-type': 'text/html' })],
    ['status 201', answerText(sold, 201)],
    ...DECORATED.map((text): [string, Responder] => [text, answerText(text)]),
    ...COMPRESSED.map(([what, body, encoding]): [string, Responder] => [
      what,
      answerText(body, 200, encoding === '' ? {} : { 'content-encoding': encoding }),
    ]),
    ['headers of 100 kB', answerText(sold, 200, { 'content-security-policy': 'x'.repeat(100_000) })],
    [
      'early hints',
      raw(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}Content-Length: ${sold.length}\r\n\r\n${sold}`),
    ],
    ['an error that is null', answer({ error: null, transaction: aTransaction })],
    ['an error that is an empty list', answer({ error: [], transaction: aTransaction })],
    ['a body in small pieces', inSmallPieces],
  ])('a confirm is answered despite %s', async (_, say) => {
    expect((await confirmAgainst(say)).given).toMatchObject({
      kind: 'transaction',
      transaction: { id: '69d', state: 1 },
    })
  })
})

describe('a confirm that was not sent', () => {
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
    expect(given).toEqual({ kind: 'not-sent', reason: 'connect', detail: 'ECONNREFUSED' })
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
    const notSent = { kind: 'not-sent', reason: 'connect', detail: 'UND_ERR_CONNECT_TIMEOUT' }
    expect((await wholesaler.find({ saleId: confirm.id })).answer).toEqual(notSent)
    expect(received).not.toContain('/transaction/find')
  })

  it('a call is not sent when the host name is unknown', async () => {
    const { wholesaler } = await openWholesaler({ url: new URL('http://no-such-host.invalid') })
    const { answer: given } = await wholesaler.find({ saleId: confirm.id })
    expect(given).toMatchObject({ kind: 'not-sent', detail: expect.stringMatching(/^(ENOTFOUND|EAI_\w+)$/) as string })
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

  it('a call in practice whose database fails ends as not sent', async () => {
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
