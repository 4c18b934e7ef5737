import { describe, expect, it } from 'vitest'

import type { Faults } from './faults.ts'
import type { ReportedSale } from './handle-requests.ts'
import { mintIds } from './mint-ids.ts'
import { A_MINUTE, A_SECOND, cashierAt } from './people.ts'
import { streamsOf } from './random.ts'
import { EPOCH, PLAIN_TRAITS, PROMPT, QUICK_DISK, setUpSimulation, type Simulation } from './setup.ts'
import { createWorld } from './world.ts'
import { itWhenFull } from '../support/level.ts'

const REQUEST = { kind: 'direct', serviceId: 'qamra-rc', account: '971501234567', amount: '25' } as const
const CASHIER = cashierAt(1)
const A_DAY = 25 * 60 * A_MINUTE
const FROZEN_MS = 4 * A_MINUTE

const ONLY_FREEZES: Faults = {
  onExchange: () => undefined,
  happens: (fault) => fault === 'paused around a commit',
  hit: () => {},
  end: () => {},
  haveEnded: () => false,
  counts: new Map(),
}
function aShopWithTwoProxies({ refusesOldKeys }: { refusesOldKeys: boolean }): Simulation {
  const world = createWorld()
  return setUpSimulation({
    world,
    streams: streamsOf(1),
    faults: ONLY_FREEZES,
    traits: { ...PLAIN_TRAITS, refusesOldKeys },
    conduct: PROMPT,
    disk: QUICK_DISK,
    wall: () => EPOCH + world.now(),
    crashPoints: { dies: () => ({ before: false, after: false }) },
    downMs: () => 4 * A_SECOND,
    isProofCertain: refusesOldKeys,
    databaseClock: world.now,
  })
}

function valueOf<T>(told: ReportedSale<T>): T {
  if (told.kind !== 'done') throw new Error(`the till was told: ${told.kind}`)
  return told.value
}

async function untilDone<T>(run: () => Promise<ReportedSale<T>>): Promise<void> {
  for (;;) if ((await run()).kind === 'done') return
}

async function finish<T>({ world }: Simulation, work: Promise<T>): Promise<T> {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  // The work changes it.
  // oxlint-disable-next-line eslint/no-unmodified-loop-condition
  while (!isDone) await world.runUntil(world.now() + A_SECOND)
  return work
}

/**
 * A cashier approves a sale, and the leader is frozen for minutes between that commit and the confirm. The next leader
 * finds the sale not executed, and the cashier decides.
 */
async function aConfirmThatComesLate(
  stage: Simulation,
  { stopsClock, decides }: { stopsClock: boolean; decides: 'finish' | 'give up' },
) {
  const { world, shop, two, watch, disk, service } = stage
  const id = mintIds()()
  shop.open()
  await world.runUntil(5 * A_SECOND)

  const checked = valueOf(
    await finish(
      stage,
      shop.ask((sales) => sales.open(id, REQUEST, CASHIER)),
    ),
  )
  const confirm = async (version: number) => {
    watch.confirmAsked(id, version)
    watch.paymentAsked(id, {})
    return shop.ask((sales) => sales.confirm(id, { version }, CASHIER))
  }
  two?.proxies.armFreeze({ port: 'commit', calls: 1, when: 'after', freeze: { ms: FROZEN_MS, stopsClock } })
  void confirm(checked.version)
  await world.runUntil(75 * A_SECOND)

  const found = disk.read(id)
  expect(found).toMatchObject({ state: 'not-executed' })
  const decide = () =>
    decides === 'finish' ? confirm(found?.version ?? 0) : shop.ask((sales) => sales.abandon(id, CASHIER))
  await finish(stage, untilDone(decide))
  await world.runUntil(world.now() + 10 * A_SECOND)
  expect(world.now()).toBeLessThan(FROZEN_MS)
  expect(disk.read(id)?.state).toBe(decides === 'finish' ? 'succeeded' : 'abandoned')

  await world.runUntil(A_DAY)
  watch.checkBooks(disk.sales(), service.debits(), true)
  return {
    sale: disk.read(id),
    executions: service.debitsOf(id)?.executions,
    isLate: two?.lateConfirms.has(id),
    violations: stage.violations,
  }
}

describe('a leader that is frozen between the approval of a sale and its confirm', () => {
  it.each([true, false])(
    'a leader frozen before a confirm sends nothing when it continues and sees how late it is (old keys rejected: %s)',
    async (refusesOldKeys) => {
      const stage = aShopWithTwoProxies({ refusesOldKeys })
      const late = await aConfirmThatComesLate(stage, { stopsClock: false, decides: 'give up' })
      expect(late).toMatchObject({ sale: { state: 'abandoned' }, executions: 0, isLate: false, violations: [] })
      expect(late.sale?.conflicting).toBeUndefined()
    },
  )

  itWhenFull(
    'a leader frozen before a confirm sends it when its clock stopped, and the wholesaler rejects its key',
    async () => {
      const stage = aShopWithTwoProxies({ refusesOldKeys: true })
      const late = await aConfirmThatComesLate(stage, { stopsClock: true, decides: 'give up' })
      expect(late).toMatchObject({ sale: { state: 'abandoned' }, executions: 0, isLate: false, violations: [] })
      expect(late.sale?.conflicting).toBeUndefined()
    },
  )

  it('a leader frozen before a confirm can still have an abandoned sale executed where old keys are accepted, and the sale is conflicting then', async () => {
    const stage = aShopWithTwoProxies({ refusesOldKeys: false })
    const late = await aConfirmThatComesLate(stage, { stopsClock: true, decides: 'give up' })
    expect(late).toMatchObject({
      sale: { state: 'abandoned', conflicting: true },
      executions: 1,
      isLate: true,
      violations: [],
    })
  })

  itWhenFull(
    'a leader frozen before a confirm repeats what a person finished where old keys are accepted, and it is debited once',
    async () => {
      const stage = aShopWithTwoProxies({ refusesOldKeys: false })
      const late = await aConfirmThatComesLate(stage, { stopsClock: true, decides: 'finish' })
      expect(late).toMatchObject({ sale: { state: 'succeeded' }, executions: 1, isLate: true, violations: [] })
      expect(late.sale?.conflicting).toBeUndefined()
    },
  )
})
