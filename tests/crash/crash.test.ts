import { expect, it } from 'vitest'

import { findService, isSellable } from '#sandbox/catalog.ts'
import { fils } from '#sandbox/fils.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { voucherScenarioOf } from '#sandbox/voucher-scenarios.ts'
import { buildWhenStale } from '../../tools/build.mjs'
import { killOften } from '../../tools/crash-test/sell.ts'
import { NAMED_INTERNATIONAL, VOUCHERS } from '../../tools/crash-test/till.ts'
import { runProgram } from '../../tools/command.mjs'
import { atLevel, isFull, isMeasuring } from '../support/level.ts'

/** @security V15.4.2: No sale is paid twice or lost when processes are killed. */

const KILLS = atLevel(1, 20)
const SEED = 3

it('a server that is killed often while it sells moves money exactly once', async () => {
  await buildWhenStale()
  const report = await killOften({ kills: KILLS, tills: atLevel(1, 8), seed: SEED, killsService: true })
  expect(report.violations, `journal, ledger and logs: ${report.folder}`).toEqual([])
  expect(report.kills).toBe(KILLS)
  expect(report.sales).toBeGreaterThan(0)
  if (isMeasuring) expect(report.readyMs).toBeLessThan(5_000)
  if (!isFull) return
  expect(report.serviceKills).toBeGreaterThan(0)
  expect(Object.values(report.groupKills).reduce((sum, kills) => sum + kills, 0)).toBeGreaterThan(0)
  // The run sold enough to be meaningful, and its sales ended in many ways.
  expect(report.states.succeeded).toBeGreaterThan(40)
  expect(report.vouchers).toBeGreaterThan(15)
  // How many international sales are made before the last kill depends on the speed of the machine.
  expect(report.international).toBeGreaterThan(3)
  expect(report.batches).toBeGreaterThan(3)
  for (const state of ['failed', 'refused', 'abandoned']) expect(report.states[state]).toBeGreaterThan(0)
}, 600_000)

it.each(VOUCHERS)(
  'the crash test can sell %s for %d: the sandbox lists it and issues one code for it',
  (id, amount, account) => {
    const service = findService(id)
    if (!service) throw new Error(`the sandbox does not sell ${id}`)
    expect(service).toMatchObject({ kind: 'voucher', isAccountRequired: account !== undefined })
    expect(isSellable(fils(amount), service)).toBe(true)
    const { info, changesNumber } = voucherScenarioOf(id)
    expect(changesNumber).toBeUndefined()
    expect([typeof info === 'object' && info.number, typeof info === 'object' && info.link === 'https']).toContainEqual(
      expect.toBeOneOf([true, 'digits', 'grouped', 'letters']),
    )
  },
)

it('the crash test sells to every international number that has a name in the sandbox', () => {
  expect(NAMED_INTERNATIONAL).toEqual(Object.values(internationalRecipients))
})

const BAD_ARGUMENTS = [
  { words: ['--kills', 'many'], says: /^--kills is a whole number\./ },
  { words: ['--proxies', '0'], says: /^--proxies is at least 1\./ },
  { words: ['--planned-restarts', '50'], says: /^--planned-restarts needs --proxies\./ },
  { words: ['--odd'], says: /Unknown option '--odd'/ },
]

it.each(BAD_ARGUMENTS.slice(0, atLevel(1, Infinity)))(
  'the crash test rejects the arguments $words with one sentence',
  async ({ words, says }) => {
    const { code, output } = await runProgram('tsx', ['tools/crash-test.ts', ...words])
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(says) })
    expect(output).toContain('npm run crash-test --')
  },
)
