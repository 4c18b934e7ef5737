import { beforeAll, expect, it } from 'vitest'

import { buildWhenStale } from '../../tools/build.mjs'
import { sellThroughTrouble } from '../../tools/crash-test/sell.ts'
import { killInTurn, restartByPlan } from '../../tools/crash-test/troubles.ts'
import { itWhenFull } from '../support/level.ts'

beforeAll(() => buildWhenStale())

const SHOP = { proxies: 2, tills: 4 }

const ONE_KILL = { forMs: 0, afterMs: [200, 800], hasOutages: false } as const

it('two servers on one database that are killed move money exactly once', async () => {
  const { trouble, ...report } = await sellThroughTrouble({ ...SHOP, tills: 1, seed: 3 }, (trouble) =>
    killInTurn(trouble, ONE_KILL),
  )
  expect(report.violations, `ledger and logs: ${report.folder}`).toEqual([])
  expect(trouble.kills).toBeGreaterThan(0)
  expect(report.states.succeeded).toBeGreaterThan(0)
  expect(report.codesShown).toBe(report.codesSold)
}, 600_000)

itWhenFull(
  'two servers on one database that are killed, and whose power and network fail, move money exactly once',
  async () => {
    const { trouble, ...report } = await sellThroughTrouble({ ...SHOP, seed: 3 }, (trouble) =>
      killInTurn(trouble, { forMs: 30_000, cutMs: [11_000, 12_000] }),
    )
    expect(report.violations, `ledger and logs: ${report.folder}`).toEqual([])
    expect(trouble.kills).toBeGreaterThan(0)
    expect(trouble.afterDatabaseMs).toHaveLength(2)
    expect(trouble.afterCutMs).toHaveLength(2)
    expect(report.endedByItself).toBeGreaterThan(0)
    expect(report.states.succeeded).toBeGreaterThan(20)
    expect(report.codesSold).toBeGreaterThan(5)
    expect(report.codesShown).toBe(report.codesSold)
  },
  600_000,
)

itWhenFull(
  'a leading server that is asked to stop leaves no sale unknown, and the other one continues',
  async () => {
    const { trouble, ...report } = await sellThroughTrouble({ ...SHOP, seed: 4 }, (trouble) =>
      restartByPlan(trouble, 3),
    )
    expect(report.violations, `ledger and logs: ${report.folder}`).toEqual([])
    expect(trouble.restarts).toBe(3)
    expect(report.unknownByRestart).toEqual([])
    expect(report.endedByItself).toBe(0)
    expect(report.states.succeeded).toBeGreaterThan(10)
  },
  600_000,
)
