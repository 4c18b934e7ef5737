import { describe, expect, it } from 'vitest'

import type { LogLine } from '#server/lib/log.ts'
import { createCallCounter } from '#server/wholesaler/call-metrics.ts'
import { createCaller, type CallPlan } from '#server/wholesaler/caller.ts'
import type { Exchange } from '#server/wholesaler/client.ts'
import { createRequestQueue } from '#server/wholesaler/request-queue.ts'
import { createHealth } from '#server/wholesaler/health.ts'
import { createKeySequence } from '#server/wholesaler/keys.ts'
import { Token } from '#server/config/token.ts'
import { createConnections, text } from '../../support/fake-connections.ts'
import { createKeyStore } from '../../support/open-wholesaler.ts'
import { createVirtualTime, flushMicrotasks } from '../../support/virtual-time.ts'

function openCaller({ lines: count = 2, openings = ['standing'] as ('standing' | 'failed')[] } = {}) {
  const { clock, timers, pass } = createVirtualTime()
  const lines = createConnections(count, { openings })
  const gate = createRequestQueue({
    connections: lines.connections,
    keys: createKeySequence({ store: createKeyStore(), clock }),
    clock,
    timers,
    writeGapMs: 40,
  })
  const health = createHealth({ clock, onUnreachable: () => {}, onStop: () => {} })
  const log: LogLine[] = []
  const call = createCaller({
    queue: gate,
    posId: '20418',
    token: new Token('k7-example-token'),
    clock,
    health,
    counter: createCallCounter(),
    basePath: '/v2',
    jsonDepth: 8,
    log: (line) => log.push(line),
  })
  const send = (more: Partial<CallPlan> = {}) => {
    const sent: { reply?: unknown } = {}
    const plan: CallPlan = { path: '/transaction/find', fields: {}, priority: 'find', withinMs: 15_000, maxBytes: 100 }
    void call({ ...plan, ...more }).then(({ reply }) => Object.assign(sent, { reply }))
    return sent
  }
  const answerAll = async (exchange: Exchange) => {
    for (const { answer } of lines.written.splice(0)) answer(exchange)
    await flushMicrotasks()
  }
  return { send, answerAll, pass, lines, log, health }
}

const lost = (reason: 'reset' | 'timeout', more: { detail?: string } = {}): Exchange => ({
  kind: 'lost',
  reason,
  ...more,
})

describe('the log line of a call', () => {
  it.each<{ exchange: Exchange; says: LogLine }>([
    { exchange: text({ transaction: {} }), says: { outcome: 'answered' } },
    { exchange: text({ error: { code: 20, message: 'canary' } }), says: { outcome: 'refused', code: 20 } },
    {
      exchange: lost('reset', { detail: 'ECONNRESET' }),
      says: { outcome: 'lost', reason: 'reset', detail: 'ECONNRESET' },
    },
    { exchange: lost('timeout'), says: { outcome: 'lost', reason: 'timeout' } },
  ])('the log line of a call says $says and nothing else about the answer', async ({ exchange, says }) => {
    const { send, answerAll, pass, log } = openCaller()
    send()
    await pass(700)
    await answerAll(exchange)
    expect(log).toEqual([{ what: 'wholesaler call', path: '/transaction/find', ms: 700, resent: 0, ...says }])
  })

  it('the log line of an unsent call says that nothing was sent', async () => {
    const { send, log } = openCaller({ openings: ['failed'] })
    send()
    await flushMicrotasks()
    const says = { outcome: 'not-sent', reason: 'connect', detail: 'ECONNREFUSED' }
    expect(log).toEqual([{ what: 'wholesaler call', path: '/transaction/find', ms: 0, resent: 0, ...says }])
  })
})

describe('a call', () => {
  it('a call is sent below the base path', async () => {
    const { send, lines } = openCaller()
    send()
    await flushMicrotasks()
    expect(lines.written.map(({ path }) => path)).toEqual(['/v2/transaction/find'])
  })

  it('a call that is signed again has only the rest of its time', async () => {
    const { send, pass, lines, log } = openCaller({ lines: 4 })
    const sent = send()
    await flushMicrotasks()
    send({ path: '/balance' })
    await pass(10_000)
    lines.written[1]!.answer(text({}))
    lines.written[0]!.answer(text({ error: { code: 1 } }))
    await flushMicrotasks()
    expect(lines.written).toHaveLength(3)
    expect(lines.written[2]!.key).toBeGreaterThan(lines.written[1]!.key)
    await pass(4_999)
    expect(sent).toEqual({})
    await pass(1)
    expect(sent.reply).toEqual({ kind: 'lost', reason: 'timeout' })
    expect(log.at(-1)).toMatchObject({ ms: 15_000, resent: 1, outcome: 'lost' })
  })
})

describe('the health of the wholesaler after an answer', () => {
  it.each<[what: string, isUnreachable: boolean, exchange: Exchange]>([
    ['an answer', false, text({})],
    ['a refusal', false, text({ error: { code: 20 } })],
    ['a refusal with a code that cannot be read', false, text({ error: { code: 'x' } })],
    ['a value that is not an object', false, text([])],
    ['an answer of a gateway', true, text({}, 502)],
    ['a page', true, { kind: 'text', status: 200, text: '<html>' }],
    ['a lost connection', true, lost('reset')],
  ])('after %s three times, the wholesaler being unreachable is %s', async (_, isUnreachable, exchange) => {
    const { send, answerAll, health } = openCaller()
    for (let calls = 0; calls < 3; calls += 1) {
      send()
      await flushMicrotasks()
      await answerAll(exchange)
    }
    expect(health.isUnreachable()).toBe(isUnreachable)
    expect(health.current().service).not.toBe('stopped')
  })

  it('the wholesaler is unreachable when no connection can be opened', async () => {
    const { send, health } = openCaller({ openings: ['failed'] })
    for (let calls = 0; calls < 3; calls += 1) send()
    await flushMicrotasks()
    expect(health.isUnreachable()).toBe(true)
  })

  it('a call that never left the queue does not count against the wholesaler’s health', async () => {
    const { send, health, pass } = openCaller({ lines: 1 })
    send({ priority: 'confirm', withinMs: 60_000 })
    await flushMicrotasks()
    for (let calls = 0; calls < 5; calls += 1) send({ queueMs: 1_000 })
    await pass(1_000)
    expect(health.isUnreachable()).toBe(false)
  })

  it('an unreadable error code neither counts as a rejected signature nor resets their count', async () => {
    const { send, answerAll, health } = openCaller()
    const answerWith = async (code: number | string) => {
      send()
      await flushMicrotasks()
      await answerAll(text({ error: { code } }))
    }
    for (const code of [1, 1, 'x', 1]) await answerWith(code)
    expect(health.current().reason).toBe('signature')
  })
})

describe('a call whose answer depends on another system', () => {
  it('a health-neutral call does not make the wholesaler unreachable, and its answer counts like any other', async () => {
    const { send, answerAll, pass, health } = openCaller()
    const serviceAfter = async (exchange: Exchange, isHealthNeutral: boolean, calls = 1) => {
      for (let call = 0; call < calls; call += 1) {
        send({ ...(isHealthNeutral && { isHealthNeutral }), priority: 'other' })
        await pass(700)
        await answerAll(exchange)
      }
      return health.current().service
    }
    expect(await serviceAfter(lost('timeout'), true, 3)).toBe('ok')
    expect(await serviceAfter(lost('timeout'), false, 3)).toBe('unreachable')
    expect(await serviceAfter(text({ countries: [] }), true)).toBe('ok')
    expect(await serviceAfter(text({ error: { code: 5, message: '' } }), true)).toBe('stopped')
    expect(health.current().reason).toBe('inactive')
  })
})
