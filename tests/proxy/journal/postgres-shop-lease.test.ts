import { hostname } from 'node:os'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '#proxy/clock.ts'
import { createFront, secretsOf } from '#proxy/http/front.ts'
import { createPassing } from '#proxy/http/pass-on.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { openLease } from '#proxy/journal/leases.ts'
import { systemTimers } from '#proxy/ports.ts'
import { createShopLease } from '#proxy/shop-lease.ts'
import { createSlots } from '#proxy/slots.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { aHangingServer } from '../../support/hanging-server.ts'

const LONG_MS = 60_000
const ELSEWHERE = 'http://127.0.0.1:1'

/** A process that stands by beside a leader that takes requests and never answers. It leaves a lease that is free to others for `waitMs`. */
async function besideHangingLeader(waitMs: number) {
  const url = await aJournalPlace()
  const db = await openDatabase(url)
  onTestFinished(() => db.destroy())
  const { url: at, hanging } = await aHangingServer()
  const leaseOf = (address: string) => {
    const lease = openLease(url, { holder: `${hostname()} ${address}`, address }, LONG_MS)
    onTestFinished(lease.close)
    return lease
  }
  const leader = leaseOf(at)
  const epoch = (await leader.take()) ?? 0

  const [passing, secrets] = [createPassing(undefined), secretsOf(Buffer.alloc(32, 3))]
  const fail = (error: unknown): never => {
    throw error
  }
  const lease = createShopLease({
    config: { database: url },
    ports: { clock: systemClock(), random: () => 0, timers: systemTimers, exit: fail },
    log: { info: () => {}, error: () => {} },
    slots: createSlots(1),
    waitMs: () => waitMs,
    onLost: fail,
    onLeader: (address) => passing.giveUpAllBut({ address, secret: secrets.toPassOn }),
    onStandby: () => {},
  })
  const front = createFront({
    tls: undefined,
    trustProxy: undefined,
    shops: [
      {
        headers: () => ({}),
        routes: () => undefined,
        leaderAddress: lease.leaderAddress,
        secrets: () => secrets,
        answerCommand: async (text) => text,
      },
    ],
    passing,
    findShopOfCookie: () => undefined,
    isOfTill: () => false,
  })
  const leading = lease.lead('http://127.0.0.1:2')
  onTestFinished(async () => {
    lease.stop()
    await (await leading)?.release()
    await lease.close()
    await front.close()
    await passing.close()
  })
  await expect.poll(lease.leaderAddress).toBe(at)
  const here = await front.listen({ host: '127.0.0.1', port: 0 })
  const confirm = async () => (await fetch(`${here}/api/sales/1/confirm`, { method: 'POST', body: '{}' })).json()
  return {
    leading,
    leaderAddress: lease.leaderAddress,
    /** Confirms a sale, which reaches the leader. Returns how to read the answer, which would come after 90 seconds if it were left alone. */
    confirming: async () => {
      const answers: unknown[] = []
      void confirm().then((answer) => answers.push(answer))
      await expect.poll(() => hanging.length).toBe(1)
      return () => answers
    },
    endLease: () => leader.release(epoch),
    leadElsewhere: () => leaseOf(ELSEWHERE).take(),
  }
}

const NOT_KNOWN = { code: 'not-ready', moneyMoved: 'unknown' }

it('when this process takes the lease of a leader that never answers, what was passed on there is answered as not known', async () => {
  const { confirming, endLease, leading } = await besideHangingLeader(0)
  const answers = await confirming()
  await endLease()
  expect(await leading).toBeDefined()
  await expect.poll(answers).toMatchObject([NOT_KNOWN])
})

it('when another process takes it, too, and what comes afterwards goes there', async () => {
  const { confirming, endLease, leadElsewhere, leaderAddress } = await besideHangingLeader(LONG_MS)
  const answers = await confirming()
  await endLease()
  await leadElsewhere()
  await expect.poll(answers).toMatchObject([NOT_KNOWN])
  await expect.poll(leaderAddress).toBe(ELSEWHERE)
})
