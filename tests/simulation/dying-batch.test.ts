import { describe, expect, it } from 'vitest'

import { dieEverywhere } from './die-everywhere.ts'
import { BATCH_SCENARIOS } from './scenarios.ts'
import { playStory } from './story.ts'

describe('a proxy that dies while a quantity is sold and handed over', () => {
  it.each(BATCH_SCENARIOS)('leaves nothing in doubt: $name', { timeout: 1_200_000 }, async (scenario) => {
    expect(await playStory(scenario)).toMatchObject({ state: scenario.ends, violations: [] })

    const { deaths, harm } = await dieEverywhere(scenario)
    expect(harm).toBeUndefined()
    expect(deaths).toBeGreaterThan(30)
  })
})
