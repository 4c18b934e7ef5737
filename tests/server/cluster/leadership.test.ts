import { describe, expect, it } from 'vitest'

import {
  ASK_EVERY_MS,
  createLeadership,
  RENEW_EVERY_MS,
  SEND_WITHIN_MS,
  type Leadership,
  type LeaseStore,
} from '#server/cluster/leadership.ts'
import { LEASE_MS } from '#server/database/leases.ts'
import { createVirtualTime, flushMicrotasks, type VirtualTime } from '../../support/virtual-time.ts'

type Call = keyof LeaseStore

/** The lease row of a database, with a separate clock, and functions that hold back its answers. */
function aLeaseRow(time: VirtualTime) {
  let lease = { epoch: 0, until: 0 }
  let [broken, holding]: Call[][] = [[], []]
  const held: (() => void)[] = []

  async function perform<T>(call: Call, run: () => T): Promise<T> {
    if (broken!.includes(call)) throw new Error('the database does not answer')
    if (holding!.includes(call)) await new Promise<void>((go) => held.push(go))
    return run()
  }
  const store: LeaseStore = {
    take: () =>
      perform('take', () => {
        if (time.clock.now() < lease.until) return undefined
        lease = { epoch: lease.epoch + 1, until: time.clock.now() + LEASE_MS }
        return lease.epoch
      }),
    renew: (epoch) =>
      perform('renew', () => {
        if (lease.epoch !== epoch) return false
        lease.until = time.clock.now() + LEASE_MS
        return true
      }),
    release: (epoch) =>
      perform('release', () => {
        if (lease.epoch === epoch) lease.until = time.clock.now()
      }),
  }
  return {
    store,
    isFree: () => time.clock.now() >= lease.until,
    expire: () => void (lease.until = time.clock.now()),
    fail: (...calls: Call[]) => void (broken = calls),
    hold: (...calls: Call[]) => void (holding = calls),
    letThrough: async () => {
      holding = []
      for (const go of held.splice(0)) go()
      await flushMicrotasks()
    },
  }
}

function aProcess(row: ReturnType<typeof aLeaseRow>, time: VirtualTime) {
  const problems: string[] = []
  const { lead, stop } = createLeadership({ store: row.store, ...time, onLost: (problem) => problems.push(problem) })
  let leading: Leadership | undefined
  let hasEnded = false
  void lead().then((held) => {
    leading = held
    hasEnded = true
  })
  return {
    stop,
    problems,
    leading: () => leading,
    hasEndedWaiting: () => hasEnded,
    maySend: () => leading?.maySend() === true,
  }
}

function aFreeRow() {
  const time = createVirtualTime()
  return { time, row: aLeaseRow(time) }
}

async function aLeader() {
  const { time, row } = aFreeRow()
  const leader = aProcess(row, time)
  await time.pass(0)
  return { time, row, leader }
}

it('a process takes a lease only when its turn has come, and not if it was stopped before', async () => {
  const { time, row } = aFreeRow()
  const { lead, stop } = createLeadership({ store: row.store, ...time, onLost: () => {} })
  let comes = (): void => {}
  const turn = new Promise<void>((resolve) => (comes = resolve))
  const leading = lead(() => turn)
  await time.pass(60_000)
  expect(row.isFree()).toBe(true)
  comes()
  expect((await leading)?.maySend()).toBe(true)
  const late = lead(async () => stop())
  row.expire()
  expect(await late).toBeUndefined()
  expect(row.isFree()).toBe(true)
})

describe('a process that leads', () => {
  it('a leading process renews its lease for as long as the database answers', async () => {
    const { time, leader, row } = await aLeader()
    await time.pass(60_000)
    expect(leader.maySend()).toBe(true)
    expect(leader.problems).toEqual([])
    expect(row.isFree()).toBe(false)
  })

  it('a leading process sends nothing six seconds after its last renewal began, and loses the lease before another can take it', async () => {
    const { time, leader, row } = await aLeader()
    await time.pass(RENEW_EVERY_MS)
    row.fail('renew')
    await time.pass(SEND_WITHIN_MS - 1)
    expect(leader.maySend()).toBe(true)
    await time.pass(1)
    expect(leader.maySend()).toBe(false)
    expect(leader.problems).toEqual(['the lease could not be renewed'])
    expect(row.isFree()).toBe(false)
  })

  it('a leading process counts a renewal from its beginning and not from its answer', async () => {
    const { time, leader, row } = await aLeader()
    row.hold('renew')
    await time.pass(RENEW_EVERY_MS + 1_500)
    await row.letThrough()
    row.fail('renew')
    await time.pass(SEND_WITHIN_MS - 1_500 - 1)
    expect(leader.maySend()).toBe(true)
    await time.pass(1)
    expect(leader.maySend()).toBe(false)
  })

  it('a leading process sends nothing after its machine was suspended, with a stopped monotonic clock, until it has renewed', async () => {
    const { time, row } = aFreeRow()
    let suspendedMs = 0
    const clock = { now: time.clock.now, wall: () => time.clock.wall() + suspendedMs }
    const { lead } = createLeadership({ store: row.store, clock, timers: time.timers, onLost: () => {} })
    const leading = await lead()
    expect(leading?.maySend()).toBe(true)
    suspendedMs = SEND_WITHIN_MS
    expect(leading?.maySend()).toBe(false)
    await time.pass(RENEW_EVERY_MS)
    expect(leading?.maySend()).toBe(true)
  })

  it('a leading process sends nothing after a pause that was too long, even before a timer fires', async () => {
    const { time, leader } = await aLeader()
    const frozen = createLeadership({
      store: { take: async () => 7, renew: async () => true, release: async () => {} },
      clock: time.clock,
      timers: { after: () => () => {} },
      onLost: () => {},
    })
    const held = await frozen.lead()
    expect(held?.maySend()).toBe(true)
    await time.pass(SEND_WITHIN_MS)
    expect(held?.maySend()).toBe(false)
    expect(leader.maySend()).toBe(true)
  })

  it('a leading process may not send when the answer to taking the lease came too late', async () => {
    const { time, row } = aFreeRow()
    row.hold('take')
    const late = aProcess(row, time)
    await time.pass(SEND_WITHIN_MS)
    await row.letThrough()
    expect(late.leading()?.epoch).toBe(1)
    expect(late.maySend()).toBe(false)
    await time.pass(0)
    expect(late.problems).toEqual(['the lease could not be renewed'])
  })

  it('a leading process loses the lease at its next renewal when another process leads, and reports that once', async () => {
    const { time, leader, row } = await aLeader()
    row.expire()
    const other = aProcess(row, time)
    await time.pass(RENEW_EVERY_MS)
    expect(other.leading()?.epoch).toBe(2)
    expect(leader.problems).toEqual(['another process leads'])
    expect(leader.maySend()).toBe(false)
    await time.pass(60_000)
    expect(leader.problems).toHaveLength(1)
    expect(other.maySend()).toBe(true)
  })

  it('a leading process continues when a renewal fails and the next one succeeds', async () => {
    const { time, leader, row } = await aLeader()
    row.fail('renew')
    await time.pass(RENEW_EVERY_MS)
    row.fail()
    await time.pass(60_000)
    expect(leader.maySend()).toBe(true)
    expect(leader.problems).toEqual([])
  })

  it('a process that releases its lease lets another lead at once, and gets no further message', async () => {
    const { time, leader, row } = await aLeader()
    const other = aProcess(row, time)
    await leader.leading()?.release()
    expect(leader.maySend()).toBe(false)
    await time.pass(ASK_EVERY_MS)
    expect(other.leading()?.epoch).toBe(2)
    await time.pass(60_000)
    expect(leader.problems).toEqual([])
  })

  it('a process releases its lease only after a renewal under way, which would otherwise extend it without a leader', async () => {
    const { time, leader, row } = await aLeader()
    row.hold('renew')
    await time.pass(RENEW_EVERY_MS)
    const released = leader.leading()?.release()
    await flushMicrotasks()
    expect(leader.maySend()).toBe(false)
    await row.letThrough()
    await released
    expect(row.isFree()).toBe(true)
  })
})

describe('a process that waits for the lease', () => {
  it('a standby leads once the lease of a dead leader has expired', async () => {
    const { time, row } = await aLeader()
    row.fail('renew')
    const next = aProcess(row, time)
    await time.pass(LEASE_MS - 1)
    expect(next.leading()).toBeUndefined()
    await time.pass(ASK_EVERY_MS)
    expect(next.leading()?.epoch).toBe(2)
    expect(next.maySend()).toBe(true)
  })

  it('a standby keeps asking while the database does not answer', async () => {
    const { time, row } = aFreeRow()
    row.fail('take')
    const waiting = aProcess(row, time)
    await time.pass(30_000)
    expect(waiting.hasEndedWaiting()).toBe(false)
    row.fail()
    await time.pass(ASK_EVERY_MS)
    expect(waiting.leading()?.epoch).toBe(1)
  })

  it('a standby that is stopped stops asking at once', async () => {
    const { time, row } = await aLeader()
    const waiting = aProcess(row, time)
    await time.pass(0)
    waiting.stop()
    await flushMicrotasks()
    expect(waiting.hasEndedWaiting()).toBe(true)
    expect(waiting.leading()).toBeUndefined()
  })

  it('a standby that is stopped gives back a lease that it still gets', async () => {
    const { time, row } = aFreeRow()
    row.hold('take')
    const stopped = aProcess(row, time)
    stopped.stop()
    await row.letThrough()
    expect(stopped.hasEndedWaiting()).toBe(true)
    expect(stopped.leading()).toBeUndefined()
    expect(row.isFree()).toBe(true)
  })
})
