import { expect, it } from 'vitest'

import { findService, isSellable } from '#sandbox/catalogue.ts'
import { fils } from '#sandbox/fils.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { voucherScenarioOf } from '#sandbox/voucher-scenarios.ts'
import { buildWhenStale } from '../../scripts/build-when-stale.mjs'
import { killOften } from '../../scripts/crash-test/kill-often.mjs'
import { NAMED_INTERNATIONAL } from '../../scripts/crash-test/choose-international.mjs'
import { VOUCHERS } from '../../scripts/crash-test/till.mjs'
import { runProgram } from '../../scripts/run-program.mjs'

it('moves money exactly once however often the proxy is killed while it sells, and is back within 5 s', async () => {
  await buildWhenStale()
  const report = await killOften({ kills: 20, tills: 8, seed: 3, killsService: true })
  expect(report.violations, `journal, ledger and logs: ${report.folder}`).toEqual([])
  expect(report.kills).toBe(20)
  expect(report.serviceKills).toBeGreaterThan(0)
  expect(Object.values(report.groupKills).reduce((sum, kills) => sum + kills, 0)).toBeGreaterThan(0)
  expect(report.readyMs).toBeLessThan(5_000)
  // It sold enough for that to mean something, in every way a sale may end.
  expect(report.states.succeeded).toBeGreaterThan(40)
  expect(report.vouchers).toBeGreaterThan(15)
  // How many of the sales go abroad before the kills are over depends on how fast the machine is.
  expect(report.international).toBeGreaterThan(3)
  expect(report.batches).toBeGreaterThan(3)
  for (const state of ['failed', 'refused', 'abandoned']) expect(report.states[state]).toBeGreaterThan(0)
}, 600_000)

it.each(VOUCHERS)('sells %s for %d: the sandbox has it, and gives one code for it', (id, amount, account) => {
  const service = findService(id)
  if (!service) throw new Error(`the sandbox does not sell ${id}`)
  expect(service).toMatchObject({ kind: 'voucher', isAccountRequired: account !== undefined })
  expect(isSellable(fils(amount), service)).toBe(true)
  const { info, changesNumber } = voucherScenarioOf(id)
  expect(changesNumber).toBeUndefined()
  expect([typeof info === 'object' && info.number, typeof info === 'object' && info.link === 'https']).toContainEqual(
    expect.toBeOneOf([true, 'digits', 'grouped', 'letters']),
  )
})

it('sells to every number abroad that has a name in the sandbox', () => {
  expect(NAMED_INTERNATIONAL).toEqual(Object.values(internationalRecipients))
})

it.each([
  { words: ['--kills', 'many'], says: /^--kills is a whole number\./ },
  { words: ['--odd'], says: /Unknown option '--odd'/ },
])('says in one sentence what it cannot do with $words', async ({ words, says }) => {
  const { code, output } = await runProgram(process.execPath, ['scripts/crash-test.mjs', ...words])
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(says) })
  expect(output).toContain('npm run crash-test --')
})
