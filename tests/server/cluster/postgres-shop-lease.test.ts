import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { systemClock } from '#server/lib/clock.ts'
import { createFront, secretsOf } from '#server/cluster/router.ts'
import { createForwarder } from '#server/cluster/forward.ts'
import { openDatabase } from '#server/database/database.ts'
import { keyStore } from '#server/database/account-store.ts'
import { openLease } from '#server/database/leases.ts'
import { findOpenRecovery } from '#server/database/maintenance/recoveries.ts'
import { detectRollback } from '#server/database/maintenance/rollback-detection.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { createShopLease } from '#server/cluster/shop-lease.ts'
import { createSemaphore } from '#server/lib/concurrency.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { aFolder } from '../../support/folders.ts'
import { aHangingServer } from '../../support/hanging-server.ts'

type Db = Awaited<ReturnType<typeof openDatabase>>

const LONG_MS = 60_000
const ELSEWHERE = 'http://127.0.0.1:1'

const NO_ROUTES = { headers: () => ({}), routes: () => undefined, answerCommand: async (text: string) => text }

/**
 * A standby of a leader that accepts requests and never answers. The standby leaves a free lease to others for
 * `waitMs`.
 */
async function besideHangingLeader(waitMs: number, begin: (db: Db) => Promise<void> = async () => {}) {
  const url = await aJournalPlace()
  const dataFolder = aFolder()
  const db = await openDatabase(url)
  onTestFinished(() => db.destroy())
  await begin(db)
  const { url: at, hanging } = await aHangingServer()
  const leaseOf = (address: string) => {
    const lease = openLease(url, { holder: `${hostname()} ${address}`, address }, LONG_MS)
    onTestFinished(lease.close)
    return lease
  }
  const leader = leaseOf(at)
  const epoch = (await leader.take()) ?? 0

  const [forwarder, secrets] = [createForwarder(undefined), secretsOf(Buffer.alloc(32, 3))]
  const fail = (error: unknown): never => {
    throw error
  }
  const lease = createShopLease({
    config: { database: url, dataFolder },
    ports: { clock: systemClock(), random: () => 0, timers: systemTimers, exit: fail },
    log: { info: () => {}, error: () => {} },
    slots: createSemaphore(1),
    waitMs: () => waitMs,
    onLost: fail,
    onLeader: (address) => forwarder.giveUpAllBut({ address, secret: secrets.toPassOn }),
    onStandby: () => {},
  })
  const front = createFront({
    tls: undefined,
    trustProxy: undefined,
    shops: [{ ...NO_ROUTES, leaderAddress: lease.leaderAddress, secrets: () => secrets }],
    forwarder,
    findShopOfCookie: () => undefined,
    isOfTill: () => false,
  })
  const leading = lease.lead('http://127.0.0.1:2')
  onTestFinished(async () => {
    lease.stop()
    await (await leading)?.release()
    await lease.close()
    await front.close()
    await forwarder.close()
  })
  await expect.poll(lease.leaderAddress).toBe(at)
  const here = await front.listen({ host: '127.0.0.1', port: 0 })
  const confirm = async () => (await fetch(`${here}/api/sales/1/confirm`, { method: 'POST', body: '{}' })).json()
  return {
    db,
    leading,
    noticeForgotten: () => detectRollback(db, dataFolder, url),
    hasNoted: () => existsSync(join(dataFolder, 'last-keys')),
    leaderAddress: lease.leaderAddress,
    /**
     * Confirms a sale, which reaches the leader. Returns a function that reads the answer, which would otherwise come
     * after 90 seconds.
     */
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

it('when this process takes the lease of a leader that never answers, what was forwarded there is answered as not known', async () => {
  const { confirming, endLease, leading } = await besideHangingLeader(0)
  const answers = await confirming()
  await endLease()
  expect(await leading).toBeDefined()
  await expect.poll(answers).toMatchObject([NOT_KNOWN])
})

it('when another process takes the lease of a leader that never answers, that is answered as not known, and later requests go to the new leader', async () => {
  const { confirming, endLease, leadElsewhere, leaderAddress } = await besideHangingLeader(LONG_MS)
  const answers = await confirming()
  await endLease()
  await leadElsewhere()
  await expect.poll(answers).toMatchObject([NOT_KNOWN])
  await expect.poll(leaderAddress).toBe(ELSEWHERE)
})

it('a standby that has never led notices that the database was restored to an earlier state', async () => {
  const sell = (db: Db, mark: bigint) => keyStore(db).saveMark(mark)
  const { db, noticeForgotten, hasNoted, endLease, leading } = await besideHangingLeader(0, (begun) =>
    sell(begun, 9_000n),
  )
  await expect.poll(hasNoted).toBe(true)
  // A disk snapshot has the same server, timeline and tables, and an older mark.
  await db.updateTable('key_marks').set({ highest_key: '5000' }).execute()
  await endLease()
  await leading
  expect(await noticeForgotten()).toBe('restored')
  expect(await findOpenRecovery(db)).toMatchObject({ cause: 'keys' })
})
