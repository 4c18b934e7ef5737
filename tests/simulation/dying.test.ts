import { describe, expect, it } from 'vitest'

import { atLevel } from '../support/level.ts'
import { INTERNATIONAL_SCENARIOS } from './scenarios-international.ts'
import {
  BATCH_SCENARIOS,
  CHECK_SCENARIOS,
  CONFIRM_SCENARIOS,
  LATER_SCENARIOS,
  VOUCHER_SCENARIOS,
  type Scenario,
} from './scenarios.ts'
import { playStory, type Crash } from './story.ts'

const SCENARIOS = [
  { while: 'during a check', scenarios: CHECK_SCENARIOS },
  { while: 'during a confirm', scenarios: CONFIRM_SCENARIOS },
  { while: 'while a sale is followed', scenarios: LATER_SCENARIOS },
  { while: 'while a voucher is sold, shown and delivered', scenarios: VOUCHER_SCENARIOS },
  { while: 'while a quantity is sold and delivered', scenarios: BATCH_SCENARIOS },
  { while: 'while an international top-up is sold', scenarios: INTERNATIONAL_SCENARIOS },
]

/**
 * The ways in which the server can die in a scenario with this many calls through a port: before and after each call.
 */
const crashesIn = (calls: number): Crash[] =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) => [
    { call, when: 'before' },
    { call, when: 'after' },
  ])

/** Returns the trace of the first death after which something is wrong. */
async function findHarm(scenario: Scenario, crashes: readonly Crash[]): Promise<string | undefined> {
  for (const crash of crashes) {
    if ((await playStory(scenario, crash)).violations.length === 0) continue
    const { tell } = await playStory(scenario, crash, true)
    return [`killed ${crash.when} call ${crash.call}`, ...tell()].join('\n')
  }
  return undefined
}

/**
 * At the quick level, a scenario has every 32nd of its deaths. Each scenario starts at a different one, so that
 * together they have every kind.
 */
const EVERY = atLevel(32, 1)

describe.each(SCENARIOS)('a server that dies $while', { timeout: 1_200_000 }, ({ scenarios }) => {
  it.each(scenarios)('a server that dies leaves no sale in doubt: $name', async (scenario) => {
    const story = await playStory(scenario)
    expect(story).toMatchObject({ state: scenario.ends ?? 'succeeded', violations: [] })

    const crashes = crashesIn(story.calls)
    expect(crashes.length).toBeGreaterThan(30)
    const turn = scenarios.indexOf(scenario)
    expect(
      await findHarm(
        scenario,
        crashes.filter((_, index) => index % EVERY === turn % EVERY),
      ),
    ).toBeUndefined()
  })
})
