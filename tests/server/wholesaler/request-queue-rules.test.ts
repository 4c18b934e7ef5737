import { describe, expect, it } from 'vitest'

import type { QueuedCall } from '#server/wholesaler/call-entry.ts'
import { createRequestQueue } from '#server/wholesaler/request-queue.ts'
import { createKeySequence, type KeyStore } from '#server/wholesaler/keys.ts'
import { createConnections, text, type ConnectionOptions } from '../../support/fake-connections.ts'
import { createKeyStore } from '../../support/open-wholesaler.ts'
import { createVirtualTime, flushMicrotasks } from '../../support/virtual-time.ts'

const LEAD_MS = 40
const TEN_MINUTES_MS = 600_000

type Setting = ConnectionOptions & { lines?: number; keys?: KeyStore }

function openGate({ lines: count = 8, keys: store = createKeyStore(), ...options }: Setting = {}) {
  const { clock, timers, pass, pending } = createVirtualTime()
  const lines = createConnections(count, options)
  const faults: unknown[] = []
  const oneAtATime: boolean[] = []
  const gate = createRequestQueue({
    connections: lines.connections,
    keys: createKeySequence({ store, clock }),
    clock,
    timers,
    writeGapMs: LEAD_MS,
    onKeyFault: (error) => faults.push(error),
    onSerialMode: (is) => oneAtATime.push(is),
  })
  const send = (path: string, more: Partial<QueuedCall> = {}) => {
    const sent: { outcome?: unknown; wasOvertaken?: boolean; sentAt?: number } = {}
    void gate
      .send({ path, priority: 'other', sign: (key) => key, maxBytes: 1_000, withinMs: 60_000, ...more })
      .then((passed) => Object.assign(sent, passed))
    return sent
  }
  /** Sends a call, and waits until nothing more happens automatically. */
  const sendNow = async (path: string, more: Partial<QueuedCall> = {}) => {
    const sent = send(path, more)
    await flushMicrotasks()
    return sent
  }
  const paths = () => lines.written.map(({ path }) => path)
  const written = (path: string) => {
    const one = lines.written.find((each) => each.path === path)
    if (!one) throw new Error(`${path} was not written`)
    return one
  }
  const say = async (path: string) => {
    written(path).answer(text({}))
    await flushMicrotasks()
  }
  /** Opens all connections, so that later calls are sent without a pause. */
  const warmUp = async () => {
    for (let line = 0; line < count; line += 1) send(`warm ${line}`, { priority: 'confirm' })
    await pass(count * LEAD_MS)
    for (const { answer } of lines.written.splice(0)) answer(text({}))
    await flushMicrotasks()
  }
  return { gate, lines, send, sendNow, say, paths, written, warmUp, pass, pending, faults, oneAtATime, clock }
}

describe('waiting in the request queue', () => {
  it('a call whose time ends in the queue does not stop the next one', async () => {
    const { send, paths, pass, sendNow } = openGate({ lines: 2 })
    await sendNow('first', { priority: 'confirm' })
    const over = send('over', { priority: 'confirm', withinMs: 10 })
    const waits = send('waits', { priority: 'confirm' })
    await pass(10)
    expect(over.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
    await pass(LEAD_MS)
    expect(paths()).toEqual(['first', 'waits'])
    expect(waits.outcome).toBeUndefined()
  })

  it('the next call is sent after the answer to a confirm, or 40 ms later', async () => {
    const { send, say, paths, warmUp, pass, sendNow } = openGate()
    await warmUp()
    await sendNow('confirm 1', { priority: 'confirm' })
    send('find 1', { priority: 'find' })
    await pass(LEAD_MS - 1)
    expect(paths()).toEqual(['confirm 1'])
    await pass(1)
    expect(paths()).toEqual(['confirm 1', 'find 1'])

    await sendNow('confirm 2', { priority: 'confirm' })
    await sendNow('find 2', { priority: 'find' })
    expect(paths().slice(2)).toEqual(['confirm 2'])
    await say('confirm 2')
    expect(paths().slice(2)).toEqual(['confirm 2', 'find 2'])
  })

  it('the next call is sent after the first answer on a new connection or 40 ms later, and at once on an open one', async () => {
    const { send, say, paths, pass, sendNow } = openGate()
    send('first', { priority: 'find' })
    send('second', { priority: 'find' })
    await pass(LEAD_MS - 1)
    expect(paths()).toEqual(['first'])
    await pass(1)
    expect(paths()).toEqual(['first', 'second'])
    await pass(LEAD_MS)
    await say('first')
    await say('second')
    send('third', { priority: 'find' })
    await sendNow('fourth', { priority: 'find' })
    expect(paths().slice(2)).toEqual(['third', 'fourth'])
  })

  it.each([
    { waiting: 'check', priority: 'other' },
    { waiting: 'find', priority: 'find' },
  ] as const)('a $waiting whose queue time is over is not sent, also not later', async ({ priority }) => {
    const { send, say, paths, pass, pending, sendNow } = openGate({ lines: 1 })
    await sendNow('slow')
    const sent = send('waits', { priority, queueMs: 10_000 })
    await pass(9_999)
    expect(sent).toEqual({})
    await pass(1)
    expect(sent.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
    await say('slow')
    expect(paths()).toEqual(['slow'])
    expect(pending()).toBe(0)
  })

  it('the queue time of a call does not limit its time for the answer', async () => {
    const { send, say, pass } = openGate()
    const sent = send('check', { queueMs: 10_000, withinMs: 20_000 })
    await pass(19_999)
    expect(sent).toEqual({})
    await say('check')
    expect(sent.outcome).toMatchObject({ kind: 'text', status: 200 })
  })

  it('the queue time of a call is limited by its whole time', async () => {
    const { send, pass, sendNow } = openGate({ lines: 1 })
    await sendNow('slow')
    const sent = send('check', { queueMs: 10_000, withinMs: 4_000 })
    await pass(4_000)
    expect(sent.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
  })

  it('a call without any time is not sent', async () => {
    const { send, paths } = openGate()
    const [none, some] = [send('none', { withinMs: 0 }), send('some', { withinMs: 1 })]
    await flushMicrotasks()
    expect(none.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
    expect(some).toEqual({})
    expect(paths()).toEqual(['some'])
  })
})

describe('the time of a sent call', () => {
  it('a call without an answer in time is lost, and its connection is free again', async () => {
    const { send, paths, pass, clock, sendNow } = openGate({ lines: 1 })
    const sentAt = clock.now()
    const lost = send('find', { withinMs: 15_000 })
    await pass(14_999)
    expect(lost).toEqual({})
    await pass(1)
    expect(lost).toEqual({ outcome: { kind: 'lost', reason: 'timeout' }, sentAt, wasOvertaken: false })
    await sendNow('next')
    expect(paths()).toEqual(['find', 'next'])
  })

  it('no timer remains after the answer', async () => {
    const { say, pass, pending, sendNow } = openGate()
    await sendNow('check', { queueMs: 10_000 })
    await say('check')
    await pass(LEAD_MS)
    expect(pending()).toBe(0)
  })
})

describe('what may have overtaken a call', () => {
  it('a call may have been overtaken by one that was written later, not by one that was written before', async () => {
    const { send, say, warmUp } = openGate()
    await warmUp()
    const [first, second] = [send('first', { priority: 'find' }), send('second', { priority: 'find' })]
    await flushMicrotasks()
    await say('second')
    await say('first')
    expect([first.wasOvertaken, second.wasOvertaken]).toEqual([true, false])
  })

  it('a call was not overtaken by one that was written after its answer', async () => {
    const { say, warmUp, sendNow } = openGate()
    await warmUp()
    const first = await sendNow('first')
    await say('first')
    await sendNow('second')
    expect(first.wasOvertaken).toBe(false)
  })
})

describe('a connection of the request queue', () => {
  it('a dead connection is opened again at most three times, and then the call is not sent', async () => {
    let deaths = 0
    const { send, paths, lines } = openGate({ lines: 1, isDead: () => (deaths += 1) <= 5 })
    const [first, second] = [send('first'), send('second')]
    await flushMicrotasks()
    expect(first.outcome).toEqual({ kind: 'not-sent', reason: 'connect' })
    expect(second).toEqual({})
    expect(paths()).toEqual(['second'])
    expect(lines.opened()).toBe(6)
  })

  it('a connection that cannot be opened is not tried again for the same call', async () => {
    const { send, lines, paths } = openGate({ lines: 1, openings: ['failed', 'fresh'] })
    const [first, second] = [send('first'), send('second')]
    await flushMicrotasks()
    expect(first.outcome).toEqual({ kind: 'not-sent', reason: 'connect', detail: 'ECONNREFUSED' })
    expect(second).toEqual({})
    expect(paths()).toEqual(['second'])
    expect(lines.opened()).toBe(2)
  })

  it('a connection that opens after its call has ended is not used', async () => {
    const { send, paths, pass, sendNow } = openGate({ lines: 2 })
    await sendNow('confirm', { priority: 'confirm' })
    const over = send('find', { priority: 'find', withinMs: 10 })
    await pass(LEAD_MS)
    expect(over.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
    expect(paths()).toEqual(['confirm'])
  })

  it('connections are reserved for money: reads leave two free, and finds one', async () => {
    const { send, paths, warmUp, sendNow } = openGate({ lines: 4 })
    await warmUp()
    for (let call = 0; call < 5; call += 1) send('read')
    await flushMicrotasks()
    expect(paths()).toEqual(['read', 'read'])
    for (let call = 0; call < 5; call += 1) send('find', { priority: 'find' })
    await flushMicrotasks()
    expect(paths().slice(2)).toEqual(['find'])
    await sendNow('confirm', { priority: 'confirm' })
    expect(paths().slice(3)).toEqual(['confirm'])
  })

  it('connections are reserved for sales: discovery leaves five of eight free and waits for all others', async () => {
    const { send, paths, warmUp, say } = openGate({ lines: 8 })
    await warmUp()
    for (let call = 0; call < 5; call += 1) send(`choose ${call}`, { priority: 'discovery' })
    await flushMicrotasks()
    expect(paths()).toEqual(['choose 0', 'choose 1', 'choose 2'])
    for (let call = 0; call < 5; call += 1) send('check')
    await flushMicrotasks()
    expect(paths().slice(3)).toEqual(['check', 'check', 'check'])
    await say('choose 0')
    expect(paths().slice(6)).toEqual(['check'])
  })

  it('a single connection also serves reads', async () => {
    const { paths, sendNow } = openGate({ lines: 1 })
    await sendNow('read')
    expect(paths()).toEqual(['read'])
  })
})

it('nothing is sent without a saved key, and the fault is reported', async () => {
  const fault = new Error('disk full')
  const keys = createKeyStore()
  const { saveMark } = keys
  keys.saveMark = () => Promise.reject(fault)
  const { paths, faults, sendNow } = openGate({ keys })
  const sent = await sendNow('confirm', { priority: 'confirm' })
  expect(sent.outcome).toEqual({ kind: 'not-sent', reason: 'busy' })
  expect(faults).toEqual([fault])
  expect(paths()).toEqual([])
  keys.saveMark = saveMark
  await sendNow('again')
  expect(paths()).toEqual(['again'])
})

describe('three overtaken confirms in a minute', () => {
  /** Records one overtaken confirm at each of these times, in ms from now. */
  async function recordAt({ gate, pass }: ReturnType<typeof openGate>, moments: number[]) {
    let at = 0
    for (const moment of moments) {
      await pass(moment - at)
      at = moment
      gate.recordOvertakenConfirm()
    }
  }

  it.each([
    { moments: [0, 0], is: false },
    { moments: [0, 30_000, 59_999], is: true },
    { moments: [0, 30_000, 60_000], is: false },
    { moments: [0, 30_000, 60_000, 89_999], is: true },
  ])('three overtaken confirms in a minute start serial mode: $moments', async ({ moments, is }) => {
    const till = openGate()
    await recordAt(till, moments)
    expect(till.gate.metrics().isSerial).toBe(is)
    expect(till.oneAtATime).toEqual(is ? [true] : [])
  })

  it('in serial mode each call waits for the answer to the one before, and confirms go first', async () => {
    const till = openGate()
    const { send, say, paths, warmUp, written, pass, sendNow } = till
    await warmUp()
    send('before 1')
    await sendNow('before 2')
    await recordAt(till, [0, 0, 0])
    send('read')
    await sendNow('confirm', { priority: 'confirm' })
    expect(paths()).toEqual(['before 1', 'before 2'])
    await say('before 1')
    expect(paths()).toHaveLength(2)
    await say('before 2')
    expect(paths().slice(2)).toEqual(['confirm'])
    await pass(LEAD_MS)
    expect(paths().slice(2)).toEqual(['confirm'])
    await say('confirm')
    expect(paths().slice(2)).toEqual(['confirm', 'read'])
    expect(written('read').key).toBeGreaterThan(written('confirm').key)
  })

  it('serial mode ends after ten minutes', async () => {
    const till = openGate()
    const { gate, send, paths, warmUp, pass } = till
    await warmUp()
    await recordAt(till, [0, 0, 0])
    await pass(TEN_MINUTES_MS - 1_000)
    send('slow')
    send('next')
    await pass(999)
    expect(paths()).toEqual(['slow'])
    expect(gate.metrics().isSerial).toBe(true)
    await pass(1)
    expect(paths()).toEqual(['slow', 'next'])
    expect(gate.metrics().isSerial).toBe(false)
    expect(till.oneAtATime).toEqual([true, false])
  })

  it('further overtaken confirms restart serial mode or extend it', async () => {
    const till = openGate()
    await recordAt(till, [0, 0, 0])
    await recordAt(till, [300_000, 300_000])
    await till.pass(TEN_MINUTES_MS - 300_000)
    expect(till.oneAtATime).toEqual([true, false])
    await recordAt(till, [1_000, 1_000, 1_000])
    await recordAt(till, [300_000, 300_000, 300_000])
    await till.pass(TEN_MINUTES_MS - 1)
    expect(till.oneAtATime).toEqual([true, false, true])
    await till.pass(1)
    expect(till.oneAtATime).toEqual([true, false, true, false])
  })

  it('a closed queue does not leave serial mode or set timers', async () => {
    const till = openGate()
    await recordAt(till, [0, 0, 0])
    await till.gate.close(1_000)
    await recordAt(till, [0, 0, 0])
    expect(till.pending()).toBe(0)
    expect(till.oneAtATime).toEqual([true])
  })
})

it('the metrics count calls in flight, waiting calls and keys', async () => {
  const { gate, send, say, sendNow } = openGate({ lines: 1 })
  expect(gate.metrics()).toEqual({ inFlight: 0, waiting: 0, keys: 0, isSerial: false })
  send('first')
  send('second')
  await sendNow('third')
  expect(gate.metrics()).toMatchObject({ inFlight: 1, waiting: 2, keys: 1 })
  await say('first')
  expect(gate.metrics()).toMatchObject({ inFlight: 1, waiting: 1, keys: 2 })
})

describe('closing the request queue', () => {
  it('closing drops unsent calls, waits for the others within their time, and destroys the connection', async () => {
    const { gate, lines, send, paths, pass } = openGate({ lines: 1 })
    const [onItsWay, waiting] = [send('confirm', { priority: 'confirm' }), send('find')]
    await flushMicrotasks()
    let isClosed = false
    void gate.close(65_000).then(() => (isClosed = true))
    await flushMicrotasks()
    expect(waiting.outcome).toEqual({ kind: 'not-sent', reason: 'stopping' })
    expect(send('late')).toEqual({})
    await pass(60_000 - 1)
    expect([isClosed, lines.destroyed()]).toEqual([false, 0])
    await pass(1)
    expect(onItsWay.outcome).toEqual({ kind: 'lost', reason: 'timeout' })
    expect([isClosed, lines.destroyed()]).toEqual([true, 1])
    expect(paths()).toEqual(['confirm'])
  })

  it('closing destroys connections that are not answered in time', async () => {
    const { gate, lines, pass, sendNow } = openGate()
    await sendNow('confirm', { priority: 'confirm' })
    void gate.close(1_000)
    await pass(999)
    expect(lines.destroyed()).toBe(0)
    await pass(1)
    expect(lines.destroyed()).toBe(8)
  })

  it('closing is immediate when no call is in flight', async () => {
    const { gate, lines, say, sendNow } = openGate()
    await sendNow('find')
    await say('find')
    await gate.close(65_000)
    expect(lines.destroyed()).toBe(8)
  })
})
