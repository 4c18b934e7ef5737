import { describe, expect, it } from 'vitest'

import { dieEverywhere } from './die-everywhere.ts'
import { CHECK_SCENARIOS } from './scenarios.ts'
import { playStory } from './story.ts'

describe('a proxy that dies around a check', () => {
  it.each(CHECK_SCENARIOS)('leaves nothing in doubt: $name', { timeout: 1_200_000 }, async (scenario) => {
    expect(await playStory(scenario)).toMatchObject({ state: scenario.ends, violations: [] })

    const { deaths, harm } = await dieEverywhere(scenario)
    expect(harm).toBeUndefined()
    expect(deaths).toBeGreaterThan(30)
  })
})
